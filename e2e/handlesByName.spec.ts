import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ExpectedTree } from './expectedTree.ts';
import { JDKS } from './fixtures/jdks.ts';
import { expectTree, recordAttached, recordLaunched } from './fixtures/recordTarget.ts';

const EXPECTED: ExpectedTree = {
  target: 'HandlesByName',
  root: 'HandlesByName::root',
  jvmArgs: ['-Dhandles.names=outside,chosen,bound,hidden,doubled'],
  tree: `
    HandlesByName.root 1
      HandlesByName$Other.<init> 1
        HandlesByName$Base.<init> 1
          HandlesByName.made 1
      HandlesByName$Other.above 1
      HandlesByName$Other.run 10
        HandlesByName.made 10
      HandlesByName$Base.chosen 10
        HandlesByName.leaf 10
      HandlesByName$Other.hidden 10
      HandlesByName$Doubling.doubled 10
      HandlesByName.outside 1000
        HandlesByName.leaf 1000
      HandlesByName$Other.chosen 1000
        HandlesByName.leaf 1000
      HandlesByName.bound 1000`,
};

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-handles-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'eager']) {
    const title = `what method handles call by names from outside is counted, and nothing guessed, ${jdk.name}, scheme ${scheme}`;
    for (const [way, record] of Object.entries({ attached: recordAttached, launched: recordLaunched })) {
      test(`${title}, ${way}`, async () => {
        const file = join(folder, `${jdk.feature}-${scheme}-${way}.sluice`);
        const report = await record(jdk, EXPECTED, file, ['--scheme', scheme]);
        expectTree(report, EXPECTED);
        // Accessors and annotated methods are not taken for what handles call.
        expect(report.instrumentedMethods - report.calledMethods).toBeLessThan(4);
      });
    }
  }
}
