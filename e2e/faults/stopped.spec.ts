import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { classHashesOf, type ClassHashes } from '../fixtures/classBytes.ts';
import { reportOf, spawnCli, type RunningCli } from '../fixtures/cli.ts';
import { JDKS, type Jdk } from '../fixtures/jdks.ts';
import { processStateOf } from '../fixtures/processState.ts';
import { startTarget, type Target } from '../fixtures/targets.ts';
import { Pulse, pulseRecording } from './pulse.ts';

/** Goal G7 of docs/reliability.md: the agent waits for nobody after 3 s of silence, and leaves after 10. */
const NOBODY_WAITS_AFTER_MS = 3_000;
const LEFT_AFTER_MS = 10_000;
/** For naps of waiting threads, and a machine that has others to serve. */
const SLACK_MS = 500;
/** In which what began before a stop is over, and the program runs freely. */
const SETTLED_MS = 2_000;

for (const jdk of JDKS) {
  test(`a tool that is stopped for less than 10 s holds nobody up after 3, and goes on, ${jdk.name}`, async () => {
    await whileRecording(jdk, async ({ pulse, tool, file }) => {
      const stoppedNs = Pulse.nowNs();
      tool.kill('SIGSTOP');
      await delay(NOBODY_WAITS_AFTER_MS + SETTLED_MS);
      const nowNs = Pulse.nowNs();
      expect(pulse.longestGapMs(stoppedNs, nowNs)).toBeLessThan(NOBODY_WAITS_AFTER_MS + SLACK_MS);
      const freeNs = stoppedNs + (NOBODY_WAITS_AFTER_MS + SLACK_MS) * 1e6;
      expect(pulse.longestGapMs(freeNs, nowNs)).toBeLessThan(SLACK_MS);
      tool.kill('SIGCONT');
      await delay(SETTLED_MS);
      tool.kill('SIGINT');
      expect(await tool.code, tool.stderr.text).toBe(0);
      expect(await reportOf(file)).toMatchObject({ complete: false });
      expect(tool.stderr.text).toMatch(/warning: the recording is incomplete: \d/);
    });
  });

  test(`a tool that is stopped for more than 10 s is left, and says so when it goes on, ${jdk.name}`, async () => {
    await whileRecording(jdk, async ({ target, tool, file, hashes }) => {
      tool.kill('SIGSTOP');
      await delay(LEFT_AFTER_MS);
      const sluiceThreads = (): string[] =>
        processStateOf(target.pid).threads.filter((name) => name.startsWith('Sluice'));
      await waitUntil(() => sluiceThreads().length === 0, 'the end of the agent threads');
      expect(classHashesOf(jdk, target.pid, 'Pulse$Body')).toEqual(hashes);
      tool.kill('SIGCONT');
      expect(await tool.code, tool.stderr.text).toBe(0);
      expect(tool.stderr.text).toContain('the session ended: the agent has left the JVM, which runs on');
      expect(tool.stderr.text).toMatch(/warning: the recording is incomplete: .*it was cut short/);
      expect(await reportOf(file)).toMatchObject({ complete: false });
    });
  });

  test(`a target that is stopped for more than 10 s is not given up, ${jdk.name}`, async () => {
    await whileRecording(jdk, async ({ target, pulse, tool, file }) => {
      target.process.kill('SIGSTOP');
      await delay(LEFT_AFTER_MS + SETTLED_MS);
      target.process.kill('SIGCONT');
      await pulse.freeAfterMs(Pulse.nowNs());
      await delay(SETTLED_MS);
      tool.kill('SIGINT');
      expect(await tool.code, tool.stderr.text).toBe(0);
      expect(tool.stderr.text).not.toContain('session ended');
      const { roots } = await reportOf(file);
      expect(roots.map(({ method }) => method).sort()).toEqual(
        ['busyRoot', 'freshRoot', 'quickRoot'].map((root) => `Pulse$Body.${root}`),
      );
    });
  });
}

interface Running {
  readonly target: Target;
  readonly pulse: Pulse;
  readonly tool: RunningCli;
  readonly file: string;
  /** Of what is recorded, before it was. */
  readonly hashes: ClassHashes;
}

/** Its results are right in the end, whatever happened. */
async function whileRecording(jdk: Jdk, work: (running: Running) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-stopped-'));
  const target = await startTarget(jdk, 'Pulse');
  const file = join(folder, 'stopped.sluice');
  const pulse = new Pulse(target);
  const hashes = classHashesOf(jdk, target.pid, 'Pulse$Body');
  const tool = spawnCli(pulseRecording(target.pid, file, 100_000));
  try {
    await tool.stderr.waitFor(/^recording/);
    await work({ target, pulse, tool, file, hashes });
    await target.send('run');
    expect(target.output.text).toContain('WRONG 0');
  } finally {
    tool.kill('SIGKILL');
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
