import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { BYTES, ELEMENTS, OBJECTS } from '../shared/cct/madeColumns.ts';
import { USUAL_LAYOUT } from '../shared/events/objectLayout.ts';
import type { DataSet } from '../shared/recording/dataSets/dataSet.ts';
import { MADE_CONTEXTS_SET, MADE_SET } from '../shared/recording/sets/madeSets.ts';
import type { Snapshot } from '../shared/recording/snapshot.ts';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { runCli } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { recordAttached, recordLaunched } from './fixtures/recordTarget.ts';

/**
 * What is made, by which method, and how many, with how many elements, of how many bytes: counted by hand, and the bytes from
 * headers of 12 bytes, references of 4, arrays from 16 on and multiples of 8.
 */
const MADE = `
Made$Bad                            Made.failures       14          0        224
Made$Deeper                         Made.chains          4          0         96
Made$Derived                        Made.chains         10          0        240
Made$Leaf                           Made$Derived.<init> 28          0        448
Made$Leaf                           Made$Worker.run   3000          0      48000
Made$Leaf                           Made.deep            8          0        128
Made$Link                           Made.chains        100          0       1600
Made$Worker                         Made.threads         3          0         48
boolean[]                           Made.elements        1          5         24
byte[]                              Made.elements        2    5000005    5000040
char[]                              Made.elements        1          5         32
double[]                            Made.elements        1          5         56
float[]                             Made.elements        1          5         40
int[]                               Made$Derived.<init> 14         42        448
int[]                               Made.clones          6         48        288
byte[]                              Made.threads         3         21         72
java.lang.String                    Made.threads         3          0         72
int[]                               Made.solid           6         30        240
int[][]                             Made.empty           2          0         32
int[][]                             Made.solid           2          6         64
int[][][]                           Made.empty           1          2         24
int[][][]                           Made.solid           1          2         24
java.lang.IllegalArgumentException  Made$Bad.<init>      3          0        120
java.lang.IllegalStateException     Made.boom            5          0        200
java.lang.Object                    Made$Link.<init>   100          0       1600
java.lang.Object[]                  Made.varargs         7         18        208
java.lang.String[]                  Made.elements       10         45        360
java.lang.String[][]                Made.words           4         20        160
java.lang.String[][][]              Made.words           1          4         32
java.lang.Thread[]                  Made.threads         1          3         32
long[]                              Made.elements        1          5         56
long[]                              Made.words          10         70        720
long[][]                            Made.words           4         10        112
short[]                             Made.elements        1          5         32
`;

const PROGRAM = { target: 'Made', root: 'Made::root', tree: '' };
const OPTIONS = ['--metrics', 'calls,objects,elements,bytes', '--clock', 'none', '--follow-threads'];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-objects-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function snapshotIn(file: string): Snapshot {
  return decodeSnapshot(readFileSync(file));
}

function setOf({ dataSets }: Snapshot, id: string): DataSet {
  const found = dataSets.find((set) => set.id === id);
  if (found === undefined) throw new Error(`no data set ${id}`);
  return found;
}

const inOrder = (lines: readonly string[]): string[] => [...lines].sort();

/** The rows of the recording, those of one method added up. A thread's size is its JVM's own. */
function madeIn(snapshot: Snapshot): string[] {
  const { rows, texts, values } = setOf(snapshot, MADE_SET);
  const sums = new Map<string, number[]>();
  for (let row = 0; row < rows; row++) {
    const [made, method] = texts.map((column) => column.texts[row]);
    if (made === 'java.lang.Thread') continue;
    const called = method.replace(/\(.*/, '').replace(/^new (\S+)/, '$1.<init>');
    const key = `${made} ${called}`;
    const before = sums.get(key) ?? values.map(() => 0);
    sums.set(
      key,
      before.map((sum, i) => sum + values[i].values[row]),
    );
  }
  return inOrder([...sums].map(([key, numbers]) => `${key} ${numbers.join(' ')}`));
}

/** Of each context that made something the method, by the place that the file names. */
function makersByPlace(snapshot: Snapshot): string[] {
  const [, methods] = setOf(snapshot, MADE_SET).texts;
  const [places] = setOf(snapshot, MADE_CONTEXTS_SET).links;
  return Array.from(places.rows, (place) =>
    methods.texts[place].replace(/\(.*/, '').replace(/^new (\S+)/, '$1.<init>'),
  );
}

/** The same by the JSON of the contexts and the nodes of the JSON report. */
async function makersByReport(file: string): Promise<string[]> {
  const json = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await runCli(['report', file, '--format', 'json', ...args])).stdout);
  interface Node {
    readonly node: number;
    readonly class: string;
    readonly method: string;
  }
  const { threads } = (await json('--flat')) as { threads: { tree: { nodes: Node[] } }[] };
  const { rows } = (await json('--view', MADE_CONTEXTS_SET)) as {
    rows: { thread: number; context: number }[];
  };
  return rows.map(({ thread, context }) => {
    const node = threads[thread].tree.nodes.find((each) => each.node === context);
    return `${node?.class}.${node?.method}`;
  });
}

