import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { spawnCli, type RunningCli } from '../fixtures/cli.ts';
import { JDKS, type Jdk } from '../fixtures/jdks.ts';
import { startTarget } from '../fixtures/targets.ts';
import { expectAccounted } from './accounted.ts';
import { Pulse, pulseRecording } from './pulse.ts';

/** Goal G14 of docs/reliability.md. */
const DELAY_MS = 200;
/** Of each kind, in turn: the medians are compared, for a machine has others to serve. */
const EXITS = process.env.SLUICE_LONG ? 15 : 5;

const KINDS: readonly { name: string; before: (tool: RunningCli) => void }[] = [
  { name: 'while it is recorded', before: () => {} },
  { name: 'while the tool is stopped', before: (tool) => tool.kill('SIGSTOP') },
];

for (const jdk of JDKS) {
  for (const { name, before } of KINDS) {
    test(`a program that exits ${name} ends at most ${DELAY_MS} ms later, ${jdk.name}`, async () => {
      const bareMs: number[] = [];
      const recordedMs: number[] = [];
      for (let i = 0; i < EXITS; i++) {
        bareMs.push(await exitMs(jdk, null));
        recordedMs.push(await exitMs(jdk, before));
      }
      const delayMs = median(recordedMs) - median(bareMs);
      console.log(
        `${jdk.name}, exit ${name}: ${delayMs.toFixed(0)} ms later than bare (${median(bareMs).toFixed(0)} ms)`,
      );
      expect(delayMs).toBeLessThan(DELAY_MS);
    });
  }
}

/** From System.exit to the end of the process. @param before just before it, of a program that is recorded; null: nobody is attached */
async function exitMs(jdk: Jdk, before: ((tool: RunningCli) => void) | null): Promise<number> {
  const target = await startTarget(jdk, 'Pulse');
  const folder = mkdtempSync(join(tmpdir(), 'sluice-exit-'));
  const tool = before && spawnCli(pulseRecording(target.pid, join(folder, 'pulse.sluice'), 100_000));
  try {
    await tool?.stderr.waitFor(/^recording/);
    await new Pulse(target).freeAfterMs(Pulse.nowNs());
    if (tool) before(tool);
    const exited = new Promise<number | null>((resolve) => target.process.once('exit', resolve));
    const startMs = performance.now();
    target.process.stdin?.end();
    expect(await exited).toBe(0);
    const tookMs = performance.now() - startMs;
    tool?.kill('SIGCONT');
    if (tool) {
      expect(await tool.code, tool.stderr.text).toBe(0);
      expectAccounted(tool.stderr.text);
    }
    return tookMs;
  } finally {
    tool?.kill('SIGKILL');
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >>> 1];
}
