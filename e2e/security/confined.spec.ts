import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { CLI, reportOf, runCli } from '../fixtures/cli.ts';
import { CONFINED_USER, NO_NAMESPACES, startConfined } from '../fixtures/confinedJvm.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { LineReader } from '../fixtures/lineReader.ts';
import { targetCommand } from '../fixtures/targets.ts';

/** Targets that are shut in: one that cannot be attached to is told with its cause and a remedy, by every command and at once. */

const OWN_TMP = 'mount -t tmpfs -o mode=1777 tmpfs /tmp\ncd /mnt';
const READ_ONLY_TMP = 'mount -t tmpfs -o mode=1777 tmpfs /tmp\nmount -o remount,ro /tmp';
const WRITABLE_FOLDER = `mount -t tmpfs tmpfs /media\nmkdir /media/w\nchown ${CONFINED_USER}:${CONFINED_USER} /media/w\ncd /media/w`;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-confined-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** More than `doctor` takes, which starts as the others do, looks at as much, and asks the target nothing. */
const LONGEST_WAIT_MS = 1_000;
/** A machine that is busy with others holds a command up now and then; who waits for what cannot come takes 10 s each time. */
const ROUNDS = 3;

/** What `list`, `doctor` and a recording say of it; none of them may wait for what cannot come. */
async function expectObstacle(pid: number, cause: string, why: string, remedy: string): Promise<void> {
  const list = JSON.parse((await runCli(['list', '--format', 'json'])).stdout) as Record<string, unknown>[];
  const listed = list.find((jvm) => jvm['pid'] === pid);
  expect(listed).toMatchObject({ attachable: false });
  expect(listed?.['whyNot']).toContain(why);
  expect(listed?.['whyNot']).toContain(remedy);
  const doctor = await runCli(['doctor', String(pid), '--format', 'json']);
  expect(doctor.code).toBe(3);
  expect((JSON.parse(doctor.stdout) as { target: unknown }).target).toContainEqual(
    expect.objectContaining({ id: cause, state: 'problem', text: why }),
  );
  for (const command of [
    ['record', String(pid), '--root', 'Busy::order', '-o', join(folder, 'x.sluice')],
    ['sample', String(pid)],
    ['threads', String(pid)],
  ]) {
    const { code, stderr } = await runCli(command);
    expect(code).toBe(3);
    expect(stderr).toContain(why);
    expect(stderr).toContain(remedy);
    expect(await waitMs(command, pid), command[0]).toBeLessThan(LONGEST_WAIT_MS);
  }
}

/** What a command takes more than `doctor` at the same time. */
async function waitMs(command: readonly string[], pid: number): Promise<number> {
  let leastMs = Infinity;
  for (let round = 0; round < ROUNDS && leastMs >= LONGEST_WAIT_MS; round++) {
    const [ms, doctorMs] = await Promise.all([msOf(command), msOf(['doctor', String(pid)])]);
    leastMs = Math.min(leastMs, ms - doctorMs);
  }
  return leastMs;
}

async function msOf(command: readonly string[]): Promise<number> {
  const startMs = performance.now();
  await runCli(command);
  return performance.now() - startMs;
}

for (const jdk of JDKS) {
  for (const [name, prepare, state] of [
    ['read-only /tmp', `${READ_ONLY_TMP}\ncd /mnt`, 'is read-only'],
    [
      'read-only /tmp and a working folder of its own',
      `${READ_ONLY_TMP}\n${WRITABLE_FOLDER}`,
      'is read-only',
    ],
    ['/tmp of root', 'mount -t tmpfs -o mode=0755 tmpfs /tmp\ncd /mnt', 'is closed to its user'],
  ]) {
    test(`a target with a ${name} is told as one that cannot make its attach socket, ${jdk.name}`, async () => {
      test.skip(NO_NAMESPACES !== '', NO_NAMESPACES);
      const jvm = await startConfined(jdk, 'Busy', prepare);
      try {
        await expectObstacle(
          jvm.pid,
          'tmp-closed',
          `The JVM can make no attach socket: its /tmp ${state}.`,
          `Give it a /tmp that user ${CONFINED_USER} can write to`,
        );
      } finally {
        await jvm.stop();
      }
    });
  }

  test(`root without CAP_SYS_PTRACE records and samples a target of another user, ${jdk.name}`, async () => {
    test.skip(NO_NAMESPACES !== '', NO_NAMESPACES);
    const jvm = await startConfined(jdk, 'Busy', OWN_TMP);
    try {
      const sluice = (...args: readonly string[]): string =>
        jvm.besideWithoutPtrace(process.execPath, CLI, ...args);
      expect(sluice('list')).toMatch(/^1 +yes .* Busy \(container\)$/m);
      expect(sluice('doctor', '1')).toContain('it can be attached to');
      const file = join(folder, `${jdk.name}.sluice`);
      expect(sluice('record', '1', '--root', 'Busy::order', '-d', '1s', '-o', file)).toContain(
        `saved ${file}`,
      );
      const { complete, methods } = await reportOf(file);
      expect(complete).toBe(true);
      expect(methods.find(({ method }) => method === 'order')?.calls).toBeGreaterThan(0);
      expect(sluice('sample', '1', '-d', '1s')).toContain('Busy.price');
      expect(sluice('threads', '1')).toContain('worker');
    } finally {
      await jvm.stop();
    }
  });

  test(`a target that lost its working folder before it opened a file is told as such, ${jdk.name}`, async () => {
    test.skip(process.platform !== 'linux', 'links of /proc tell it');
    const lost = mkdtempSync(join(folder, 'lost-'));
    const java = spawn(jdk.tool('java'), targetCommand(jdk, 'Busy'), { cwd: lost, stdio: 'pipe' });
    const errors = new LineReader(java.stderr);
    try {
      const [, pid] = await new LineReader(java.stdout).waitFor(/^READY (\d+)/);
      rmSync(lost, { recursive: true });
      await expectObstacle(
        Number(pid),
        'no-working-folder',
        'Its working folder was deleted, and it has opened no file by java.nio.file before: then its first one, as the agent, fails in it for ever.',
        'Start it again in a folder that stays.',
      );
      expect(errors.text).toBe('');
    } finally {
      java.kill('SIGKILL');
      await once(java, 'exit');
    }
  });

  test(`a target of a jar that lost its working folder is recorded, ${jdk.name}`, async () => {
    test.skip(process.platform !== 'linux', 'links of /proc tell it');
    const lost = mkdtempSync(join(folder, 'lost-'));
    const [, classPath, ...target] = targetCommand(jdk, 'Busy');
    // Any archive on the class path makes the JVM open it when it starts.
    const archive = join(folder, 'any.jar');
    execFileSync(jdk.tool('jar'), ['cf', archive, '-C', classPath, 'Busy.class']);
    const java = spawn(jdk.tool('java'), ['-cp', `${archive}:${classPath}`, ...target], {
      ...{ cwd: lost, stdio: 'pipe' },
    });
    try {
      const [, pid] = await new LineReader(java.stdout).waitFor(/^READY (\d+)/);
      rmSync(lost, { recursive: true });
      const file = join(folder, 'lost.sluice');
      const { code, stderr } = await runCli(['record', pid, '--root', 'Busy::order', '-d', '1s', '-o', file]);
      expect(code, stderr).toBe(0);
      expect(await reportOf(file)).toMatchObject({ complete: true, losses: [] });
    } finally {
      java.kill('SIGKILL');
      await once(java, 'exit');
    }
  });
}
