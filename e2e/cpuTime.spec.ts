import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { reportOf, runCli, startRecording, type Recording, type Report } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget, type Target } from './fixtures/targets.ts';

const SPIN_NS = 100e6;
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-cpu-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true });
});

for (const jdk of JDKS) {
  test(`by the clock cpu a thread that works is charged, one that sleeps is not, ${jdk.name}`, async () => {
    const report = await recorded('CpuTime', jdk, 'CpuTime::root', async (target) => {
      for (const word of ['begin', 'spin', 'sleep', 'spin', 'sleep', 'sleep', 'end']) await target.send(word);
    });
    const { spin, sleep, root, step } = timesOf(report);
    expect(spin.calls).toBe(2);
    expect(sleep.calls).toBe(3);
    expect(step.calls).toBeGreaterThan(100);
    // Its own watch has the probes of step() in it, a fiftieth: they are taken out.
    expect(spin.totalNs).toBeLessThan(2.02 * SPIN_NS);
    expect(spin.totalNs).toBeGreaterThan(1.8 * SPIN_NS);
    expect(sleep.totalNs).toBeLessThan(0.05 * 3 * SPIN_NS);
    expect(root.totalNs).toBeLessThan(2.15 * SPIN_NS);
  });

  test(`by the clock cpu what a thread works in a pause is charged to nobody, ${jdk.name}`, async () => {
    const report = await recorded('CpuTime', jdk, 'CpuTime::root', async (target, recording) => {
      for (const word of ['begin', 'spin']) await target.send(word);
      await recording.type('pause', /^paused/);
      for (const word of ['spin', 'spin', 'spin']) await target.send(word);
      await recording.type('resume', /^recording again/);
      for (const word of ['sleep', 'end']) await target.send(word);
    });
    const { spin, sleep, root } = timesOf(report);
    expect([spin.calls, sleep.calls, root.calls]).toEqual([1, 1, 1]);
    expect(root.totalNs).toBeGreaterThan(0.6 * SPIN_NS);
    expect(root.totalNs).toBeLessThan(1.15 * SPIN_NS);
  });
}

for (const jdk of JDKS.filter(({ feature }) => feature >= 21)) {
  test(`calls on virtual threads have no CPU time: they are counted, and shown so, ${jdk.name}`, async () => {
    const report = await recorded('VirtualThreads', jdk, 'VirtualThreads::root', (target) =>
      target.send('run'),
    );
    expect(report).toMatchObject({ complete: true, losses: [], clock: 'cpu' });
    const calls = { root: 1_000, step: 10_000, leaf: 10_000 };
    for (const [method, count] of Object.entries(calls))
      expect(timesOf(report)[method]).toMatchObject({ calls: count, timed: false, selfNs: 0, totalNs: 0 });
    const { stdout } = await runCli(['report', fileOf('VirtualThreads', jdk.feature)]);
    expect(stdout).toContain('Clock: cpu: CPU time');
    expect(stdout).toContain('—: also what virtual threads have called');
    expect(stdout).not.toContain('Warning');
  });
}

function fileOf(program: string, feature: number): string {
  return join(folder, `${feature}-${program}.sluice`);
}

async function recorded(
  program: string,
  jdk: (typeof JDKS)[number],
  root: string,
  work: (target: Target, recording: Recording) => Promise<unknown>,
): Promise<Report> {
  const target = await startTarget(jdk, program);
  const file = fileOf(program, jdk.feature);
  try {
    const recording = await startRecording(target.pid, root, file, ['--clock', 'cpu', '--commands', '-']);
    await work(target, recording);
    const { code, stderr } = await recording.stop();
    expect(code, stderr).toBe(0);
    return await reportOf(file);
  } finally {
    await target.stop();
  }
}

function timesOf({ methods }: Report): Record<string, Report['methods'][number]> {
  return Object.fromEntries(methods.map((each) => [each.method, each]));
}
