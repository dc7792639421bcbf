import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { reportOf, runCli, startRecording, type Report } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, targetCommand } from './fixtures/targets.ts';

/** While it records, classes that the program lets go of are collected: 500 loaders of 1 MB each in a heap of 64 MB. */

const HEAP = '-Xmx64m';
const LOADERS = 500;
/** In the last turn of a loop the JVM may still hold one, and the pump one whose constructor was called by reflection. */
const MOST_LEFT = 2;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-unloading-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  for (const scheme of ['lazy', 'eager', 'everything']) {
    const options = ['--scheme', scheme, '--clock', 'none', '--count-trivial', 'off'];

    test(`plug-ins are collected while they are recorded, launched, ${jdk.name}, scheme ${scheme}`, async () => {
      const file = join(folder, `${jdk.feature}-${scheme}.sluice`);
      const command = [jdk.tool('java'), HEAP, ...targetCommand(jdk, 'PlugIns', ['run'])];
      const args = ['launch', '--root', 'PlugIns::root', ...options, '--output', file, '--', ...command];
      const { code, stdout, stderr } = await runCli(args, 240_000);
      expect(code, stderr).toBe(0);
      expectCollected(stdout);
      expectExact(await reportOf(file));
    });

    test(`and attached to, ${jdk.name}, scheme ${scheme}`, async () => {
      const file = join(folder, `${jdk.feature}-${scheme}-attached.sluice`);
      const target = await startTarget(jdk, 'PlugIns', { jvmArgs: [HEAP] });
      try {
        const recording = await startRecording(target.pid, 'PlugIns::root', file, options);
        await target.send('run');
        expectCollected(target.output.text);
        const { code, stderr } = await recording.stop();
        expect(code, stderr).toBe(0);
      } finally {
        await target.stop();
      }
      expectExact(await reportOf(file));
    });
  }
}

function expectCollected(output: string): void {
  expect(Number(/^LOADERS LEFT (\d+)$/m.exec(output)?.[1])).toBeLessThanOrEqual(MOST_LEFT);
}

function expectExact(report: Report): void {
  const calls = (method: string): number =>
    report.methods.filter((row) => row.method === method).reduce((sum, row) => sum + row.calls, 0);
  expect(report).toMatchObject({ complete: true, losses: [] });
  expect([calls('root'), calls('applyAsInt'), calls('leaf')]).toEqual([LOADERS, LOADERS, LOADERS]);
}
