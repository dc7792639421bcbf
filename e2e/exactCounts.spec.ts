import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { titleOf } from './expectedTree.ts';
import { EXPECTED_TREES } from './expectedTrees.ts';
import { JDKS } from './fixtures/jdks.ts';
import { expectTree, recordAttached, recordLaunched } from './fixtures/recordTarget.ts';

/**
 * The promise: the number of calls in every context is exact, by whatever way the target was reached.
 * The pictures in expectedTrees.ts were worked out by hand.
 */
let folder: string;

/** Programs of `npm test`, one for each way in which a call comes about; the others run behind it. */
const USUAL = new Set([
  ...[
    'Recursion',
    'Polymorphism',
    'Constructors',
    'StaticInit',
    'Exceptions',
    'Lambdas',
    'Reflection',
    'Handles',
  ],
  ...['Proxies', 'Callbacks', 'NativeUpcalls', 'LateClasses', 'Loaders', 'Threads', 'VirtualThreads'],
]);

const titles = new Set(EXPECTED_TREES.map(titleOf));
const unknown = [...USUAL].filter((title) => !titles.has(title));
if (unknown.length > 0) throw new Error(`Of the usual programs there are no ${unknown.join(' and ')}.`);

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-exact-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  for (const expected of EXPECTED_TREES.filter(({ sinceJdk = 0 }) => sinceJdk <= jdk.feature)) {
    const file = (way: string): string =>
      join(folder, `${titleOf(expected).replaceAll(/\W/g, '_')}-${jdk.feature}-${way}.sluice`);

    const details = USUAL.has(titleOf(expected)) ? {} : { tag: '@slow' };
    test(`${titleOf(expected)}, ${jdk.name}, attached by pid: counts are exact`, details, async () => {
      expectTree(await recordAttached(jdk, expected, file('attached')), expected);
    });

    test(`${titleOf(expected)}, ${jdk.name}, launched: counts are exact`, { tag: '@slow' }, async () => {
      const options = ['--scheme', 'lazy', '--clock', 'none']; // most exits are no words then
      expectTree(await recordLaunched(jdk, expected, file('launched'), options), expected);
    });
  }
}
