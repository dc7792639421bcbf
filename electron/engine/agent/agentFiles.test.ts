import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MIN_RING_BYTES } from '../../../shared/wire/eventFileLayout.ts';
import { PROTOCOL_VERSION } from '../../../shared/wire/protocolVersion.ts';
import { removeAbandonedSessions, sessionNamePrefix } from './abandonedSessions.ts';
import { placeAgentJar } from './agentJar.ts';
import { makeSecret } from './handshake.ts';
import { SessionDirectory } from './sessionDirectory.ts';
import { ownPlace, type TargetPlace } from '../jvms/targetUser.ts';

/** A user that no other test works for, so that the folders of the jar are this file's own. */
const STRANGER: TargetPlace = { rootPrefix: '', euid: 54_321, egid: 54_321 };
const FOLDERS = ['/tmp', '/var/tmp', '/dev/shm'].map((parent) => `${parent}/sluice-${STRANGER.euid}`);
const isRoot = process.geteuid?.() === 0;

afterEach(() => {
  for (const folder of FOLDERS) rmSync(folder, { recursive: true, force: true });
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

  it('says what is wrong with every place when there is none', () => {
    for (const folder of FOLDERS) writeFileSync(folder, '');
    expect(() => placeAgentJar(STRANGER, jar)).toThrow(
      /not a private directory.*not a private.*not a private/,
    );
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
    const path = directory.socketPath.replace(/\/[^/]*$/, '');
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

  it('says which places are too small or closed', () => {
    const nowhere: TargetPlace = { ...ownPlace(), rootPrefix: '/nowhere' };
    expect(() => SessionDirectory.create(nowhere, MIN_RING_BYTES)).toThrow(/\/tmp: ENOENT/);
  });
});
