import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { MADE_SET } from '../shared/recording/madeSets.ts';
import { decodeSnapshot } from '../shared/recording/snapshotCodec.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { recordAttached } from './fixtures/recordTarget.ts';

/**
 * Where core classes are left out: what is made, by which method, how many, with how many elements, of how many bytes, counted by
 * hand. What the core makes for itself, to deserialize, to box, for a method handle, is not there.
 */
const MADE = `
Unmade$Thing                   Unmade$Thing.clone    20   0 480
Unmade$Larger                  Unmade$Thing.clone     3   0  96
Unmade$Thing                   Unmade.clones          1   0  24
Unmade$Larger                  Unmade.clones          1   0  32
int[]                          Unmade.arrayClones     6  48 288
boolean[]                      Unmade.arrayClones     2   0  32
java.lang.String[]             Unmade.arrayClones     2   3  48
java.lang.String[][]           Unmade.arrayClones     2   4  48
Unmade$Colour                  Unmade$Colour.<clinit> 3   0  72
Unmade$Colour[]                Unmade$Colour.$values  1   3  32
Unmade$Colour[]                Unmade$Colour.values   1   3  32
Unmade$Thing                   Unmade.reflective     30   0 720
java.lang.Object[]             Unmade.reflective     30   0 480
java.lang.Class[]              Unmade.reflective     30   0 480
Unmade$Thing                   Unmade.reflectiveClass 4   0  96
int[]                          Unmade.arrays          4   5  88
Unmade$Thing[]                 Unmade.arrays          3  12 104
long[][]                       Unmade.arrays          1   2  24
long[]                         Unmade.arrays          2   6  80
byte[]                         Unmade.copies          2 103 144
char[]                         Unmade.copies          2  12  64
Unmade$Thing[]                 Unmade.copies          2  11  80
java.lang.String[]             Unmade.copies          1   0  16
Unmade$Thing                   Unmade.deserialized    1   0  24
Unmade$Thing                   Unmade.unsafe          3   0  72
java.lang.String               Unmade.concatenated   12   0 288
byte[]                         Unmade.concatenated   11 130 360
java.util.function.IntSupplier Unmade.lambdas         8   0 192
java.util.function.Supplier    Unmade.references      9   0 144
`;

/**
 * Where they are measured, by class: 2 by `new`, 20 cloned, 34 by reflection, 2 deserialized, 3 by Unsafe, 7 by a method handle; and what
 * is boxed beyond the cache. What the JVM throws itself, and constants, nobody tells.
 */
const MADE_WITH_CORE = [
  'Unmade$Larger 4',
  'Unmade$Thing 68',
  'java.lang.NullPointerException 0',
  'java.util.function.IntSupplier 8',
];

const PROGRAM = { target: 'Unmade', root: 'Unmade::root', tree: '' };
const OPTIONS = ['--metrics', 'calls,objects', '--clock', 'none'];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-unmade-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface MadeRow {
  readonly made: string;
  readonly method: string;
  /** Objects, elements, bytes. */
  readonly numbers: readonly number[];
}

async function madeIn(jdk: Jdk, more: readonly string[]): Promise<readonly MadeRow[]> {
  const file = join(folder, `${jdk.feature}-${more.length}.sluice`);
  await recordAttached(jdk, PROGRAM, file, [...OPTIONS, ...more]);
  const set = decodeSnapshot(readFileSync(file)).dataSets.find(({ id }) => id === MADE_SET);
  if (set === undefined) throw new Error(`no data set ${MADE_SET}`);
  return Array.from({ length: set.rows }, (_, row) => {
    const [made, method] = set.texts.map((column) => column.texts[row]);
    return { made, method, numbers: set.values.map(({ values }) => values[row]) };
  });
}

function summed(rows: readonly MadeRow[], keyOf: (row: MadeRow) => string): ReadonlyMap<string, number[]> {
  const sums = new Map<string, number[]>();
  for (const row of rows) {
    const before = sums.get(keyOf(row)) ?? row.numbers.map(() => 0);
    sums.set(
      keyOf(row),
      before.map((sum, i) => sum + row.numbers[i]),
    );
  }
  return sums;
}

for (const jdk of JDKS) {
  test(`${jdk.name}: what calls make is told where they are`, async () => {
    // What java.io makes of itself is its JVM's own.
    const rows = (await madeIn(jdk, [])).filter(({ made }) => !/^java\.(io|util\.ArrayList)/.test(made));
    const sums = summed(rows, ({ made, method }) => `${made} ${method.replace(/\(.*/, '')}`);
    const lines = MADE.split('\n').filter((line) => line !== '');
    expect([...sums].map(([key, numbers]) => `${key} ${numbers.join(' ')}`).sort()).toEqual(
      lines.map((line) => line.replace(/ +/g, ' ')).sort(),
    );
  });

  test(`${jdk.name}: with core classes, each is told once, whoever makes it`, async () => {
    const rows = await madeIn(jdk, ['--include-core']);
    const sums = summed(rows, ({ made }) => made);
    const told = MADE_WITH_CORE.map((line) => line.split(' ')[0]);
    expect(told.map((made) => `${made} ${sums.get(made)?.[0] ?? 0}`)).toEqual(MADE_WITH_CORE);
    const boxed = rows.filter(
      ({ made, method }) => made === 'java.lang.Integer' && method.includes('valueOf'),
    );
    expect(boxed.reduce((sum, { numbers }) => sum + numbers[0], 0)).toBeGreaterThanOrEqual(72);
  });
}
