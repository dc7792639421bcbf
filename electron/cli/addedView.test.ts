import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { ADDED_TABLE } from '../../shared/testing/addedTable.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { sluice } from './testing/commandLine.ts';

/** One line: the entry in the registry. All else of the view is in its file. The window: e2e/window/added.spec.ts. */
vi.mock(import('../../shared/tables/recordingTables.ts'), async (original) => {
  const { RECORDING_TABLES } = await original();
  const { ADDED_TABLE } = await import('../../shared/testing/addedTable.ts');
  return { RECORDING_TABLES: [...RECORDING_TABLES, ADDED_TABLE] };
});

let folder = '';
let before = '';
let after = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  const written = (name: string, script: string): string => {
    const path = join(folder, `${name}.sluice`);
    writeFileSync(path, encodeSnapshot(exampleSnapshot(script)));
    return path;
  };
  before = written('before', 'main: 0>A 10>B 30<B 40>B 50<B 100<A');
  after = written('after', 'main: 0>A 10>B 30<B 50>C 60<C 100<A');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asked = ['--view', ADDED_TABLE.id] as const;

it('a view that is added is in the help of --view, and among those that there are', async () => {
  for (const command of ['report', 'diff'])
    expect((await sluice(command, '--help')).out).toMatch(/ letters +methods by their first letter/);
  expect((await sluice('report', before, '--view', 'x')).err).toMatch(/There are .*, letters\./);
});

it('is reported as a text, ordered, filtered, summed up and cut as a data set is', async () => {
  const { out, err } = await sluice('report', before, ...asked);
  expect(err).toBe('');
  const lines = out.split('\n');
  expect(lines[1]).toContain('Recorded:');
  expect(lines.slice(lines.indexOf('Letters'))).toEqual([
    'Letters',
    'Methods  Calls  Self [ns]  Letter',
    '      1      1         70  A',
    '      1      2         30  B',
    '',
    '',
  ]);
  const { out: first } = await sluice('report', before, ...asked, '--value', 'calls', '--top', '1');
  expect(first).toMatch(/Letters, by Calls\n.*\n +1 +2 +30 {2}B\n… 1 smaller rows are not shown/);
  const { out: found } = await sluice('report', before, ...asked, '--filter', 'a', '--by', 'letter');
  expect(found).toMatch(/70 {2}A\n\n/);
});

it('is reported as JSON and written as CSV, each metric by its id', async () => {
  const { out } = await sluice('report', before, ...asked, '--format', 'json');
  expect(JSON.parse(out)).toMatchObject({
    ...{ format: 'sluice-view', view: 'letters', title: 'Letters' },
    units: { methods: 'count', calls: 'count', selfNs: 'ns' },
    rows: [
      { letter: 'A', methods: 1, calls: 1, selfNs: 70 },
      { letter: 'B', methods: 1, calls: 2, selfNs: 30 },
    ],
  });
  const { out: csv } = await sluice('convert', before, '--format', 'csv', ...asked);
  expect(csv.split('\r\n')).toEqual(['letter,methods,calls,selfNs', 'A,1,1,70', 'B,1,2,30', '']);
});

it('compares two recordings, and a gate judges its rows', async () => {
  const { out } = await sluice('diff', before, after, ...asked);
  expect(out.split('\n')[0]).toBe('Letters');
  expect(out).toMatch(/0 +1 +1 .* C\n/);
  const gated = await sluice('diff', before, after, ...asked, '--fail-on', 'calls:C>0');
  expect(gated).toMatchObject({
    code: 5,
    err: 'FAILED calls:C>0: Letters: C: Calls 0 -> 1 (new)',
  });
});
