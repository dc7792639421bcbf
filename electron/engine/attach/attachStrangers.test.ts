import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type * as Fs from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadAgent } from './attach.ts';
import { AttachSocket } from './attachSocket.ts';
import type { AttachTarget } from './attachTarget.ts';
import { createTrigger, removeStaleTriggers } from './attachTrigger.ts';
import { HeldFolder } from '../jvms/heldFolder.ts';
import { readStartTicks } from '../jvms/procStatus.ts';
import { removeFolder } from '../testing/javaFixture.ts';
import { BY_TWO_USERS, canBeTwoUsers, pretendJava, SECOND_USER } from '../testing/secondUser.ts';

/** A user whose process root attaches to, and what he can do to root meanwhile. */

const SECOND = { euid: SECOND_USER, egid: SECOND_USER };

/** What the second user does before and after each look of ours at a name. */
const stranger = vi.hoisted(() => ({
  name: '',
  before: (): void => {},
  after: (): void => {},
  around<T>(path: unknown, look: () => T): T {
    if (stranger.name === '' || !String(path).endsWith(`/${stranger.name}`)) return look();
    stranger.before();
    try {
      return look();
    } finally {
      stranger.after();
    }
  },
}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    lstatSync: (...given: [string]) => stranger.around(given[0], () => fs.lstatSync(...given)),
    openSync: (...given: [string, number]) => stranger.around(given[0], () => fs.openSync(...given)),
  };
});

let folder = '';
let java: ReturnType<typeof pretendJava> | null = null;
let servers: Server[] = [];
let accepted: Socket[] = [];

beforeEach(() => {
  folder = mkdtempSync('/tmp/sluice-strangers-');
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  stranger.name = '';
  java?.kill('SIGKILL');
  java = null;
  for (const socket of accepted) socket.destroy();
  accepted = [];
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  servers = [];
  removeFolder(folder);
});

function targetIn(cwd: string): AttachTarget {
  java = pretendJava(cwd);
  return { pid: java.pid, nsPid: java.pid, startTicks: readStartTicks(java.pid) ?? 0, ...SECOND };
}

/** Answers as a JVM does. @returns what it was sent, by connection */
async function listenAt(path: string, uid: number, mode = 0o600): Promise<string[]> {
  const received: string[] = [];
  const server = createServer((socket) => {
    const index = received.push('') - 1;
    accepted.push(socket);
    socket.on('error', () => {});
    socket.on('data', (data: Buffer) => {
      received[index] += data.toString('latin1');
      socket.end('0\n0\n');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  chownSync(path, uid, uid);
  chmodSync(path, mode);
  return received;
}

describe.runIf(canBeTwoUsers)(`the attach socket, ${BY_TWO_USERS}`, () => {
  it('that was looked at is the one that is dialled, whatever its name is given to in between', async () => {
    const target = targetIn('/');
    const [own, root] = [join(folder, 'own'), join(folder, 'root')];
    const toOwn = await listenAt(own, SECOND_USER);
    const toRoot = await listenAt(root, 0);
    const path = `/tmp/.java_pid${target.pid}`;
    stranger.before = () => {
      rmSync(path, { force: true });
      linkSync(own, path);
    };
    stranger.after = () => {
      symlinkSync(root, join(folder, 'link'));
      renameSync(join(folder, 'link'), path);
    };
    stranger.name = `.java_pid${target.pid}`;
    try {
      await loadAgent(target, '/nowhere/a.jar', 'x');
      expect(toRoot).toEqual([]);
      expect(toOwn).toContain('1\0load\0instrument\0false\0/nowhere/a.jar=x\0');
    } finally {
      rmSync(path, { force: true });
    }
  });

  it('is dialled with the rights of its user, not with those of root', async () => {
    const path = join(folder, 'closed');
    await listenAt(path, SECOND_USER, 0o000);
    const socket = new AttachSocket(SECOND, HeldFolder.at(folder), 'closed', path);
    const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      const connection = socket.connect();
      connection.on('connect', () => resolve(null));
      connection.on('error', resolve);
    });
    socket.close();
    expect(failure?.code).toBe('EACCES');
    expect(process.geteuid?.()).toBe(0);
  });

  it('is removed with the rights of its user when nobody listens', async () => {
    const path = join(folder, 'stale');
    await listenAt(join(folder, 'listening'), SECOND_USER);
    linkSync(join(folder, 'listening'), path);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const removeStale = async (): Promise<void> => {
      const socket = new AttachSocket(SECOND, HeldFolder.at(folder), 'stale', path);
      await socket.removeStale().finally(() => socket.close());
    };
    await expect(removeStale()).rejects.toMatchObject({
      code: 'attach-failed',
      remedy: expect.stringContaining(path) as string,
    });
    expect(existsSync(path)).toBe(true); // in a folder of root's
    chownSync(folder, SECOND_USER, SECOND_USER);
    await removeStale();
    expect(existsSync(path)).toBe(false);
  });
});

describe.runIf(canBeTwoUsers)(`the trigger, ${BY_TWO_USERS}`, () => {
  it("is made as the target's user, so in no folder of root's, and is removed", () => {
    const cwd = join(folder, 'of-root');
    mkdirSync(cwd, { mode: 0o755 });
    const target = targetIn(cwd);
    const name = `.attach_pid${target.pid}`;
    const { remove } = createTrigger(target);
    expect(existsSync(join(cwd, name))).toBe(false);
    expect(statSync(`/tmp/${name}`)).toMatchObject({ uid: SECOND_USER, gid: SECOND_USER, size: 0 });
    remove();
    expect(existsSync(`/tmp/${name}`)).toBe(false);
  });

  it("is taken over from a killed tool when it is the user's own, and no other", () => {
    const cwd = join(folder, 'own');
    mkdirSync(cwd);
    chownSync(cwd, SECOND_USER, SECOND_USER);
    const target = targetIn(cwd);
    const path = join(cwd, `.attach_pid${target.pid}`);
    writeFileSync(path, '');
    chownSync(path, SECOND_USER, SECOND_USER);
    const { ino } = statSync(path);
    const { remove } = createTrigger(target);
    expect(statSync(path).ino).toBe(ino);
    remove();
    expect(existsSync(path)).toBe(false);
  });

  it('of another user is not taken for ours, and is named', () => {
    const target = targetIn('/'); // where its user may make nothing
    const path = `/tmp/.attach_pid${target.pid}`;
    writeFileSync(path, '');
    try {
      expect(() => createTrigger(target)).toThrow('one of user 0 is there already');
      removeStaleTriggers(target);
      expect(existsSync(path)).toBe(true);
    } finally {
      rmSync(path);
    }
  });
});
