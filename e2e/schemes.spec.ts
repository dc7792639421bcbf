import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { titleOf } from './expectedTree.ts';
import { EXPECTED_TREES } from './expectedTrees.ts';
import { JDKS } from './fixtures/jdks.ts';
import { expectTree, recordAttached, recordLaunched } from './fixtures/recordTarget.ts';

/**
 * The schemes differ in when methods are instrumented and in how many; what was called, how often and in which context
 * is the same. exactCounts.spec.ts holds the lazy scheme against the pictures in every way, this one the others: each
 * target once by each, on the JDKs in turn.
 */
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-schemes-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const [i, expected] of EXPECTED_TREES.entries()) {
  const jdks = JDKS.filter(({ feature }) => feature >= (expected.sinceJdk ?? 0));
  for (const [j, scheme] of ['eager', 'everything'].entries()) {
    const jdk = jdks[(i + j) % jdks.length];
    if (jdk === undefined) continue; // needs a JDK that is not on this machine
    // Launched programs are recorded so, if nothing else is said.
    const isLaunched = scheme === 'everything' && i % 2 === 1;
    const way = isLaunched ? ', launched' : '';
    test(`${titleOf(expected)}, ${jdk.name}, scheme ${scheme}${way}: the same calls in the same contexts`, async () => {
      const file = join(folder, `${expected.target}-${scheme}.sluice`);
      const report = isLaunched
        ? await recordLaunched(jdk, expected, file)
        : await recordAttached(jdk, expected, file, ['--scheme', scheme]);
      expectTree(report, expected);
    });
  }
}
