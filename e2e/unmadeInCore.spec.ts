import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { reportOf } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { madeIn, summed } from './fixtures/madeRows.ts';

/**
 * Where core classes are measured, by class: 2 by `new`, 20 cloned, 34 by reflection, 2 deserialized, 3 by Unsafe, 7 by a method handle; and what
 * is boxed beyond the cache. What the JVM throws itself, and constants, nobody tells.
 */
const MADE_WITH_CORE = [
  'Unmade$Larger 4',
  'Unmade$Thing 68',
  'java.lang.NullPointerException 0',
  'java.util.function.IntSupplier 8',
];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-unmade-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  test(`${jdk.name}: with core classes, each is told once, whoever makes it`, async () => {
    const rows = await madeIn(jdk, folder, ['--include-core']);
    const sums = summed(rows, ({ made }) => made);
    const told = MADE_WITH_CORE.map((line) => line.split(' ')[0]);
    expect(told.map((made) => `${made} ${sums.get(made)?.[0] ?? 0}`)).toEqual(MADE_WITH_CORE);
    const boxed = rows.filter(
      ({ made, method }) => made === 'java.lang.Integer' && method.includes('valueOf'),
    );
    expect(boxed.reduce((sum, { numbers }) => sum + numbers[0], 0)).toBeGreaterThanOrEqual(72);
  });
  test(`${jdk.name}: an array of a call that compilers replace is told each time, and the methods are told to be counted in part`, async () => {
    const rows = await madeIn(jdk, folder, ['--include-core'], 'Replaced');
    const arrays = rows.filter(({ made }) => made === 'java.lang.Object[]');
    const inSteps = arrays.filter(({ method }) => method.includes('Replaced.step'));
    expect(inSteps.map(({ numbers }) => numbers.slice(0, 2))).toEqual([[300_000, 900_000]]);
    const { refusals, complete } = await reportOf(join(folder, `Replaced-${jdk.feature}-1.sluice`));
    for (const name of ['Math.max(int, int)', 'Arrays.copyOf(Object[], int, Class)'])
      expect(refusals).toContainEqual(expect.stringContaining(`${name} is measured in part: `));
    expect(complete).toBe(false);
  });
}
