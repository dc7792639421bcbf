import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ExpectedTree } from './expectedTree.ts';
import { EXPECTED_TREES } from './expectedTrees.ts';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf, runCli, startRecording, type Report } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { startTarget, targetCommand } from './fixtures/targets.ts';

/**
 * The promise: the number of calls in every context is exact, by whatever way the target was reached.
 * The pictures in expectedTrees.ts were worked out by hand.
 */
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-exact-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  for (const expected of EXPECTED_TREES.filter(({ sinceJdk = 0 }) => sinceJdk <= jdk.feature)) {
    const file = (way: string): string => join(folder, `${expected.target}-${jdk.feature}-${way}.sluice`);

    test(`${expected.target}, ${jdk.name}, attached by pid: counts are exact`, async () => {
      expectTree(await recordAttached(jdk, expected, file('attached')), expected);
    });

    test(`${expected.target}, ${jdk.name}, launched: counts are exact`, async () => {
      expectTree(await recordLaunched(jdk, expected, file('launched')), expected);
    });
  }
}

async function recordAttached(jdk: Jdk, { target, root }: ExpectedTree, file: string): Promise<Report> {
  const program = await startTarget(jdk, target);
  try {
    await program.send('other');
    const recording = await startRecording(program.pid, root, file);
    await program.send('other');
    await program.send('run');
    await program.send('other');
    const { code, stderr } = await recording.stop();
    expect(code, stderr).toBe(0);
    // The target works on as before.
    await program.send('other');
  } finally {
    await program.stop();
  }
  return reportOf(file);
}

async function recordLaunched(jdk: Jdk, { target, root }: ExpectedTree, file: string): Promise<Report> {
  const command = [jdk.tool('java'), ...targetCommand(jdk, target, ['other', 'run', 'other'])];
  const { code, stderr } = await runCli(['launch', '--root', root, '--output', file, '--', ...command]);
  expect(code, stderr).toBe(0);
  return reportOf(file);
}

function expectTree(report: Report, expected: ExpectedTree): void {
  expect(pictureOf(report.roots)).toEqual(pictureFrom(expected.tree));
  expect(report).toMatchObject({ complete: true, droppedEvents: 0 });
}
