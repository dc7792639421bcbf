import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import type { CallNode } from '../fixtures/callTreePicture.ts';
import { reportOf, startRecording, type Report } from '../fixtures/cli.ts';
import { installedCodeOf } from '../fixtures/installedCode.ts';
import { JDKS, longJdks } from '../fixtures/jdks.ts';
import { sluiceThreadsOf } from '../fixtures/processState.ts';
import { startTarget } from '../fixtures/targets.ts';
import { expectAccounted } from './accounted.ts';
import { recordOnce } from './recordOnce.ts';

const MODES: readonly (readonly [string, readonly string[]])[] = process.env.SLUICE_LONG
  ? [
      ['compiled', []],
      ['interpreted', ['-Xint']],
    ]
  : [['compiled', []]];

/** Since then Thread.stop only throws. */
const NO_STOP_SINCE_JDK = 20;

for (const jdk of JDKS) {
  for (const [mode, jvmArgs] of MODES) {
    test(`interrupts and Thread.stop within probes lose no call but those that they hit, ${mode}, ${jdk.name}`, async () => {
      const roots = ['Broken::interruptedRoot', '--root', 'Broken::stoppedRoot'] as const;
      const { report, output } = await recordOnce(jdk, 'Broken', [...roots, '--count-trivial', 'off'], {
        jvmArgs,
      });
      expect(report.droppedEvents).toBe(0);

      expect(output).toContain('INTERRUPTS true');
      expect(callsIn(report, 'interruptedRoot')).toMatchObject({ 'Broken.after': 1_000 });

      // A stop that hits a probe leaves out a call or an exit: what follows may be a level too deep, until the root ends.
      const [, stops, begun] = (/^STOPS (\d+) (\d+)$/m.exec(output) ?? []).map(Number);
      if (jdk.feature < NO_STOP_SINCE_JDK) expect(stops).toBe(200);
      const stopped = rootOf(report, 'stoppedRoot');
      expect(stopped?.calls).toBe(1);
      expect(callsBelow(stopped, 'Broken.after')).toBe(1_000);
      const depthsAreRight = callsIn(report, 'stoppedRoot')['Broken.after'] === 1_000;
      console.log(`${jdk.name}, ${mode}, ${stops} stops: ${report.losses.join(', ') || 'no loss'}`);
      if (stops === 0) expect(report.losses).toEqual([]);
      else expect(depthsAreRight || /no other hal/.test(report.losses.join())).toBe(true);
      expect(report.complete).toBe(report.losses.length === 0);
      expect(Math.abs(callsBelow(stopped, 'Broken.inner') - begun)).toBeLessThanOrEqual(stops);
    });
  }
}

for (const jdk of longJdks('oldest')) {
  test(`a program whose heap is full gets its results, and the recording says what it lacks, ${jdk.name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-full-'));
    const target = await startTarget(jdk, 'FullHeap', { jvmArgs: ['-Xmx64m'] });
    const file = join(folder, 'full.sluice');
    try {
      const codeBefore = await installedCodeOf(jdk, target.pid, 'FullHeap');
      const recording = await startRecording(target.pid, 'FullHeap::root', file, ['--count-trivial', 'off']);
      await target.send('run');
      expect(target.output.text).toContain('MEMORY 20');
      const { code, stderr } = await recording.stop();
      expect(code, stderr).toBe(0);
      expectAccounted(stderr);
      await waitUntil(() => sluiceThreadsOf(target.pid).length === 0, 'the end of the agent threads');
      expect(await installedCodeOf(jdk, target.pid, 'FullHeap')).toEqual(codeBefore);
      const report = await reportOf(file);
      console.log(`${jdk.name}, full heap: ${report.complete ? 'complete' : stderr}`);
      if (report.complete) {
        expect(callsIn(report, 'root')).toEqual({
          'FullHeap.fill': 20,
          'FullHeap.step': 1_000,
          'FullHeap.after': 1_000,
        });
      } else {
        expect(stderr).toMatch(/warning: the recording is incomplete: \S/);
      }
      await target.send('run');
      expect(target.errors.text).not.toMatch(/Sluice/);
    } finally {
      await target.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function rootOf(report: Report, name: string): CallNode | undefined {
  return report.roots.find(({ method }) => method.endsWith(`.${name}`));
}

function callsIn(report: Report, root: string): Record<string, number> {
  return Object.fromEntries(rootOf(report, root)?.children.map(({ method, calls }) => [method, calls]) ?? []);
}

function callsBelow(root: CallNode | undefined, method: string): number {
  let calls = 0;
  const open = root ? [root] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.method === method) calls += node.calls;
    open.push(...node.children);
  }
  return calls;
}
