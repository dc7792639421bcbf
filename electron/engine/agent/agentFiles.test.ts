import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MIN_RING_BYTES } from '../../../shared/wire/eventFileLayout.ts';
import { PROTOCOL_VERSION } from '../../../shared/wire/protocolVersion.ts';
import { removeAbandonedSessions, sessionNamePrefix } from './abandonedSessions.ts';
import { placeAgentJar } from './agentJar.ts';
import { makeSecret } from './handshake.ts';
import { SessionDirectory } from './sessionDirectory.ts';
import { asTargetUser, ownPlace, type TargetPlace } from '../jvms/targetUser.ts';

/** A user that no other test works for, so that the folders of the jar are this file's own. */
const STRANGER: TargetPlace = { rootPrefix: '', euid: 54_321, egid: 54_321 };
const FOLDERS = ['/tmp', '/var/tmp', '/dev/shm'].map((parent) => `${parent}/sluice-${STRANGER.euid}`);
const isRoot = process.geteuid?.() === 0;

const squatted: string[] = [];

afterEach(() => {
  for (const folder of [...FOLDERS, ...squatted.splice(0)]) rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!isRoot || process.platform !== 'linux')('the agent jar', () => {
  const jar = { bytes: new TextEncoder().encode('the jar'), buildId: 'b1' };
  const [first, second] = FOLDERS;

  it('lies at the same private path of the target user for every attach', () => {
    const path = placeAgentJar(STRANGER, jar);
    expect(path).toBe(`${first}/agent-b1.jar`);
    const { ino } = statSync(path);
    expect(placeAgentJar(STRANGER, jar)).toBe(path);
    expect(statSync(path)).toMatchObject({ ino, uid: STRANGER.euid, gid: STRANGER.egid });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(first).mode & 0o777).toBe(0o700);
    expect(process.geteuid?.()).toBe(0);
  });

  it('replaces a file that is not the jar by a new one, and never writes into the old one', () => {
    const path = placeAgentJar(STRANGER, jar);
    const { ino } = statSync(path);
    writeFileSync(path, 'THE JAR');
    placeAgentJar(STRANGER, jar);
    expect(readFileSync(path, 'utf8')).toBe('the jar');
    expect(statSync(path).ino).not.toBe(ino);
  });

  it.each([
    ['a folder of another user', () => mkdirSync(first, { mode: 0o700 })],
    ['a symbolic link', () => symlinkSync('/root', first)],
    ['a file', () => writeFileSync(first, '')],
  ])('goes elsewhere when %s stands in its place', (_, squat) => {
    squat();
    expect(placeAgentJar(STRANGER, jar)).toBe(`${second}/agent-b1.jar`);
  });

  it('does not follow a link in place of the jar', () => {
    const path = placeAgentJar(STRANGER, jar);
    const victim = `${first}/victim`;
    writeFileSync(victim, 'the jar', { mode: 0o600 });
    rmSync(path);
    symlinkSync(victim, path);
    placeAgentJar(STRANGER, jar);
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(victim, 'utf8')).toBe('the jar');
  });

  it('lies in a folder that nobody could know before when each place is squatted, for every attach', () => {
    for (const folder of FOLDERS) mkdirSync(folder, { mode: 0o700 });
    const path = placeAgentJar(STRANGER, jar);
    expect(path).toMatch(/^\/tmp\/sluice-54321-\w{6}\/agent-b1\.jar$/);
    squatted.push(dirname(path));
    expect(statSync(path)).toMatchObject({ uid: STRANGER.euid, gid: STRANGER.egid });
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(placeAgentJar(STRANGER, jar)).toBe(path);
    const planted = `${dirname(path).slice(0, -6)}0`; // it comes first, and is not ours
    mkdirSync(planted, { mode: 0o700 });
    squatted.push(planted);
    expect(dirname(placeAgentJar(STRANGER, jar))).toBe(dirname(path));
  });

  it('says whose each place is when there is none', () => {
    const root = mkdtempSync('/tmp/sluice-root-');
    squatted.push(root);
    chmodSync(root, 0o755);
    for (const parent of ['/tmp', '/var/tmp', '/dev/shm']) {
      mkdirSync(`${root}${parent}/sluice-54321`, { recursive: true, mode: 0o755 });
    }
    const whose = 'it exists, and belongs to user 0, not to user 54321.';
    expect(() => placeAgentJar({ ...STRANGER, rootPrefix: root }, jar)).toThrow(
      ['/tmp', '/var/tmp', '/dev/shm'].map((parent) => `${parent}/sluice-54321: ${whose}`).join(' '),
    );
  });

  it('and the session are in the file system of the target, also where its folders are links', () => {
    const root = mkdtempSync('/tmp/sluice-root-');
    squatted.push(root);
    const host = mkdtempSync('/var/tmp/sluice-host-'); // there is one of the name in either file system
    squatted.push(host);
    mkdirSync(`${root}${host}`, { recursive: true });
    symlinkSync(host, `${root}/tmp`);
    const place = { ...ownPlace(), rootPrefix: root };
    const path = placeAgentJar(place, jar);
    expect(path).toMatch(/^\/tmp\/sluice-\d+\/agent-b1\.jar$/);
    const session = SessionDirectory.create(place, MIN_RING_BYTES);
    expect(session.sessionFileForTarget).toMatch(/^\/tmp\/sluice-session-/);
    expect(readdirSync(`${root}${host}`)).toHaveLength(2);
    expect(readdirSync(host)).toEqual([]);
    session.remove();
    session.eventFile.close();
    expect(readdirSync(`${root}${host}`)).toHaveLength(1);
  });

  it('of a build that is not used any more goes after a week, but for one that a process is told of', async () => {
    placeAgentJar(STRANGER, jar);
    const [old, told, recent, foreign] = ['agent-b0.jar', 'agent-a0.jar', 'agent-c0.jar', 'letters'];
    for (const name of [old, `${old}.0123456789abcdef`, told, recent, foreign]) {
      writeFileSync(`${first}/${name}`, '');
      if (name !== recent) utimesSync(`${first}/${name}`, 1, 1);
    }
    utimesSync(`${first}/agent-b1.jar`, 1, 1);
    const { euid: uid, egid: gid } = STRANGER;
    const env = { JDK_JAVA_OPTIONS: `-javaagent:${first}/${told}=x` };
    const child = spawn('sleep', ['600'], { uid, gid, env: { ...process.env, ...env }, stdio: 'ignore' });
    try {
      await once(child, 'spawn');
      placeAgentJar(STRANGER, jar);
      expect(readdirSync(first).sort()).toEqual([told, 'agent-b1.jar', recent, foreign].sort());
      placeAgentJar(STRANGER, { ...jar, buildId: 'b2' }); // the other one was used just now
      expect(readdirSync(first)).toContain('agent-b1.jar');
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('refuses a private folder that was opened to others', () => {
    placeAgentJar(STRANGER, jar);
    chmodSync(first, 0o755);
    expect(placeAgentJar(STRANGER, jar)).toBe(`${second}/agent-b1.jar`);
  });
});

describe('the session directory', () => {
  const places: [string, TargetPlace][] = [['our own', ownPlace()]];
  if (isRoot) places.push(["another user's", STRANGER]);

  it.each(places)('is private, holds what the agent needs, and leaves nothing: %s', (_, place) => {
    const directory = SessionDirectory.create(place, MIN_RING_BYTES);
    const path = dirname(directory.sessionFileForTarget);
    expect(statSync(path)).toMatchObject({ uid: place.euid, gid: place.egid });
    expect(statSync(path).mode & 0o777).toBe(0o700);
    const secret = makeSecret();
    directory.writeSessionFile({ buildId: 'b1', secret, socket: 'unix:/x' });
    const session = directory.sessionFileForTarget;
    expect(statSync(session).mode & 0o777).toBe(0o600);
    expect(statSync(session).uid).toBe(place.euid);
    expect(readFileSync(session, 'utf8')).toBe(
      [
        `version=${PROTOCOL_VERSION}`,
        'build=b1',
        `secret=${Buffer.from(secret).toString('hex')}`,
        'socket=unix:/x',
        `events=${path}/events`,
        `toolPid=${process.pid}`,
        '',
      ].join('\n'),
    );
    expect(statSync(`${path}/events`).uid).toBe(place.euid);
    directory.removeSessionFile();
    expect(existsSync(session)).toBe(false);
    directory.remove();
    expect(existsSync(path)).toBe(false);
    expect(directory.eventFile.producedBytes()).toBe(0); // open, though it has no name any more
    directory.eventFile.close();
  });

  it('takes away what killed tools left, and nothing else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-abandoned-'));
    const own = sessionNamePrefix();
    const [, namespace, pid, ticks] = /-(\d+)\.(\d+)\.(\d+)-$/.exec(own) ?? [];
    const another = Number(namespace) + 1;
    const names = {
      gone: `sluice-session-${namespace}.${2 ** 22 + 1}.${ticks}-aaaaaa`,
      pidOfAnother: `sluice-session-${namespace}.${pid}.${Number(ticks) + 1}-aaaaaa`,
      alive: `${own}aaaaaa`,
      otherNamespace: `sluice-session-${another}.${pid}.${Number(ticks) + 1}-aaaaaa`,
      holdsMore: `sluice-session-${namespace}.${pid}.1-aaaaaa`,
    };
    try {
      for (const name of Object.values(names)) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'events'), '');
      }
      writeFileSync(join(folder, names.holdsMore, 'letters'), '');
      symlinkSync(join(folder, names.alive), join(folder, `${names.gone}b`));
      removeAbandonedSessions(folder, ['session', 'events']);
      const left = [names.alive, names.otherNamespace, names.holdsMore, `${names.gone}b`];
      expect(readdirSync(folder).sort()).toEqual(left.sort());
      expect(readdirSync(join(folder, names.alive))).toEqual(['events']);
      expect(readdirSync(join(folder, names.holdsMore))).toEqual(['letters']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.runIf(isRoot)("stays when another user's tool left it, which only that user takes away", () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-abandoned-'));
    squatted.push(folder);
    chmodSync(folder, 0o777);
    const name = sessionNamePrefix().replace(/\d+-$/, '1-aaaaaa'); // of a tool that began at another time
    mkdirSync(join(folder, name), { mode: 0o700 });
    chownSync(join(folder, name), STRANGER.euid, STRANGER.egid);
    removeAbandonedSessions(folder, ['session']);
    expect(readdirSync(folder)).toEqual([name]);
    asTargetUser(STRANGER, () => removeAbandonedSessions(folder, ['session']));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says which places are too small or closed', () => {
    const nowhere: TargetPlace = { ...ownPlace(), rootPrefix: '/nowhere' };
    expect(() => SessionDirectory.create(nowhere, MIN_RING_BYTES)).toThrow(/\/tmp: ENOENT/);
  });
});
