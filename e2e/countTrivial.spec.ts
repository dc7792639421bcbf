import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { titleOf } from './expectedTree.ts';
import { EXPECTED_TREES } from './expectedTrees.ts';
import { JDKS } from './fixtures/jdks.ts';
import { expectTree, recordAttached } from './fixtures/recordTarget.ts';

/**
 * Trivial methods are counted without times unless that is switched off: what was called, how often and in which context
 * is the same. exactCounts.spec.ts holds the counted form against the pictures, this one the other: each target once, on
 * the JDKs in turn.
 */
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-trivial-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const [i, expected] of EXPECTED_TREES.entries()) {
  const jdks = JDKS.filter(({ feature }) => feature >= (expected.sinceJdk ?? 0));
  const jdk = jdks[i % jdks.length];
  if (jdk === undefined) continue; // needs a JDK that is not on this machine
  test(`${titleOf(expected)}, ${jdk.name}, trivial methods timed: the same calls in the same contexts`, async () => {
    const file = join(folder, `${expected.target}-timed.sluice`);
    const report = await recordAttached(jdk, expected, file, ['--count-trivial', 'off']);
    expectTree(report, expected);
    expect(report.methods.filter(({ timed }) => timed === false)).toEqual([]);
  });
}

const TRIVIAL = ['<init>', 'isLast', 'nextValue', 'setNext', 'value', 'zero'];

for (const jdk of JDKS) {
  test(`Getters, ${jdk.name}: trivial methods, and they alone, have no times`, async () => {
    const expected = EXPECTED_TREES.find(({ target }) => target === 'Getters')!;
    const report = await recordAttached(jdk, expected, join(folder, `getters-${jdk.feature}.sluice`));
    expectTree(report, expected);
    const untimed = report.methods.filter(({ timed }) => timed === false);
    expect(untimed.map(({ method }) => method).sort()).toEqual(TRIVIAL);
    expect(untimed.map(({ selfNs, totalNs }) => selfNs + totalNs)).toEqual(TRIVIAL.map(() => 0));
    // Less the probes' cost so short ones may have no time of their own in one run.
    const timed = report.methods.filter(({ method }) => ['root', 'hot', 'sum'].includes(method));
    expect(timed.map(({ totalNs, timed: isTimed }) => totalNs > 0 && isTimed !== false)).toEqual([
      true,
      true,
      true,
    ]);
  });
}
