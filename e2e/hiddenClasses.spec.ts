import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ExpectedTree } from './expectedTree.ts';
import { runCli, type Report } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { expectTree, recordAttached, recordLaunched } from './fixtures/recordTarget.ts';

/** What the hidden class calls hangs under its caller: its own methods are passed through. */
const HIDDEN_CLASSES: ExpectedTree = {
  target: 'HiddenClasses',
  root: 'HiddenClasses::root',
  tree: `
    HiddenClasses.root 1
      HiddenClasses.plus 2000
      HiddenClasses$Table.value 2000
      HiddenClasses.define 1
      HiddenClasses.lambda$root 1000`,
};
const DEFINED =
  'Class HiddenClasses$Rule, with 3 methods, is not measured: it is hidden, and the JVM lets nobody change its code. [hiddenClass]';
const FROM_BEFORE =
  'Class HiddenClasses$Rule is not measured: it is hidden, was there before the recording, and the JVM neither shows its code nor ' +
  'lets anybody change it. [hiddenClassBefore]';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-hidden-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The methods of lambdas are the JDK's hidden classes: they are not told of. */
async function expectTold(report: Report, file: string, refusals: readonly string[]): Promise<void> {
  expect(report.refusals).toEqual(refusals);
  const { stdout } = await runCli(['report', file]);
  for (const refusal of refusals) expect(stdout).toContain(`  ${refusal}\n`);
  const loss =
    refusals.length === 1
      ? '1 method, class or loader is not measured, or in part'
      : `${refusals.length} methods, classes or loaders are not measured, or in part`;
  expect(report).toMatchObject({ complete: false, losses: [loss] });
  expect(stdout).toContain(`INCOMPLETE: ${loss}; counts are lower bounds.`);
  expect(stdout).not.toContain('every call was counted');
}

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'eager', 'everything']) {
    const title = `hidden classes are named, and what they call is counted, ${jdk.name}, scheme ${scheme}`;
    const file = (way: string): string => join(folder, `${jdk.feature}-${scheme}-${way}.sluice`);

    test(`${title}, attached`, async () => {
      const options = ['--scheme', scheme];
      const report = await recordAttached(jdk, HIDDEN_CLASSES, file('attached'), options);
      expectTree(report, HIDDEN_CLASSES);
      await expectTold(report, file('attached'), [FROM_BEFORE, DEFINED]);
    });

    test(`${title}, launched`, { tag: '@slow' }, async () => {
      const options = ['--scheme', scheme];
      const report = await recordLaunched(jdk, HIDDEN_CLASSES, file('launched'), options);
      expectTree(report, HIDDEN_CLASSES);
      await expectTold(report, file('launched'), [DEFINED]);
    });
  }
}
