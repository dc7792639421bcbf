import { chownSync, existsSync, linkSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { loadAgent } from './attach.ts';
import type { AttachTarget } from './attachTarget.ts';
import { removeStaleSocket, socketBelongsTo } from './attachSocket.ts';
import { readProcStatus, readStartTicks } from '../jvms/procStatus.ts';
import { compileJava, removeFolder, SLEEPER, startJvm, TEST_JDKS } from '../testing/javaFixture.ts';

const NOBODY_UID = 65534;
const isRoot = process.geteuid?.() === 0;
let folder = '';
let path = '';
let servers: Server[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
});
afterEach(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  servers = [];
  rmSync(path, { force: true });
});
afterAll(() => removeFolder(folder));

/** Somebody listens at `at`. */
async function listenAt(at: string): Promise<Server> {
  path = at;
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(at, resolve));
  servers.push(server);
  return server;
}

/** As a killed JVM leaves it: the file is there, and nobody listens. */
async function leaveAt(at: string): Promise<void> {
  const server = await listenAt(join(folder, 'listening'));
  rmSync(at, { force: true }); // one may lie there from a killed JVM
  linkSync(join(folder, 'listening'), at);
  await new Promise((resolve) => server.close(resolve)); // takes the other name away
  servers = [];
  path = at;
}

describe('a socket at the place of the attach socket', () => {
  it('goes when nobody listens there', async () => {
    await leaveAt(join(folder, 'stale'));
    await removeStaleSocket(path);
    expect(existsSync(path)).toBe(false);
  });

  it('stays when somebody listens, whosever it is', async () => {
    await listenAt(join(folder, 'alive'));
    await removeStaleSocket(path);
    expect(socketBelongsTo({ euid: lstatSync(path).uid }, path)).toBe(true);
    expect(() => socketBelongsTo({ euid: lstatSync(path).uid + 1 }, path)).toThrow(
      /belongs to user \d+, the JVM to user \d+: it was not used/,
    );
  });

  it('need not be there', async () => {
    await removeStaleSocket(join(folder, 'nothing'));
    expect(socketBelongsTo({ euid: 0 }, join(folder, 'nothing'))).toBe(false);
  });

  it.runIf(isRoot)('stays when it is not ours to remove, and is told with the remedy', async () => {
    await leaveAt(join(folder, 'foreign'));
    process.seteuid?.(NOBODY_UID);
    try {
      await removeStaleSocket(path);
    } finally {
      process.seteuid?.(0);
    }
    expect(existsSync(path)).toBe(true);
    const told = (() => {
      try {
        return String(socketBelongsTo({ euid: NOBODY_UID }, path));
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(told).toMatchObject({
      code: 'attach-failed',
      message: expect.stringContaining(`${path} belongs to user 0, the JVM to user ${NOBODY_UID}`) as string,
      remedy: expect.stringContaining('delete it as that user or as root') as string,
    });
  });
});

describe.each(TEST_JDKS.map((java) => ({ name: `JDK ${java.feature}`, java })))('on $name', ({ java }) => {
  let classes = '';
  beforeAll(() => (classes = compileJava('Sleeper', SLEEPER)));
  afterAll(() => removeFolder(classes));

  function targetOf(pid: number): AttachTarget {
    const { nsPid, euid, egid } = ensure(readProcStatus(pid), `status of ${pid}`);
    return { pid, nsPid, euid, egid, startTicks: ensure(readStartTicks(pid), `start of ${pid}`) };
  }

  /** That the JVM answers at all shows that the command reached it. */
  const ask = (pid: number): Promise<void> => loadAgent(targetOf(pid), '/nowhere/a.jar', '');
  const ANSWER = /could not open the agent jar/;
  const run = (uid?: number) =>
    startJvm({ java, arguments: ['-cp', classes, 'Sleeper'], ...(uid === undefined ? {} : { uid }) });

  it('attaches where a killed JVM left its socket, its own or that of another user', async () => {
    for (const uid of isRoot ? [undefined, NOBODY_UID] : [undefined]) {
      const jvm = await run(uid);
      try {
        await leaveAt(`/tmp/.java_pid${jvm.pid}`);
        await expect(ask(jvm.pid)).rejects.toThrow(ANSWER);
        expect(jvm.output()).not.toContain('Full thread dump');
      } finally {
        await jvm.stop();
      }
    }
  });

  it('attaches to a JVM that listens already and whose socket was deleted, or replaced by a dead one', async () => {
    const jvm = await run();
    const socket = `/tmp/.java_pid${jvm.pid}`;
    try {
      await expect(ask(jvm.pid)).rejects.toThrow(ANSWER);
      rmSync(socket);
      await expect(ask(jvm.pid)).rejects.toThrow(ANSWER);
      rmSync(socket);
      await leaveAt(socket);
      await expect(ask(jvm.pid)).rejects.toThrow(ANSWER);
      expect(jvm.output()).not.toContain('Full thread dump');
    } finally {
      await jvm.stop();
    }
  });

  it.runIf(isRoot)('uses no socket on which somebody else listens', async () => {
    const jvm = await run();
    try {
      await listenAt(`/tmp/.java_pid${jvm.pid}`);
      chownSync(path, NOBODY_UID, NOBODY_UID);
      await expect(ask(jvm.pid)).rejects.toThrow(/belongs to user 65534.*was not used/);
      expect(existsSync(path)).toBe(true);
    } finally {
      await jvm.stop();
    }
  });
});
