import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { groupsIn } from '../../shared/recording/sets/rootCallGroups.ts';
import { GROUPS_VIEW } from '../../shared/rows/groupRows.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { splitSnapshot } from '../../shared/testing/splitSnapshot.ts';
import { sluice } from './testing/commandLine.ts';

const BEFORE = `
  /cart: 0>A 10>B 20<B 30<A 40>A 50<A
  /slow: 0>A 100>B 400<B 400>B 900<B 950<A
  !odd: 0>A 5<A`;
/** Of /slow B is called five times. */
const AFTER = BEFORE.replace('400>B 900<B', '400>B 500<B 500>B 600<B 600>B 700<B 700>B 900<B');

let folder = '';
const files = { before: '', after: '', whole: '' };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  for (const [name, snapshot] of [
    ['before', splitSnapshot(BEFORE)],
    ['after', splitSnapshot(AFTER)],
    ['whole', exampleSnapshot('main: 0>A 5<A')],
  ] as const) {
    files[name] = join(folder, `${name}.sluice`);
    writeFileSync(files[name], encodeSnapshot(snapshot));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asked = ['--view', GROUPS_VIEW] as const;

describe('the view groups', () => {
  it('is a text with a row for each value, and says how to go on from one', async () => {
    const { out, err } = await sluice('report', files.before, ...asked);
    expect(err).toBe('');
    const lines = out.split('\n');
    expect(lines.slice(lines.indexOf('Groups') + 2)).toEqual([
      expect.stringMatching(/^ +1 +950 +92 +950 +95\.5 % +3 {2}\/slow$/),
      expect.stringMatching(/^ +2 +40 +6 +20 +4\.0 % +3 {2}\/cart$/),
      expect.stringMatching(/^ +1 +5 +1 +5 +0\.5 % +1 {2}!odd$/),
      '',
      'Share is of the Total Time of all rows. ± is the bound of the error of the column before it.',
      "The call tree of one: --group 'NAME'. Against all others: sluice diff FILE --group '!NAME' --group-b 'NAME'.",
      '',
      '',
    ]);
  });

  it('is ordered, filtered, cut, and of chosen groups alone', async () => {
    const namesOf = async (...options: string[]): Promise<unknown> => {
      const { out } = await sluice('report', files.before, ...asked, '--format', 'json', ...options);
      return (JSON.parse(out) as { rows: { group: string }[] }).rows.map(({ group }) => group).join(' ');
    };
    expect(await namesOf()).toBe('/slow /cart !odd');
    expect(await namesOf('--value', 'rootCalls')).toBe('/cart /slow !odd');
    expect(await namesOf('--value', 'calls/rootCalls')).toBe('/slow /cart !odd');
    expect(await namesOf('--filter', '/')).toBe('/slow /cart');
    expect(await namesOf('--group', '/*')).toBe('/slow /cart');
    const { out } = await sluice('report', files.before, ...asked, '--top', '1');
    expect(out).toContain('… 2 smaller rows are not shown');
  });

  it('is JSON and CSV, each metric by its id', async () => {
    const { out } = await sluice('report', files.before, ...asked, '--format', 'json', '--group', '/cart');
    expect(JSON.parse(out)).toMatchObject({
      ...{ view: 'groups', groups: ['/cart'] },
      units: {
        rootCalls: 'count',
        totalNs: 'ns',
        errorNs: 'ns',
        meanNs: 'ns',
        share: 'share',
        calls: 'count',
      },
      rows: [{ group: '/cart', rootCalls: 2, totalNs: 40, errorNs: 6, meanNs: 20, share: 1, calls: 3 }],
    });
    const { out: csv } = await sluice('convert', files.before, '--format', 'csv', ...asked);
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'group,rootCalls,totalNs,errorNs,meanNs,share,calls',
      expect.stringMatching(/^\/slow,1,950,92,950,0\.954\d*,3$/),
    ]);
  });

  it('compares two recordings, and a gate judges its rows', async () => {
    const { out } = await sluice('diff', files.before, files.after, ...asked);
    expect(out).toMatch(/ 3 +6 +3 {2}\/slow\n/);
    const gate = (...gates: string[]) =>
      sluice('diff', files.before, files.after, ...asked, ...gates.flatMap((each) => ['--fail-on', each]));
    expect(await gate('calls:/slow>0', 'calls:/cart>0', 'rootCalls>0')).toMatchObject({
      code: 5,
      err: 'FAILED calls:/slow>0: Groups: /slow: Invocations 3 -> 6 (+100.0 %)',
    });
    expect((await gate('totalNs:/slow>10%')).err).toContain('totalNs of groups is not exact');
  });

  it('says of a recording without groups what to do', async () => {
    const { out, code } = await sluice('report', files.whole, ...asked);
    expect(code).toBe(0);
    expect(out).toContain(
      'No root calls are told apart: recorded without --slow-calls and --split, or no root call has ended.',
    );
    expect(out).toContain('Nothing is in it.');
  });
});

describe('all groups but one', () => {
  it('are named by a ! before it, unless that is a name itself', async () => {
    const groupsOf = async (...names: string[]): Promise<unknown> => {
      const groups = names.flatMap((name) => ['--group', name]);
      const { out, err } = await sluice('report', files.before, '--format', 'json', ...groups);
      return out === '' ? err : (JSON.parse(out) as { groups: readonly string[] }).groups.join(' ');
    };
    expect(await groupsOf('!/slow')).toBe('/cart !odd');
    expect(await groupsOf('!odd')).toBe('!odd');
    expect(await groupsOf('!!odd')).toBe('/cart /slow');
    expect(await groupsOf('/*', '!/slow')).toBe('/cart');
    expect(await groupsOf('!*')).toContain('Of the groups of root calls of the recording "!*" leaves none.');
    expect(await groupsOf('!/late')).toContain('The recording has no group of root calls "/late"');
  });

  it('are compared with that one, per root call', async () => {
    const sides = ['--group', '!/slow', '--group-b', '/slow'];
    const { out } = await sluice('diff', files.before, ...sides, '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      ...{ a: { groups: ['/cart', '!odd'] }, b: { groups: ['/slow'] } },
      per: { basis: 'root-call', unitsA: 3, unitsB: 1 },
    });
  });
});

it('an HTML page has the groups apart, all of them or those that were chosen', async () => {
  const groupsOn = async (...options: string[]): Promise<string> => {
    const page = join(folder, 'page.html');
    expect(await sluice('convert', files.before, '-o', page, ...options)).toMatchObject({ code: 0 });
    const [, held] = /<script[^>]*id="recording"[^>]*>([^<]*)</.exec(readFileSync(page, 'utf8')) ?? [];
    return groupsIn(decodeSnapshot(gunzipSync(Buffer.from(held.trim(), 'base64'))).threads).join(' ');
  };
  expect(await groupsOn()).toBe('/cart /slow !odd');
  expect(await groupsOn('--group', '/*')).toBe('/cart /slow');
});
