import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ROOT_CALLS_SET } from '../shared/recording/sets/rootCallSets.ts';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { reportOf, runCli } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { targetCommand } from './fixtures/targets.ts';

/**
 * Of 200 requests 4 take 40 ms more: a real JVM is recorded with --slow-calls, and their own tree tells why.
 */
let folder: string;
let file: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-slow-'));
  file = join(folder, 'run.sluice');
  const jdk = JDKS.at(-1)!;
  const command = [jdk.tool('java'), ...targetCommand(jdk, 'RareSlow', ['run'])];
  // What the machine has no core for is part of the times here: what is taken out for it is as long as a request on a busy machine.
  const limits = ['--slow-calls', '35ms', '--core-waits', 'charged'];
  const options = ['--root', 'RareSlow::serve', ...limits, '--output', file];
  const { code, stderr } = await runCli(['launch', ...options, '--', ...command]);
  expect(code, stderr).toBe(0);
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the slow root calls have a tree of their own, the fast ones another, and together they are all', async () => {
  const [slow, fast, all] = await Promise.all([callsOf('slow'), callsOf('fast'), callsOf('*')]);
  // A pause of the machine may make any request slow: those that are slow by themselves are among them.
  expect(slow.get('rebuildIndex')).toBe(4);
  expect(fast.get('rebuildIndex') ?? 0).toBe(0);
  const slowRequests = slow.get('serve')!;
  expect(slowRequests).toBeGreaterThanOrEqual(4);
  expect(slowRequests).toBeLessThan(40);
  expect(all.get('serve')).toBe(200);
  for (const [method, calls] of all)
    expect((slow.get(method) ?? 0) + (fast.get(method) ?? 0), method).toBe(calls);
});

test('without a choice every report is of all root calls', async () => {
  const report = await reportOf(file);
  expect(report.roots.map(({ calls }) => calls)).toEqual([200]);
  expect(report).toMatchObject({ complete: true, losses: [], droppedEvents: 0 });
});

test('a recording is compared with itself: what the slow root calls do and the fast ones do not', async () => {
  const { code, stdout, stderr } = await runCli(['diff', file, '--group', 'fast', '--group-b', 'slow']);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('fast root calls');
  expect(stdout).toContain('slow root calls');
  const [changed] = stdout.split('\n').filter((line) => line.includes('rebuildIndex'));
  expect(changed).toBeDefined();
});

test('how long root calls lasted is a view: percentiles of all, and of each part of the time', async () => {
  const { code, stdout, stderr } = await runCli(['report', file, '--view', ROOT_CALLS_SET]);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/P50.*P90.*P99.*Longest/);
  const set = decodeSnapshot(readFileSync(file)).dataSets.find(({ id }) => id === ROOT_CALLS_SET)!;
  const ofAll = Object.fromEntries(set.values.map(({ id, values }) => [id, values[0]]));
  expect(ofAll.calls).toBe(200);
  expect(ofAll.p50).toBeLessThan(10e6);
  expect(ofAll.p99).toBeGreaterThan(35e6);
  expect(ofAll.longest).toBeGreaterThanOrEqual(40e6);
});

test('the groups are ranked: their root calls, and times that come to those of all', async () => {
  const { code, stdout, stderr } = await runCli(['report', file, '--view', 'groups', '--format', 'json']);
  expect(code, stderr).toBe(0);
  const { rows } = JSON.parse(stdout) as { rows: { group: string; rootCalls: number; totalNs: number }[] };
  expect(rows.map(({ group }) => group).sort()).toEqual(['fast', 'slow']);
  expect(rows.reduce((sum, { rootCalls }) => sum + rootCalls, 0)).toBe(200);
  const { totalNs = NaN } = (await reportOf(file)).methods.find(({ method }) => method === 'serve') ?? {};
  const ofGroups = rows.reduce((sum, row) => sum + row.totalNs, 0);
  expect(Math.abs(ofGroups - totalNs)).toBeLessThan(0.01 * totalNs);
});

test('what does not go together is refused by a sentence', async () => {
  const refused = async (...more: string[]): Promise<string> => {
    const options = ['--root', 'RareSlow::serve', '--output', join(folder, 'no.sluice'), ...more];
    const { code, stderr } = await runCli(['launch', ...options, '--', 'java', 'RareSlow']);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await refused('--slow-calls', '40ms', '--clock', 'bursts')).toContain('the clock is bursts');
  expect(await refused('--slow-calls', 'soon')).toContain('--slow-calls soon is no duration');
  const { code, stderr } = await runCli(['report', file, '--group', 'late']);
  expect(code).toBe(2);
  expect(stderr).toContain('no group of root calls "late"');
  expect(stderr).toContain('"fast", "slow"');
});

/** Method -> calls. */
async function callsOf(group: string): Promise<Map<string, number>> {
  const { methods } = await reportOf(file, ['--group', group]);
  return new Map(methods.map(({ method, calls }) => [method, calls]));
}
