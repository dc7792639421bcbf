import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { installedFile } from '../installation.ts';
import { asTargetUser, type TargetPlace } from '../jvms/targetUser.ts';

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
 * @returns the path as the target sees it
 */
export function placeAgentJar(place: TargetPlace, jar: AgentJar): string {
  const name = `agent-${jar.buildId}.jar`;
  const problems: string[] = [];
  for (const parent of process.platform === 'darwin' ? [tmpdir()] : ['/tmp', '/var/tmp', '/dev/shm']) {
    const directory = join(parent, `sluice-${place.euid}`);
    try {
      asTargetUser(place, () => {
        makePrivateDirectory(place, place.rootPrefix + directory);
        placeFile(place, place.rootPrefix + directory, name, jar.bytes);
      });
      return join(directory, name);
    } catch (thrown) {
      problems.push(`${directory}: ${messageOf(thrown)}`);
    }
  }
  throw new SluiceError(
    'io',
    `The agent jar could not be put where the JVM can read it. ${problems.join(' ')}`,
    'One of these directories must be writable for the user of the JVM.',
  );
}

/** 0700 and the target user's own; what stands there already is taken only if it is just that. */
function makePrivateDirectory(place: TargetPlace, path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
  const stat = lstatSync(path);
  if (!stat.isDirectory() || stat.uid !== place.euid || (stat.mode & 0o077) !== 0) {
    throw new Error(`it exists and is not a private directory of user ${place.euid}.`);
  }
}

function placeFile(place: TargetPlace, directory: string, name: string, bytes: Uint8Array): void {
  const path = join(directory, name);
  if (isSameFile(place, path, bytes)) return;
  const temporary = join(directory, `${name}.${randomBytes(8).toString('hex')}`);
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
    const stat = lstatSync(path);
    return (
      stat.isFile() &&
      stat.uid === place.euid &&
      stat.size === bytes.byteLength &&
      hashOf(readFileSync(path)) === hashOf(bytes)
    );
  } catch {
    return false;
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
