import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ensure } from '../shared/base/assert.ts';
import { waitUntil } from '../electron/engine/testing/javaFixture.ts';
import { startApp, type App } from './fixtures/app.ts';
import { reportOf, spawnCli, type RunningCli } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { sluiceThreadsOf } from './fixtures/processState.ts';
import { startTarget, type Target } from './fixtures/targets.ts';

/** The engine that a command line uses is killed: what had come is saved, or printed, and told as incomplete. */

const JDK = ensure(JDKS.at(-1), 'a JDK');

test.skip(process.platform !== 'linux', 'threads of the target are read from /proc');

let folder: string;
let app: App;
let target: Target;
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-gone-'));
  [app, target] = await Promise.all([startApp(), startTarget(JDK, 'Polymorphism')]);
  writeFileSync(join(folder, 'address'), app.url, { mode: 0o600 });
});
test.afterEach(async () => {
  await Promise.all([app.stop(), target.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A command that asks the engine and has begun. */
async function begun(begins: RegExp, ...args: readonly string[]): Promise<RunningCli> {
  const [name, ...options] = args;
  const cli = spawnCli(['--engine', join(folder, 'address'), name, String(target.pid), ...options]);
  await cli.stderr.waitFor(begins);
  return cli;
}

/** What has been recorded by now is at the command line: a copy that is saved in between has it. */
async function callsAreThere(cli: RunningCli, copy: string): Promise<number> {
  cli.stdin.write(`snapshot ${copy}\n`);
  await cli.stderr.waitFor(/^saved .*the recording goes on/);
  return callsIn(copy);
}

const callsIn = async (file: string): Promise<number> =>
  (await reportOf(file)).methods.reduce((sum, { calls }) => sum + calls, 0);

test('a recording whose engine is killed is saved with all that had come, incomplete and told', async () => {
  const file = join(folder, 'lost.sluice');
  const cli = await begun(
    /^recording/,
    ...['record', '--root', 'Polymorphism::root', '--commands', '-', '-o', file],
  );
  await target.send('run');
  const before = await callsAreThere(cli, join(folder, 'copy.sluice'));
  expect(before).toBeGreaterThan(0);
  process.kill(app.pid, 'SIGKILL');
  expect(await cli.code).toBe(1);
  expect(cli.stderr.text).toContain('sluice: The engine is gone.');
  expect(cli.stderr.text).toMatch(/^warning: the recording is incomplete: it was cut short$/m);
  expect(cli.stderr.text).toContain(`saved ${file} with what had come`);
  expect(await callsIn(file)).toBe(before);
  expect(await reportOf(file)).toMatchObject({
    complete: false,
    losses: ['it was cut short'],
    notes: expect.arrayContaining([
      'The engine that recorded went away: what had not come by then is missing.',
    ]),
  });
  await waitUntil(() => sluiceThreadsOf(target.pid).length === 0, 'the end of the agent');
});

test('a recording whose engine is killed before anything came is not written, and that is told', async () => {
  const file = join(folder, 'empty.sluice');
  const cli = await begun(/^recording/, 'record', '--root', 'Polymorphism::root', '-o', file);
  process.kill(app.pid, 'SIGKILL');
  expect(await cli.code).toBe(1);
  expect(cli.stderr.text).toContain(
    `sluice: The engine is gone. Nothing had come of the recording, so ${file} was not written.`,
  );
});

test('a recording whose engine stands still is saved by a second Ctrl-C', async () => {
  const file = join(folder, 'still.sluice');
  const cli = await begun(
    /^recording/,
    ...['record', '--root', 'Polymorphism::root', '--commands', '-', '-o', file],
  );
  await target.send('run');
  const before = await callsAreThere(cli, join(folder, 'copy.sluice'));
  process.kill(app.pid, 'SIGSTOP');
  try {
    cli.kill('SIGINT');
    await expect(async () => {
      cli.kill('SIGINT');
      await expect.poll(() => cli.process.exitCode, { timeout: 2_000 }).toBe(130);
    }).toPass();
    expect(cli.stderr.text).toContain(`Asked twice to end: saved ${file} with what had come, incomplete.`);
    expect(await callsIn(file)).toBe(before);
    expect(await reportOf(file)).toMatchObject({ complete: false, losses: ['it was cut short'] });
  } finally {
    process.kill(app.pid, 'SIGCONT');
  }
});

test('the numbers of a region whose engine is killed are printed', async () => {
  const cli = await begun(/^timing/, 'region', '--method', 'Polymorphism::root');
  await target.send('run');
  await cli.stderr.waitFor(/1 pass/); // the line of progress
  process.kill(app.pid, 'SIGKILL');
  expect(await cli.code).toBe(1);
  expect(cli.stderr.text).toContain('sluice: The engine is gone. The numbers are of up to then.');
  expect(cli.stdout.text).toContain('Region Polymorphism::root()');
});
