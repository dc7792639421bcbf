import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { seededRandom } from '../../shared/testing/arbitraryEvents.ts';
import { sessionTraces } from '../../electron/engine/testing/sessionTraces.ts';
import { runCli, spawnCli, type CliResult } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { startTarget, type Target } from '../fixtures/targets.ts';
import { expectAccounted } from './accounted.ts';
import { PHASES, pulseRecording } from './pulse.ts';

/** Per JDK and kind of end, as many in each phase. */
const ENDS = process.env.SLUICE_LONG ? 40 : 4;
const SEED = 4_711;
const RECORDING_MS = 1_500;
/** From the target's end to that of the command line: the recording is written in it. */
const NOTICED_MS = 10_000;

const KINDS: readonly { name: string; end: (target: Target) => void; cutShort: boolean }[] = [
  { name: 'is killed', end: (target) => void target.process.kill('SIGKILL'), cutShort: true },
  { name: 'exits', end: (target) => void target.process.stdin?.end(), cutShort: false },
];

for (const jdk of JDKS) {
  for (const { name, end, cutShort } of KINDS) {
    test(`a target that ${name} at any instant: what it recorded is saved, with what is missing, ${jdk.name}`, async () => {
      test.setTimeout(60_000 + ENDS * 30_000);
      const random = seededRandom(SEED);
      const folder = mkdtempSync(join(tmpdir(), 'sluice-ends-'));
      try {
        for (let i = 0; i < ENDS; i++) {
          const { name: phase, says, withinMs } = PHASES[i % PHASES.length];
          const afterMs = Math.round(random() * withinMs);
          await test.step(`${name} while ${phase}, after ${afterMs} ms`, async () => {
            const file = join(folder, `${i}.sluice`);
            const target = await startTarget(jdk, 'Pulse');
            const exited = new Promise((resolve) => target.process.once('exit', resolve));
            const durationMs = phase === 'stopping' ? null : RECORDING_MS;
            const tool = spawnCli(pulseRecording(target.pid, file, durationMs));
            try {
              if (says) await tool.stderr.waitFor(says);
              if (phase === 'stopping') tool.kill('SIGINT');
              await delay(afterMs);
              end(target);
              expect(await exited).toBe(cutShort ? null : 0);
              const endedMs = performance.now();
              const result = { code: await tool.code, stdout: tool.stdout.text, stderr: tool.stderr.text };
              expect(performance.now() - endedMs).toBeLessThan(NOTICED_MS);
              await expectExplained(result, file, cutShort, phase === 'stopping');
            } finally {
              await target.stop();
              tool.kill('SIGKILL');
            }
            expect(sessionTraces([tool.pid])).toEqual([]);
          });
        }
        const left = readdirSync(folder).filter((file) => !file.endsWith('.sluice'));
        expect(left).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
}

/**
 * Saved and told, or a sentence why there is nothing to save; never a stack trace.
 * @param mayBeWhole all of it may have come before the end, which was while the classes were restored
 */
async function expectExplained(
  { code, stderr }: CliResult,
  file: string,
  cutShort: boolean,
  mayBeWhole: boolean,
): Promise<void> {
  expectAccounted(stderr);
  expect(stderr).not.toMatch(/^\s+at .*:\d+|BugError|undefined|\[object/m);
  expect(existsSync(file), stderr).toBe(code === 0);
  if (code !== 0) {
    expect([3, 4, 130], stderr).toContain(code);
    expect(stderr).toMatch(/ended|gone|no process|does not exist|closed|cancelled/i);
    return;
  }
  const report = await runCli(['report', file, '--format', 'json']);
  expect(report.code, report.stderr).toBe(0);
  if (!/the session ended/.test(stderr)) return; // it had been stopped before
  const { complete } = JSON.parse(report.stdout) as { complete: boolean };
  if (cutShort && mayBeWhole && complete) {
    expect(stderr).not.toMatch(/incomplete|cut short/);
  } else if (cutShort) {
    expect(complete).toBe(false);
    expect(stderr).toMatch(/incomplete: .*cut short/);
    expect(stderr).toMatch(/its last 20 ms or so may be missing/);
  }
}
