import { chownSync, existsSync, linkSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { loadAgent } from './attach.ts';
import type { AttachTarget } from './attachTarget.ts';
import { AttachSocket } from './attachSocket.ts';
import { HeldFolder } from '../jvms/heldFolder.ts';
import { readProcStatus, readStartTicks } from '../jvms/procStatus.ts';
import { compileJava, removeFolder, SLEEPER, startJvm, TEST_JDKS } from '../testing/javaFixture.ts';

const NOBODY_UID = 65534;
const own = process.geteuid?.() ?? 0;
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

/** What stands at a path, of a JVM of that user. */
async function withSocketAt<T>(
  at: string,
  euid: number,
  use: (socket: AttachSocket) => T,
): Promise<Awaited<T>> {
  const socket = new AttachSocket({ euid, egid: euid }, HeldFolder.at(dirname(at)), basename(at), at);
  try {
    return await use(socket);
  } finally {
    socket.close();
  }
}
const removeStale = (at: string): Promise<void> => withSocketAt(at, own, (socket) => socket.removeStale());
const existsFor = (euid: number, at: string): Promise<boolean> =>
  withSocketAt(at, euid, (socket) => socket.exists());

describe('a socket at the place of the attach socket', () => {
  it('goes when nobody listens there', async () => {
    await leaveAt(join(folder, 'stale'));
    await removeStale(path);
    expect(existsSync(path)).toBe(false);
  });

  it('stays when somebody listens, whosever it is', async () => {
    await listenAt(join(folder, 'alive'));
    await removeStale(path);
    expect(await existsFor(lstatSync(path).uid, path)).toBe(true);
    await expect(existsFor(lstatSync(path).uid + 1, path)).rejects.toThrow(
      /belongs to user \d+, the JVM to user \d+: it was not used/,
    );
  });

  it('need not be there', async () => {
    await removeStale(join(folder, 'nothing'));
    expect(await existsFor(own, join(folder, 'nothing'))).toBe(false);
  });

  it.runIf(isRoot)('stays when it is not ours to remove, and is told with the remedy', async () => {
    await leaveAt(join(folder, 'foreign'));
    process.seteuid?.(NOBODY_UID);
    try {
      await removeStale(path);
    } finally {
      process.seteuid?.(0);
    }
    expect(existsSync(path)).toBe(true);
    await expect(existsFor(NOBODY_UID, path)).rejects.toMatchObject({
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
