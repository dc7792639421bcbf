import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openPage, startApp } from './fixtures/app.ts';
import { installedCodeOf } from './fixtures/installedCode.ts';
import { reportOf, runCli, startRecording, type Recording, type Report } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { startTarget, type Target } from './fixtures/targets.ts';

const ROOT = 'SteadyRoot::root';
/** A root call: mixed, and of it turned, 1,000 times each. */
const CALLS_WITHIN = 1_000;
/** So many calls come in seconds where nothing else runs; beside thirty others a minute was too little. */
const CALLS_MS = 240_000;

interface Recorded {
  readonly program: Target;
  readonly recording: Recording;
  /** Of a snapshot that is taken now. */
  report(): Promise<Report>;
}

/** Attached to a thread that calls the root all the time. */
async function recorded(
  jdk: Jdk,
  options: readonly string[],
  work: (recorded: Recorded) => Promise<void>,
): Promise<void> {
  test.setTimeout(CALLS_MS + 120_000);
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bare-'));
  const program = await startTarget(jdk, 'SteadyRoot');
  try {
    await program.send('run');
    const codeBefore = await installedCodeOf(jdk, program.pid, 'SteadyRoot');
    const [last, now] = ['last', 'now'].map((name) => join(folder, `${name}.sluice`));
    const recording = await startRecording(program.pid, ROOT, last, ['--commands', '-', ...options]);
    const report = async (): Promise<Report> => {
      await recording.type(`snapshot ${now}`, /^saved /);
      return reportOf(now);
    };
    await work({ program, recording, report });
    const { code, stderr } = await recording.stop();
    expect(code, stderr).toBe(0);
    expect((await reportOf(last)).losses).toEqual([]);
    expect(await installedCodeOf(jdk, program.pid, 'SteadyRoot')).toEqual(codeBefore);
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So many root calls that the one that is open does not count. */
async function afterCalls({ report }: Recorded, calls: number): Promise<Report> {
  let taken = await report();
  await expect
    .poll(async () => callsOf((taken = await report()), 'root'), { timeout: CALLS_MS })
    .toBeGreaterThan(calls);
  return taken;
}

function callsOf({ methods }: Report, name: string): number {
  return methods.find(({ method }) => method === name)?.calls ?? 0;
}

function rootNs({ methods }: Report): number {
  return methods.find(({ method }) => method === 'root')?.totalNs ?? NaN;
}

for (const jdk of JDKS) {
  for (const clock of ['nano', 'bursts']) {
    test(`a root that was timed bare is charged with what it took then, clock ${clock}, ${jdk.name}`, async () => {
      await recorded(jdk, ['--bare-first', '--clock', clock], async (recorded) => {
        const report = await afterCalls(recorded, 5_000);
        const calls = callsOf(report, 'root');
        const bareNs = report.bareRoot?.meanNs ?? NaN;
        expect(bareNs).toBeGreaterThan(0);
        expect(report.bareRoot?.passes).toBeGreaterThan(30);
        // On a machine with other work most of what is too much is waits, which no calibration explains.
        if (report.calibration.contextNs !== undefined) {
          expect(rootNs(report) / calls / bareNs).toBeGreaterThan(0.95);
          expect(rootNs(report) / calls / bareNs).toBeLessThan(1.05);
        }
        // The last root call is open: some of the calls within it are still to come.
        expect(callsOf(report, 'mixed')).toBeGreaterThan(CALLS_WITHIN * (calls - 1));
        expect(callsOf(report, 'mixed')).toBeLessThanOrEqual(CALLS_WITHIN * calls);
      });
    });
  }

  test(`where the root does another work than bare, calibration stays as it was, ${jdk.name}`, async () => {
    await recorded(jdk, ['--bare-first'], async (recorded) => {
      await recorded.program.send('other');
      await recorded.recording.type('reset', /^reset: /);
      const report = await afterCalls(recorded, 200);
      expect(report.bareRoot).toBeDefined();
      expect(report.calibration.contextNs).toBeUndefined();
    });
  });
}

test('in the window the root is timed first where that is chosen, and what it took stands above the views', async ({
  page,
}) => {
  const app = await startApp();
  const program = await startTarget(JDKS[0], 'SteadyRoot');
  try {
    await program.send('run');
    await openPage(page, app);
    const jvms = page.getByRole('grid', { name: 'Running JVMs' });
    await jvms.getByRole('row', { name: String(program.pid) }).click();
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('textbox', { name: 'Find class or method' }).fill(ROOT);
    await page.getByRole('listbox', { name: 'Methods' }).getByRole('option', { name: /root/ }).click();
    await page.getByRole('checkbox', { name: 'Time the root uninstrumented first' }).check();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeEnabled({ timeout: 40_000 });
    const bare = page.getByTitle(/^Bare, a call of the root took /);
    await expect(bare).toContainText('Bare root');
    await expect(bare).toContainText(/ (µs|ms)(, not used yet)?$/);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Detach', exact: true }).click();
    await expect(jvms).toBeVisible();
  } finally {
    await program.stop();
    await app.stop();
  }
});

test('a root that cannot be timed bare first is refused with a sentence', async () => {
  const file = ['--bare-first', '-o', 'never.sluice'];
  const program = await startTarget(JDKS[0], 'SteadyRoot');
  try {
    const pid = String(program.pid);
    const two = await runCli(['record', pid, '--root', ROOT, '--root', 'SteadyRoot::mixed', ...file]);
    expect(two.stderr).toContain('--bare-first: one root is timed bare first, and 2 patterns are given');
    const none = await runCli(['record', pid, '--root', ROOT, '--clock', 'none', ...file]);
    expect(none.stderr).toContain('no times to compare');
    const waiting = await runCli(['record', pid, '--root', ROOT, '--wait-for-roots', ...file]);
    expect(waiting.stderr).toContain('a root that is waited for cannot be timed: its class must be loaded');
    const unknown = await runCli(['record', pid, '--root', 'SteadyRoot::gone', ...file]);
    expect(unknown.stderr).toContain('mixed(int, int)');
    for (const { code } of [two, none, waiting, unknown]) expect(code).not.toBe(0);
  } finally {
    await program.stop();
  }
});
