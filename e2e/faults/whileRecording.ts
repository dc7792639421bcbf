import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { installedCodeOf, type InstalledCode } from '../fixtures/installedCode.ts';
import { spawnCli, type RunningCli } from '../fixtures/cli.ts';
import type { Jdk } from '../fixtures/jdks.ts';
import { startTarget, type Target, type TargetOptions } from '../fixtures/targets.ts';
import { Pulse, pulseRecording } from './pulse.ts';

/** A pulse that is being recorded by the real command line. */
export interface Running {
  readonly target: Target;
  readonly pulse: Pulse;
  readonly tool: RunningCli;
  readonly file: string;
  /** Of what is recorded, before it was. */
  readonly codeBefore: InstalledCode;
}

/** Starts a pulse, records it, does the work meanwhile. Its results are right in the end, whatever happened. */
export async function whileRecording(
  jdk: Jdk,
  work: (running: Running) => Promise<void>,
  options: TargetOptions = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-faults-'));
  const target = await startTarget(jdk, 'Pulse', options);
  const file = join(folder, 'pulse.sluice');
  const pulse = new Pulse(target);
  const codeBefore = await installedCodeOf(jdk, target.pid, 'Pulse$Body');
  const tool = spawnCli(pulseRecording(target.pid, file, 100_000));
  try {
    await tool.stderr.waitFor(/^recording/);
    await work({ target, pulse, tool, file, codeBefore });
    await target.send('run');
    expect(target.output.text).toContain('WRONG 0');
  } finally {
    tool.kill('SIGKILL');
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
