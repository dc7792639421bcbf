import { closeSync, constants, fstatSync, lstatSync, openSync, unlinkSync, type Stats } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { attachSocketName, attachSocketPath, holdHotspotTmp } from '../jvms/attachPlaces.ts';
import { O_PATH, type HeldFolder } from '../jvms/heldFolder.ts';
import { asTargetUser, type TargetUser } from '../jvms/targetUser.ts';
import type { AttachTarget } from './attachTarget.ts';

/** connect() to a listening Unix socket answers at once, whatever its owner does; a hung file system does not. */
const PROBE_TIMEOUT_MS = 2_000;

/**
 * A JVM's attach socket, /tmp/.java_pidN. Its /tmp is open to all, so its name may stand for another thing at each look: what is
 * dialled is the very socket that was looked at, and it is dialled as the JVM's user, so that the kernel refuses every other.
 */
export class AttachSocket {
  /** As it is told. */
  readonly path: string;
  readonly #owner: TargetUser;
  readonly #folder: HeldFolder;
  readonly #name: string;

  /** @param folder closed with this */
  constructor(owner: TargetUser, folder: HeldFolder, name: string, path: string) {
    this.#owner = owner;
    this.#folder = folder;
    this.#name = name;
    this.path = path;
  }

  static of(target: AttachTarget): AttachSocket {
    const { pid, nsPid } = target;
    return new AttachSocket(
      target,
      holdHotspotTmp(pid),
      attachSocketName(nsPid),
      attachSocketPath(pid, nsPid),
    );
  }

  close(): void {
    this.#folder.close();
  }

  /**
   * Whether the JVM's own socket is there. Who listens is not asked: see removeStale.
   * @throws SluiceError('attach-failed') when somebody else's is
   */
  exists(): boolean {
    return this.#withSocket(({ uid }) => this.#checkOwner(uid)) !== null;
  }

  /** A connection that is being made, or fails. @throws SluiceError('attach-failed') when it is not the JVM's own */
  connect(): Socket {
    const socket = this.#withSocket(({ uid }, path) => {
      this.#checkOwner(uid);
      return asTargetUser(this.#owner, () => connect(path)); // connect(2) of a Unix socket is done when this returns
    });
    if (socket) return socket;
    throw new SluiceError('attach-failed', `The attach socket ${this.path} has gone.`, 'Try again.');
  }

  /**
   * Removes a socket that a killed JVM left and whose pid another JVM has now: the file is there, nobody listens. A JVM
   * deletes such a file when it starts (HotSpot AttachListener::vm_start), but cannot when it is another user's in a
   * sticky /tmp, and does not when the file came later (two containers with one /tmp, both pid 1).
   *
   * Nothing is lost by the removal: at the next SIGQUIT a JVM without a listener makes one, and one whose listener runs
   * and whose file is missing makes the file anew (AttachListener::check_socket_file, JDK 11.0.6 and later). It is removed
   * as its owner; a socket on which somebody listens is left alone, whosever it is.
   * @throws SluiceError('attach-failed') when the file may not be removed
   */
  async removeStale(): Promise<void> {
    const probe = this.#withSocket((stat, path) => {
      const { uid: euid, gid: egid } = stat;
      return mayActAs(euid) ? { stat, socket: asTargetUser({ euid, egid }, () => connect(path)) } : null;
    });
    if (!probe || (await someoneListens(probe.socket))) return;
    const { uid: euid, gid: egid, ino, dev } = probe.stat;
    const path = this.#folder.pathOf(this.#name);
    const now = lstatSync(path, { throwIfNoEntry: false });
    if (!now || now.ino !== ino || now.dev !== dev) return; // the JVM has just put a new one there
    try {
      asTargetUser({ euid, egid }, () => unlinkSync(path));
    } catch (thrown) {
      throw new SluiceError(
        'attach-failed',
        `A JVM that was killed left its attach socket ${this.path}, nobody listens there, and it could not be removed: ${messageOf(thrown)}.`,
        `Delete it (rm ${this.path}), then attach.`,
        { cause: thrown },
      );
    }
  }

  /** @param use gets a path that leads to the socket whatever becomes of its name. @returns null when there is no socket */
  #withSocket<T>(use: (stat: Stats, path: string) => T): T | null {
    const path = this.#folder.pathOf(this.#name);
    if (O_PATH === 0) {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat?.isSocket() ? use(stat, path) : null;
    }
    const handle = openIfThere(path);
    if (handle === null) return null;
    try {
      const stat = fstatSync(handle);
      return stat.isSocket() ? use(stat, `/proc/self/fd/${handle}`) : null;
    } finally {
      closeSync(handle);
    }
  }

  #checkOwner(uid: number): void {
    if (uid === this.#owner.euid) return;
    throw new SluiceError(
      'attach-failed',
      `The attach socket ${this.path} belongs to user ${uid}, the JVM to user ${this.#owner.euid}: it was not used.`,
      'Find out who made that file. If a JVM that was killed left it, delete it as that user or as root.',
    );
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, O_PATH | constants.O_NOFOLLOW);
  } catch {
    return null;
  }
}

function mayActAs(uid: number): boolean {
  const euid = process.geteuid?.();
  return euid === 0 || euid === uid;
}

/** Only a refused connection proves that nobody does. */
function someoneListens(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (listens: boolean): void => {
      socket.destroy();
      resolve(listens);
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, () => answer(true));
    socket.on('connect', () => answer(true));
    socket.on('error', (error: NodeJS.ErrnoException) => answer(error.code !== 'ECONNREFUSED'));
  });
}
