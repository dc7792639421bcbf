import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { madeSnapshot } from '../../shared/testing/madeSnapshot.ts';
import { sluice } from './testing/commandLine.ts';

const method = (className: string, name: string) => ({ className, name, descriptor: '()V' });
const METHODS = { handle: method('srv.Main', 'handle'), parse: method('xml.Parser', 'parse') };

let folder = '';
const files = { before: '', after: '' };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  for (const [name, nodes] of [
    ['before', 10],
    ['after', 12],
  ] as const) {
    const snapshot = madeSnapshot(
      'main: 0>handle 1>parse 2<parse 3<handle',
      [
        { thread: 0, node: 1, made: 'srv.Request', objects: 1, bytes: 24 },
        { thread: 0, node: 1, made: 'byte[]', objects: 2, elements: 50, bytes: 96 },
        { thread: 0, node: 2, made: 'xml.Node', objects: nodes, bytes: 16 * nodes },
      ],
      METHODS,
    );
    files[name] = join(folder, `${name}.sluice`);
    writeFileSync(files[name], encodeSnapshot(snapshot));
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const ACCOUNTS = ['--account', 'srv=srv.*', '--account', 'xml=xml.*'];

describe('accounts on the command line', () => {
  it('are a tree of two levels, whether they are asked for as a group or as a view', async () => {
    const byGroup = await sluice('report', files.before, ...ACCOUNTS, '--by', 'accounts');
    expect(byGroup.out.split('\n')).toEqual([
      'Accounts',
      'Invocations  Self Objects  Self Elements  Self Bytes  Account  On behalf of',
      '          1            10              0       160 B  xml',
      '          1            10              0       160 B    xml    srv',
      '          1             3             50       120 B  srv',
      '          1             3             50       120 B    srv    (none)',
      '',
      '',
    ]);
    const byView = await sluice('report', files.before, ...ACCOUNTS, '--view', 'accounts');
    expect(byView.out).toBe(byGroup.out);
  });

  it('are CSV, and what was made is summed up by any of its names', async () => {
    const csv = await sluice('convert', files.before, ...ACCOUNTS, '--format', 'csv', '--view', 'principals');
    expect(csv.out.split('\r\n')[1]).toBe('srv,,,1,10,0,160');
    const view = ['--view', 'account-objects', '--by', 'account,made', '--value', 'objects'];
    const { out } = await sluice('report', files.before, ...ACCOUNTS, ...view);
    expect(out.split('\n').slice(2, 5)).toEqual([
      '     10         0  160 B  xml      xml.Node',
      '      2        50   96 B  srv      byte[]',
      '      1         0   24 B  srv      srv.Request',
    ]);
  });

  it('are compared, and judged by name', async () => {
    const gates = [
      '--fail-on',
      'bytes:xml,srv>0',
      '--fail-on',
      'objects:srv,(none)>0',
      '--fail-on',
      'bytes>25%',
    ];
    const { out, err, code } = await sluice(
      ...['diff', files.before, files.after, ...ACCOUNTS, '--by', 'accounts', ...gates],
    );
    expect(code).toBe(5);
    expect(err).toBe('FAILED bytes:xml,srv>0: Accounts: xml, srv: Self Bytes 160 B -> 192 B (+20.0 %)');
    expect(out).toContain('160 B');
    const json = await sluice(
      ...['diff', files.before, files.after, ...ACCOUNTS, '--by', 'accounts', ...gates, '--format', 'json'],
    );
    expect((JSON.parse(json.out) as { failed: unknown }).failed).toMatchObject([
      { row: 'xml, srv', a: 160, b: 192 },
    ]);
  });

  it.each([
    [['--by', 'accounts'], /--by accounts: no accounts are known.*--account 'xml=org.xml/s],
    [[...ACCOUNTS, '--by', 'accounts', '--view', 'tree'], /--by accounts says nothing of --view tree/],
    [['--account', 'xml'], /has no name/],
    [['--view', 'hot', '--by', 'nothing'], /--by nothing groups nothing of --view hot/],
  ])('are refused with %s', async (flags, sentence) => {
    const { err, code } = await sluice('report', files.before, ...flags);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});

describe('a gate on objects', () => {
  const judged = (...gates: string[]): ReturnType<typeof sluice> =>
    sluice('diff', files.before, files.after, ...gates.flatMap((gate) => ['--fail-on', gate]));

  it.each([
    ['objects:xml.Node>0', 'objects:xml.Node>0: of class xml.Node: Objects 10 -> 12 (+20.0 %)'],
    ['bytes:new xml.**>+5%', 'bytes:new xml.**>+5%: of class xml.Node: Bytes 160 B -> 192 B (+20.0 %)'],
    [
      'objects:xml.Parser::*>0',
      'objects:xml.Parser::*>0: xml.Parser.parse(): Self Objects 10 -> 12 (+20.0 %)',
    ],
    ['objects:xml.**>0', 'objects:xml.**>0: xml.Parser.parse(): Self Objects 10 -> 12 (+20.0 %)'],
    ['objects>10%', 'objects>10%: the recording as a whole: Self Objects 13 -> 15 (+15.4 %)'],
  ])('%s fails, and says whether of a class or of a method', async (gate, sentence) => {
    const { code, err } = await judged(gate);
    expect({ code, err }).toEqual({ code: 5, err: `FAILED ${sentence}` });
  });

  it.each([
    ['objects:xml.Parser>0', 0],
    ['objects:xml.Parser<1', 5],
  ])('%s judges objects that neither side makes as zero, and says so: %i', async (gate, expected) => {
    const { code, err } = await judged(gate);
    expect(code).toBe(expected);
    expect(err).toContain(
      expected === 5
        ? 'of class xml.Parser: Objects 0 -> 0 (0.0 %)'
        : 'passed: objects:xml.Parser>0 (objects of xml.Parser, whoever makes them): neither recording makes any; what its methods make is objects:xml.Parser::*',
    );
  });

  it('that passes says which of both it has judged', async () => {
    const { code, err } = await judged('objects:srv.Request>0', 'elements:byte[]>0', 'objects:srv.**>0');
    expect(code).toBe(0);
    expect(err).toBe(
      'passed: objects:srv.Request>0 (objects of srv.Request, whoever makes them), ' +
        'elements:byte[]>0 (objects of byte[], whoever makes them), objects:srv.**>0 (what methods of srv.** make)',
    );
  });

  it('of the threads that are chosen judges those', async () => {
    const { err, code } = await sluice(
      ...['diff', files.before, files.after, '--thread', 'main', '--fail-on', 'objects:xml.Node>1'],
    );
    expect({ code, err }).toMatchObject({ code: 5, err: expect.stringContaining('10 -> 12') as string });
  });

  it.each([
    [
      'calls:new xml.Node>0',
      /"new" names classes that are made, and of these only objects, elements, bytes, liveObjects, liveBytes are/,
    ],
    ['totalObjects:new xml.Node>0', /"new" names classes that are made/],
    ['objects:new xml..Node>0', /at character 5/],
  ])('%s is refused', async (gate, sentence) => {
    const { err, code } = await judged(gate);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});