function expected(): string[] {
  const lines = MADE.split('\n').filter((line) => line !== '');
  return inOrder(lines.map((line) => line.replace(/ +/g, ' ')));
}

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'everything']) {
    test(`${jdk.name}, ${scheme}: what each method makes is what was counted by hand`, async () => {
      const file = join(folder, `${jdk.feature}-${scheme}.sluice`);
      const report = await recordAttached(jdk, PROGRAM, file, [...OPTIONS, '--scheme', scheme]);
      expect(report.complete).toBe(true);
      expect(madeIn(snapshotIn(file))).toEqual(expected());
    });
  }

  test(`${jdk.name}: a launched program has made the same, twice, and contexts add up to it`, async () => {
    const [first, second] = await Promise.all(
      ['first', 'second'].map(async (name) => {
        const file = join(folder, `${jdk.feature}-${name}.sluice`);
        await recordLaunched(jdk, PROGRAM, file, OPTIONS);
        return file;
      }),
    );
    const snapshot = snapshotIn(first);
    expect(madeIn(snapshot)).toEqual(expected());
    expect(snapshot.layout).toEqual(USUAL_LAYOUT);
    const { code, stdout, stderr } = await runCli([
      ...['diff', first, second, '--fail-on', 'calls:**>0', '--fail-on', 'objects:**>0'],
      ...['--fail-on', 'elements:**>0', '--fail-on', 'bytes:**>0'],
    ]);
    expect(code, stdout + stderr).toBe(0);
    const report = await runCli(['report', first, '--view', 'made', '--top', '2', '--value', 'objects']);
    expect(report.stdout.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual(
      expect.arrayContaining([
        'Made, by Objects',
        '3,036 0 47.4 KiB Made$Leaf',
        expect.stringMatching(/^3,000 0 46.9 KiB Made\$Worker.run\(\):\d+$/),
        expect.stringMatching(/^28 0 448 B new Made\$Derived\(\):\d+$/),
        '8 0 128 B new Made$Derived(int)',
        '8 0 128 B new Made$Deeper()',
      ]),
    );
    expect(await makersByReport(first)).toEqual(makersByPlace(snapshot));
    for (const id of [OBJECTS, ELEMENTS, BYTES]) {
      const inTrees = snapshot.threads.reduce((sum, { table }) => sum + total(table.more?.get(id)), 0);
      for (const set of [MADE_SET, MADE_CONTEXTS_SET]) {
        const column = setOf(snapshot, set).values.find((values) => values.id === id);
        expect(`${set} ${id} ${total(column?.values)}`).toBe(`${set} ${id} ${inTrees}`);
      }
    }
  });

  test(
    `${jdk.name}: objects beside times, and beside bytecodes, are the same`,
    { tag: '@slow' },
    async () => {
      for (const [name, options] of [
        ['times', ['--metrics', 'calls,time,objects', '--clock', 'nano']],
        ['bursts', ['--metrics', 'calls,time,objects', '--clock', 'bursts']],
        ['bytecodes', ['--metrics', 'objects,bytecodes', '--clock', 'none']],
        ['all', ['--metrics', 'time,objects,bytecodes', '--clock', 'nano']],
      ] as const) {
        const file = join(folder, `${jdk.feature}-${name}.sluice`);
        const report = await recordAttached(jdk, PROGRAM, file, ['--follow-threads', ...options]);
        expect(report.complete).toBe(true);
        const snapshot = snapshotIn(file);
        expect(madeIn(snapshot)).toEqual(expected());
        const isTimed = name !== 'bytecodes';
        expect(snapshot.threads.some(({ table }) => table.selfNs.some((ns) => ns > 0))).toBe(isTimed);
      }
    },
  );
}

test('objects without times need the clock none, and the refusal says what to do', async () => {
  const { code, stderr } = await runCli([
    ...['record', '4711', '--root', 'a.B::c', '--metrics', 'calls,objects'],
    ...['--output', join(folder, 'never.sluice')],
  ]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('--metrics: time is not among them, and the clock is nano.');
  expect(stderr).toContain('Take --clock none, or --metrics calls,time,objects.');
});

function total(column: Float64Array | undefined): number {
  return (column ?? new Float64Array()).reduce((sum, value) => sum + value, 0);
}
