import { lstatSync, unlinkSync, type Stats } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';

/** Whose attach socket it has to be. */
export interface SocketOwner {
  readonly euid: number;
}

/** connect() to a listening Unix socket answers at once, whatever its owner does; a hung file system does not. */
const PROBE_TIMEOUT_MS = 2_000;

/**
 * Whether the JVM's own attach socket stands at `path`. Who listens there is not asked: see removeStaleSocket.
 * @throws SluiceError('attach-failed') when somebody else's does
 */
export function socketBelongsTo(owner: SocketOwner, path: string): boolean {
  const stat = socketAt(path);
  if (!stat) return false;
  if (stat.uid === owner.euid) return true;
  throw new SluiceError(
    'attach-failed',
    `The attach socket ${path} belongs to user ${stat.uid}, the JVM to user ${owner.euid}: it was not used.`,
    'Find out who made that file. If a JVM that was killed left it, delete it as that user or as root.',
  );
}

/**
 * Removes a socket that a killed JVM left and whose pid another JVM has now: the file is there, nobody listens. A JVM
 * deletes such a file when it starts (HotSpot AttachListener::vm_start), but cannot when it is another user's in a
 * sticky /tmp, and does not when the file came later (two containers with one /tmp, both pid 1).
 *
 * Nothing is lost by the removal: at the next SIGQUIT a JVM without a listener makes one, and one whose listener runs
 * and whose file is missing makes the file anew (AttachListener::check_socket_file, JDK 11.0.6 and later). Root and
 * the owner may remove; a socket on which somebody listens is left alone, whosever it is.
 * @throws SluiceError('attach-failed') when the file may not be removed
 */
export async function removeStaleSocket(path: string): Promise<void> {
  const stat = socketAt(path);
  if (!stat || !mayRemove(stat) || (await someoneListens(path))) return;
  const now = socketAt(path);
  if (!now || now.ino !== stat.ino || now.dev !== stat.dev) return; // the JVM has just put a new one there
  try {
    // Only in a real /tmp: in a container's, a link could lead root elsewhere.
    if (!lstatSync(dirname(path)).isDirectory()) throw new Error(`${dirname(path)} is no directory`);
    unlinkSync(path);
  } catch (thrown) {
    throw new SluiceError(
      'attach-failed',
      `A JVM that was killed left its attach socket ${path}, nobody listens there, and it could not be removed: ${messageOf(thrown)}.`,
      `Delete it (rm ${path}), then attach.`,
      { cause: thrown },
    );
  }
}

function mayRemove({ uid }: Stats): boolean {
  const euid = process.geteuid?.();
  return euid === 0 || euid === uid;
}

/** Only a refused connection proves that nobody does. */
function someoneListens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const answer = (listens: boolean): void => {
      socket.destroy();
      resolve(listens);
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, () => answer(true));
    socket.on('connect', () => answer(true));
    socket.on('error', (error: NodeJS.ErrnoException) => answer(error.code !== 'ECONNREFUSED'));
  });
}

function socketAt(path: string): Stats | null {
  try {
    const stat = lstatSync(path);
    return stat.isSocket() ? stat : null;
  } catch {
    return null;
  }
}
