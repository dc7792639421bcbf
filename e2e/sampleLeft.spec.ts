import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { sessionTraces } from '../electron/engine/testing/sessionTraces.ts';
import { waitUntil } from '../electron/engine/testing/javaFixture.ts';
import { runCli, spawnCli } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { startTarget, type Target } from './fixtures/targets.ts';

/** A tool that is killed while it samples: the next one takes away what it left, and the program is not printed at. */

test.skip(!existsSync('/proc/self/stat'), 'whether a tool is gone is read from /proc');

const jfr = (jdk: Jdk, { pid }: Target): string =>
  execFileSync(jdk.tool('jcmd'), [String(pid), 'JFR.check'], { encoding: 'utf8' });

/** @returns pid of the tool */
async function killedWhileSampling(target: Target): Promise<number> {
  const tool = spawnCli(['sample', String(target.pid), '-d', '2s']);
  await tool.stderr.waitFor(/^sampling for/);
  tool.kill('SIGKILL');
  await tool.code;
  return tool.pid;
}

for (const jdk of JDKS) {
  test(`the recording of a killed tool is stopped by the next one, and its folder taken away, ${jdk.name}`, async () => {
    const target = await startTarget(jdk, 'Busy');
    try {
      const killed = await killedWhileSampling(target);
      expect(jfr(jdk, target)).toMatch(/name=sluice-session-\S+ .*running/);
      // One that samples another program knows nothing of that recording, and leaves it its folder.
      const other = await startTarget(jdk, 'Busy');
      expect(await runCli(['sample', String(other.pid), '-d', '300ms'])).toMatchObject({ code: 0 });
      await other.stop();
      expect(sessionTraces([killed], ['/tmp', '/var/tmp'])).toHaveLength(1);
      const { code, stdout } = await runCli(['sample', String(target.pid), '-d', '1s']);
      expect(code).toBe(0);
      expect(stdout).toContain('Busy.price');
      expect(jfr(jdk, target)).toContain('No available recordings');
      expect(sessionTraces([killed], ['/tmp', '/var/tmp'])).toEqual([]);
      expect(target.output.text.trim()).toBe(`READY ${target.pid}`);
      expect(target.errors.text).toBe('');
    } finally {
      await target.stop();
    }
  });

  test(
    `the recording of a killed tool ends by itself, and the program is not printed at, ${jdk.name}`,
    { tag: '@slow' },
    async () => {
      const target = await startTarget(jdk, 'Busy');
      try {
        const killed = await killedWhileSampling(target);
        const other = await startTarget(jdk, 'Busy');
        expect(await runCli(['sample', String(other.pid), '-d', '300ms'])).toMatchObject({ code: 0 });
        const isOver = (): boolean => jfr(jdk, target).includes('No available recordings');
        await waitUntil(isOver, 'the end of the recording', 90_000);
        expect(target.output.text.trim()).toBe(`READY ${target.pid}`);
        expect(target.errors.text).toBe('');
        expect(await runCli(['sample', String(other.pid), '-d', '300ms'])).toMatchObject({ code: 0 });
        expect(sessionTraces([killed], ['/tmp', '/var/tmp'])).toEqual([]);
        await other.stop();
      } finally {
        await target.stop();
      }
    },
  );
}
