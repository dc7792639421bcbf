import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  utimesSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { removeAbandonedJars } from './abandonedJars.ts';
import { installedFile } from '../process/installation.ts';
import { readForeignFile } from '../jvms/foreignFile.ts';
import { HeldFolder } from '../jvms/heldFolder.ts';
import { asTargetUser, type TargetPlace } from '../jvms/targetUser.ts';

/** Of folders with a name like ours so many are looked at: anybody may make more. */
const MAX_FOLDERS = 100;

/** The agent as it was built. */
export interface AgentJar {
  readonly bytes: Uint8Array;
  /** Also compiled into the jar: the agent says it in its first packet. */
  readonly buildId: string;
}

export function readAgentJar(): AgentJar {
  const path = installedFile('agent/sluice-agent.jar');
  try {
    const bytes = readFileSync(path);
    return { bytes, buildId: readFileSync(installedFile('agent/build-id'), 'utf8').trim() };
  } catch (thrown) {
    throw new SluiceError(
      'io',
      `The agent jar ${path} could not be read: ${messageOf(thrown)}.`,
      'Build Sluice: npm run build.',
    );
  }
}

/**
 * Puts the jar where the target can read it, at the same path for every attach: a JVM keeps an agent's jar open and
 * mapped for ever, and runs the old classes when the same jar comes again, so each build has a name of its own, and a
 * file that is there is never written into.
 *
 *     /tmp/sluice-UID           else below /var/tmp, /dev/shm
 *     /tmp/sluice-UID-XXXXXX    where somebody else has made each of those: a name that nobody knows before
 *
 * @returns the path as the target sees it
 */
export function placeAgentJar(place: TargetPlace, jar: AgentJar): string {
  const name = `agent-${jar.buildId}.jar`;
  const usual = `sluice-${place.euid}`;
  const problems: string[] = [];
  for (const choose of [() => usual, privateFolderIn]) {
    for (const parent of process.platform === 'darwin' ? [tmpdir()] : ['/tmp', '/var/tmp', '/dev/shm']) {
      try {
        const folder = placeIn(place, parent, choose, name, jar.bytes);
        return join(parent, folder, name);
      } catch (thrown) {
        if (choose !== privateFolderIn) problems.push(`${join(parent, usual)}: ${toldOf(thrown, parent)}`);
      }
    }
  }
  throw new SluiceError(
    'io',
    `The agent jar could not be put where the JVM can read it. ${problems.join(' ')}`,
    `User ${place.euid} must be able to write in one of /tmp, /var/tmp and /dev/shm.`,
  );
}

/** @returns the name of the folder in `parent` that has the jar now */
function placeIn(
  place: TargetPlace,
  parent: string,
  choose: (held: HeldFolder, usual: string, euid: number) => string,
  name: string,
  bytes: Uint8Array,
): string {
  const held = HeldFolder.below(place.rootPrefix, parent);
  try {
    return asTargetUser(place, () => {
      const chosen = choose(held, `sluice-${place.euid}`, place.euid);
      const folder = makePrivateFolder(held, chosen, place.euid);
      try {
        placeFile(place, folder, name, bytes);
        removeOthers(folder, join(parent, chosen), name);
      } finally {
        folder.close();
      }
      return chosen;
    });
  } finally {
    held.close();
  }
}

/** One that an attach before has made, so that the JVM gets no second jar, or a new one. */
function privateFolderIn(held: HeldFolder, usual: string, euid: number): string {
  const prefix = `${usual}-`;
  const names = readdirSync(held.path).filter((name) => name.startsWith(prefix));
  const own = names.slice(0, MAX_FOLDERS).find((name) => {
    const stat = lstatSync(held.pathOf(name), { throwIfNoEntry: false });
    return stat !== undefined && whyNotPrivate(stat, euid) === null;
  });
  return own ?? basename(mkdtempSync(held.pathOf(prefix)));
}

/** 0700 and the target user's own; what stands there already is taken only if it is just that. */
function makePrivateFolder(held: HeldFolder, name: string, euid: number): HeldFolder {
  const path = held.pathOf(name);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
  const why = whyNotPrivate(lstatSync(path), euid);
  if (why !== null) throw new Error(`it exists, and ${why}.`);
  const folder = held.folder(name);
  const whyHeld = whyNotPrivate(lstatSync(`${folder.path}/.`), euid); // another one may have come meanwhile
  if (whyHeld === null) return folder;
  folder.close();
  throw new Error(`it exists, and ${whyHeld}.`);
}

function whyNotPrivate(stat: Stats, euid: number): string | null {
  if (stat.uid !== euid) return `belongs to user ${stat.uid}, not to user ${euid}`;
  if (!stat.isDirectory()) return 'is no folder';
  return (stat.mode & 0o077) === 0 ? null : 'is open to other users';
}

/** That an old jar stays is no reason to have none. */
function removeOthers(folder: HeldFolder, path: string, keep: string): void {
  try {
    removeAbandonedJars(folder, path, keep);
  } catch {
    // The next attach looks again.
  }
}

/** A held folder is called by a number. */
function toldOf(thrown: unknown, parent: string): string {
  return messageOf(thrown).replace(/\/proc\/self\/fd\/\d+/g, parent);
}

function placeFile(place: TargetPlace, folder: HeldFolder, name: string, bytes: Uint8Array): void {
  const path = folder.pathOf(name);
  if (isSameFile(place, path, bytes)) {
    utimesSync(path, new Date(), new Date()); // abandonedJars.ts: it is used
    return;
  }
  const temporary = `${path}.${randomBytes(8).toString('hex')}`;
  const file = openSync(
    temporary,
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    try {
      for (let done = 0; done < bytes.byteLength;) done += writeSync(file, bytes, done);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (thrown) {
    unlinkSync(temporary);
    throw thrown;
  }
}

function isSameFile(place: TargetPlace, path: string, bytes: Uint8Array): boolean {
  try {
    const found = readForeignFile(path, place.euid, bytes.byteLength);
    return found !== null && Buffer.compare(found, bytes) === 0;
  } catch {
    return false;
  }
}
