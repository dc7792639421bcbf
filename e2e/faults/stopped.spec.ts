import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { installedCodeOf } from '../fixtures/installedCode.ts';
import { reportOf } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { sluiceThreadsOf } from '../fixtures/processState.ts';
import { expectAccounted } from './accounted.ts';
import { Pulse } from './pulse.ts';
import { whileRecording } from './whileRecording.ts';

/** Goal G7 of docs/reliability.md: the agent waits for nobody after 3 s of silence, and leaves after 10. */
const NOBODY_WAITS_AFTER_MS = 3_000;
const LEFT_AFTER_MS = 10_000;
/** For naps of waiting threads, and a machine that has others to serve. */
const SLACK_MS = 500;
/** What it could not read meanwhile is no more than a lane holds and the loads of seven seconds. */
const ENDED_AFTER_MS = 5_000;
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
      const interruptedNs = Pulse.nowNs();
      expect(await tool.code, tool.stderr.text).toBe(0);
      expect((Pulse.nowNs() - interruptedNs) / 1e6, 'to its end, ms').toBeLessThan(ENDED_AFTER_MS);
      expectAccounted(tool.stderr.text);
      expect(await reportOf(file)).toMatchObject({ complete: false });
      expect(tool.stderr.text).toMatch(/warning: the recording is incomplete: \d/);
    });
  });

  test(`a tool that is stopped for more than 10 s is left, and says so when it goes on, ${jdk.name}`, async () => {
    await whileRecording(jdk, async ({ target, tool, file, codeBefore }) => {
      tool.kill('SIGSTOP');
      await delay(LEFT_AFTER_MS);
      await waitUntil(() => sluiceThreadsOf(target.pid).length === 0, 'the end of the agent threads');
      expect(await installedCodeOf(jdk, target.pid, 'Pulse$Body')).toEqual(codeBefore);
      tool.kill('SIGCONT');
      expect(await tool.code, tool.stderr.text).toBe(0);
      expectAccounted(tool.stderr.text);
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
      expectAccounted(tool.stderr.text);
      expect(tool.stderr.text).not.toContain('session ended');
      const { roots } = await reportOf(file);
      expect(roots.map(({ method }) => method).sort()).toEqual(
        ['busyRoot', 'freshRoot', 'quickRoot'].map((root) => `Pulse$Body.${root}`),
      );
    });
  });
}
