import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { reportOf, startRecording, type Report } from '../fixtures/cli.ts';
import type { Jdk } from '../fixtures/jdks.ts';
import { expectAccounted } from './accounted.ts';
import { startTarget, type Target, type TargetOptions } from '../fixtures/targets.ts';

export interface RecordedOnce {
  readonly report: Report;
  readonly output: string;
  readonly attachMs: number;
  readonly recordMs: number;
  readonly detachMs: number;
}

/**
 * Attaches to a fresh target, records its one `run`, detaches, lets it run again.
 * @param options of `sluice record`, its --root among them
 * @param meanwhile once the run is over and before the recording ends
 */
export async function recordOnce(
  jdk: Jdk,
  program: string,
  options: readonly [string, ...string[]],
  targetOptions: TargetOptions = {},
  meanwhile: (target: Target) => Promise<void> = () => Promise.resolve(),
): Promise<RecordedOnce> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-once-'));
  const target = await startTarget(jdk, program, targetOptions);
  const file = join(folder, 'once.sluice');
  try {
    const startMs = performance.now();
    const [root, ...more] = options;
    const recording = await startRecording(target.pid, root, file, more);
    const recordingMs = performance.now();
    await target.send('run');
    await meanwhile(target);
    const ranMs = performance.now();
    const { code, stderr } = await recording.stop();
    expect(code, stderr).toBe(0);
    expectAccounted(stderr);
    const detachedMs = performance.now();
    const output = target.output.text;
    await target.send('run');
    return {
      report: await reportOf(file),
      output,
      attachMs: Math.round(recordingMs - startMs),
      recordMs: Math.round(ranMs - recordingMs),
      detachMs: Math.round(detachedMs - ranMs),
    };
  } finally {
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
