import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataSet } from '../../shared/recording/dataSets/dataSet.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { EXAMPLE_SET } from '../../shared/testing/exampleDataSet.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { sluice } from './testing/commandLine.ts';

let folder = '';
let withSet = '';
let later = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  withSet = recordingWith('before', EXAMPLE_SET);
  later = recordingWith('after', {
    ...EXAMPLE_SET,
    rows: 2,
    texts: [
      { id: 'class', title: 'Class', texts: ['java.util.Vector', 'demo.Cart'] },
      { id: 'owner', title: 'Owner', texts: ['main', 'main'] },
    ],
    links: [],
    values: [{ ...EXAMPLE_SET.values[0], values: Float64Array.of(5, 7) }],
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function recordingWith(name: string, set: DataSet): string {
  const path = join(folder, `${name}.sluice`);
  writeFileSync(path, encodeSnapshot(exampleSnapshot('main: 0>A 100<A', { dataSets: [set] })));
  return path;
}

interface JsonSet {
  readonly view: string;
  readonly units: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

describe('report of a data set', () => {
  it('is a table: its numbers, then what names the rows', async () => {
    const { out } = await sluice('report', withSet, '--view', 'locks');
    expect(out.split('\n')).toEqual([
      'Locks',
      'Blocks        Blocked [s]  Class             Owner',
      '     3              0.000  java.util.Vector  main',
      '     1              0.000  demo.Wägen',
      '   300  1,152,921,504.607  java.util.Vector  worker',
      '',
      '',
    ]);
  });

  it('is ordered by what --value names, cut by --top, and filtered by its names', async () => {
    const rows = async (...flags: string[]): Promise<string[]> =>
      (await sluice('report', withSet, '--view', 'locks', ...flags)).out
        .split('\n')
        .slice(2)
        .flatMap((line) => /(main|worker|Wägen|smaller)/.exec(line)?.[0] ?? []);
    expect(await rows('--value', 'blocks')).toEqual(['worker', 'main', 'Wägen']);
    expect(await rows('--value', 'blockedNs/blocks', '--top', '1')).toEqual(['worker', 'smaller']);
    expect(await rows('--filter', 'vector')).toEqual(['main', 'worker']);
  });

  it('is summed up by the names that --by has', async () => {
    const { out } = await sluice('report', withSet, '--view', 'locks', '--by', 'class', '--value', 'blocks');
    expect(out.split('\n')).toEqual([
      'Locks, by Blocks',
      'Blocks        Blocked [s]  Class',
      '   303  1,152,921,504.607  java.util.Vector',
      '     1              0.000  demo.Wägen',
      '',
      '',
    ]);
  });

  it('has the same as JSON, a metric as a field named by its id', async () => {
    const { out } = await sluice('report', withSet, '--view', 'locks', '--format', 'json');
    const { view, units, rows } = JSON.parse(out) as JsonSet;
    expect({ view, units }).toEqual({ view: 'locks', units: { blocks: 'count', blockedNs: 'ns' } });
    expect(rows[0]).toEqual({
      class: 'java.util.Vector',
      owner: 'main',
      context: 1,
      blocks: 3,
      blockedNs: 12000,
    });
    expect(rows[1].context).toBeNull();
  });

  it.each([
    [['--view', 'lock'], /Unknown view "lock"; did you mean locks\?.*timeline, locks/],
    [
      ['--view', 'locks', '--by', 'classes'],
      /--by classes: the data set locks has no names classes\. +It has class, owner/,
    ],
    [
      ['--view', 'locks', '--thread', 'main'],
      /--view locks is a table of the whole recording: it has neither methods/,
    ],
    [['--view', 'locks', '--value', 'calls'], /The metrics are blocks, blockedNs/],
    [['--view', 'locks', '--filter', 're:('], /\(/],
  ])('is refused with %s', async (flags, sentence) => {
    const { err, code } = await sluice('report', withSet, ...flags);
    expect(code).toBe(2);
    expect(err.replaceAll('\n', ' ')).toMatch(sentence);
  });
});

describe('diff of a data set', () => {
  it('has A, B and the change of each metric of both, what changed most first', async () => {
    const { out, code } = await sluice('diff', withSet, later, '--view', 'locks');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'Locks',
      'Blocks A  Blocks B  Blocks Change  Class             Owner',
      '     300         0           -300  java.util.Vector  worker',
      '       0         7              7  demo.Cart         main',
      '       3         5              2  java.util.Vector  main',
      '       1         0             -1  demo.Wägen',
      '',
      '',
    ]);
  });

  it('has the same as JSON', async () => {
    const { out } = await sluice('diff', withSet, later, '--view', 'locks', '--format', 'json');
    const { rows } = JSON.parse(out) as JsonSet;
    expect(rows[2]).toEqual({
      class: 'java.util.Vector',
      owner: 'main',
      blocksA: 3,
      blocksB: 5,
      blocksChange: 2,
    });
  });

  it.each([
    [['--per', 'second'], /--per says nothing of --view locks/],
    [['--fail-on', 'calls>0'], /"calls" is no column of locks.\s+Its columns are blocks/],
    [['--fail-on', 'blocks:nobody>0'], /no row of locks has the name "nobody"/],
  ])('is refused with %s', async (flags, sentence) => {
    const { err, code } = await sluice('diff', withSet, later, '--view', 'locks', ...flags);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });

  it.each([
    [
      'blocks:java.util.Vector,main>1',
      5,
      'FAILED blocks:java.util.Vector,main>1: Locks: java.util.Vector, main: Blocks 3 -> 5 (+66.7 %)',
    ],
    ['blocks:demo.Cart>0', 5, 'FAILED blocks:demo.Cart>0: Locks: demo.Cart, main: Blocks 0 -> 7 (new)'],
    ['blocks:*<-1', 5, 'FAILED blocks:*<-1: Locks: java.util.Vector, worker: Blocks 300 -> 0 (-100.0 %)'],
    ['blocks<-50%', 5, 'FAILED blocks<-50%: Locks as a whole: Blocks 304 -> 12 (-96.1 %)'],
    ['blocks>0', 0, 'passed: blocks>0'],
  ])('judges rows by their names: %s', async (gate, exitCode, sentence) => {
    const { err, code } = await sluice('diff', withSet, later, '--view', 'locks', '--fail-on', gate);
    expect({ code, err }).toEqual({ code: exitCode, err: sentence });
  });

  it('is there only where both recordings have it', async () => {
    const without = join(folder, 'without.sluice');
    writeFileSync(without, encodeSnapshot(exampleSnapshot('main: 0>A 100<A')));
    const { err } = await sluice('diff', withSet, without, '--view', 'locks');
    expect(err).toMatch(/Unknown view "locks"/);
  });
});

describe('convert of a data set', () => {
  it('is CSV, each metric a column named by its id', async () => {
    const { out } = await sluice('convert', withSet, '--format', 'csv', '--view', 'locks');
    expect(out.split('\r\n')).toEqual([
      'class,owner,context,blocks,blockedNs',
      'java.util.Vector,main,1,3,12000',
      'demo.Wägen,,,1,1',
      'java.util.Vector,worker,0,300,1152921504606847000',
      '',
    ]);
  });

  it('is refused in other formats, and when the recording has none of that name', async () => {
    const other = await sluice(
      'convert',
      withSet,
      '--format',
      'pprof',
      '-o',
      join(folder, 'x'),
      '--view',
      'locks',
    );
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('Take --format csv') as string });
    const none = await sluice('convert', withSet, '--format', 'csv', '--view', 'nothing');
    expect(none.err).toMatch(/Unknown view "nothing".\n?.*There are .*locks/s);
  });
});

it.each(['blocks>0', 'blocks:*>0', 'blocks:main>1000%'])(
  'a gate on a column that is not exact is refused, whatever it would say: %s',
  async (gate) => {
    const [{ values, ...set }] = [EXAMPLE_SET];
    const inexact = { ...set, values: values.map((column) => ({ ...column, isExact: false })) };
    const file = recordingWith('inexact', inexact);
    const { code, err } = await sluice('diff', file, file, '--view', 'locks', '--fail-on', gate);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(
        /blocks of locks is not exact, and its error is not known\..*Judge an exact column/s,
      ),
    ]);
    const exact = await sluice('diff', withSet, withSet, '--view', 'locks', '--fail-on', gate);
    expect(exact.code).toBe(0);
  },
);
