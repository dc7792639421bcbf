import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runCli } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { expectTree, recordAttached, recordLaunched } from './fixtures/recordTarget.ts';
import { startTarget } from './fixtures/targets.ts';
import { LATE_ROOT_CLASS } from './rootTrees.ts';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-late-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  const file = (way: string): string => join(folder, `${jdk.feature}-${way}.sluice`);

  for (const scheme of ['lazy', 'eager', 'everything']) {
    test(`a root of a class that is not loaded yet is waited for, ${jdk.name}, scheme ${scheme}`, async () => {
      const options = ['--wait-for-roots', '--scheme', scheme];
      expectTree(await recordAttached(jdk, LATE_ROOT_CLASS, file(scheme), options), LATE_ROOT_CLASS);
    });
  }

  for (const scheme of ['eager', 'everything']) {
    const title = `what is refused of core classes does not refuse a root that is to come, ${jdk.name}, scheme ${scheme}`;
    test(title, { tag: '@slow' }, async () => {
      const options = ['--include-core', '--scheme', scheme];
      const { roots } = await recordLaunched(jdk, LATE_ROOT_CLASS, file(`core-${scheme}`), options);
      expect(roots).toMatchObject([{ method: LATE_ROOT_CLASS.root.replace('::', '.'), calls: 1 }]);
    });
  }

  test(`in a program that is launched every root is waited for, ${jdk.name}`, async () => {
    expectTree(await recordLaunched(jdk, LATE_ROOT_CLASS, file('launched')), LATE_ROOT_CLASS);
  });
}

test(
  'unless it is asked for, a root of a class that is not loaded yet is refused, and what to do is said',
  { tag: '@slow' },
  async () => {
    const program = await startTarget(JDKS[0], LATE_ROOT_CLASS.target);
    try {
      const { root } = LATE_ROOT_CLASS;
      const { code, stderr } = await runCli([
        ...['record', String(program.pid), '--root', root],
        ...['--output', join(folder, 'never.sluice')],
      ]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/Late exists, but is not loaded yet.*--wait-for-roots/s);
    } finally {
      await program.stop();
    }
  },
);
