import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AS_ROOT, OTHER_UID } from '../engine/testing/otherUser.ts';
import {
  compileJava,
  removeFolder,
  SLEEPER,
  startJvm,
  TEST_JDKS,
  waitUntil,
} from '../engine/testing/javaFixture.ts';
import { sessionTraces } from '../engine/testing/sessionTraces.ts';
import { sluice } from './testing/commandLine.ts';

/** Heap dumps of JVMs that may not write where the dump is wanted, or do not see that place. */
let folder = '';
let classes = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-heap-private-'));
  classes = compileJava('Sleeper', SLEEPER);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  removeFolder(classes);
});
const java = TEST_JDKS[TEST_JDKS.length - 1];
const canUnshare = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;

async function dumpOf(pid: number, name: string): Promise<void> {
  const file = join(folder, name);
  expect(await sluice('heap', String(pid), '--output', file)).toMatchObject({ code: 0 });
  const { uid, mode } = statSync(file);
  expect([uid, mode & 0o777]).toEqual([process.geteuid?.(), 0o600]);
  expect((await sluice('heap', file, '--class', 'java.lang.Thread')).out).toMatch(/ java\.lang\.Thread$/m);
}

it.skipIf(AS_ROOT !== '')(
  `the dump of another user's JVM is ours, and none of it is left there${AS_ROOT}`,
  async () => {
    const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Sleeper'], uid: OTHER_UID });
    try {
      await dumpOf(jvm.pid, 'other.hprof');
      expect(sessionTraces([process.pid])).toEqual([]);
    } finally {
      await jvm.stop();
    }
  },
);

it.skipIf(!canUnshare)('the dump of a JVM in a container is copied out of it', async () => {
  const script =
    'mount -t tmpfs none /mnt && cp "$1"/*.class /mnt && mount -t tmpfs none /tmp && mount -t tmpfs none /var/tmp && ' +
    'exec "$0/bin/java" -cp /mnt Sleeper';
  const outer = spawn(
    'unshare',
    ['--mount-proc', '--pid', '--fork', '--kill-child', 'sh', '-c', script, java.home, classes],
    { stdio: ['pipe', 'pipe', 'ignore'], cwd: '/' },
  );
  let output = '';
  outer.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await waitUntil(() => output.includes('ready'), 'the JVM in the container');
    const [pid] = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').split(' ');
    await dumpOf(Number(pid), 'container.hprof');
    expect(sessionTraces([process.pid], [`/proc/${pid}/root/var/tmp`])).toEqual([]);
  } finally {
    outer.kill('SIGKILL');
  }
});
