import { closeSync, constants, lstatSync, openSync, readlinkSync } from 'node:fs';
import { join, posix } from 'node:path';
import { asWhoMayLook } from './targetUser.ts';

/**
 * open(2), Linux: a handle of what has a name, which is not opened by that: nothing is waited for, started or followed, and no
 * right to read is needed. By /proc/self/fd the handle is a path, whatever becomes of the name.
 */
export const O_PATH = process.platform === 'linux' ? 0o10000000 : 0;

/** As many as Linux follows in one path (path_resolution(7)). */
const MAX_LINKS = 40;

/**
 * A folder that others may rename or put a link in place of: held, so that all work in it is in the folder that was looked at.
 * Elsewhere than on Linux it is a path.
 */
export class HeldFolder {
  readonly #path: string;
  #handle: number | null;

  private constructor(path: string, handle: number | null) {
    this.#path = path;
    this.#handle = handle;
  }

  /** What a path leads to, over links as well: for paths that only we or the kernel make, as /proc/PID/root, which its user may follow. */
  static at(path: string): HeldFolder {
    const hold = (): HeldFolder => HeldFolder.#hold(path, 0);
    const [ofProcess] = /^\/proc\/\d+/.exec(path) ?? [];
    const owner = ofProcess === undefined ? undefined : lstatSync(ofProcess, { throwIfNoEntry: false });
    return owner === undefined ? hold() : asWhoMayLook({ euid: owner.uid, egid: owner.gid }, hold);
  }

  /**
   * A folder of another file system, found as a process finds it whose root that is: a link leads to a place below `root`,
   * never to one of ours.
   * @param root "" for our own, or /proc/PID/root
   * @param path absolute
   */
  static below(root: string, path: string): HeldFolder {
    if (O_PATH === 0) return HeldFolder.at(join(root, path));
    let names = namesOf(path);
    for (let links = 0; links <= MAX_LINKS; links++) {
      const found = walk(root, names);
      if (found instanceof HeldFolder) return found;
      names = found;
    }
    throw new Error(`${path} leads over more than ${MAX_LINKS} links`);
  }

  /** A folder in it. A link is none. */
  folder(name: string): HeldFolder {
    return HeldFolder.#hold(this.pathOf(name), constants.O_NOFOLLOW);
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** Holds until close(). */
  get path(): string {
    if (O_PATH === 0) return this.#path;
    if (this.#handle === null) throw new Error(`${this.#path} is not held any more`);
    return `/proc/self/fd/${this.#handle}`;
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }

  static #hold(path: string, flags: number): HeldFolder {
    if (O_PATH !== 0) return new HeldFolder(path, openSync(path, O_PATH | constants.O_DIRECTORY | flags));
    if (flags !== 0 && !lstatSync(path).isDirectory()) throw new Error(`${path} is no folder`);
    return new HeldFolder(path, null);
  }
}

/** @returns the folder; or, where a link is on the way, the names of the path that is meant by it */
function walk(root: string, names: readonly string[]): HeldFolder | string[] {
  let folder = HeldFolder.at(root || '/');
  for (const [i, name] of names.entries()) {
    const parent = folder;
    try {
      const link = linkAt(parent.pathOf(name));
      if (link !== null) {
        // There is no link among the names before: the path can be resolved as text, and ends at the root.
        return namesOf(posix.resolve('/', ...names.slice(0, i), link, ...names.slice(i + 1)));
      }
      folder = parent.folder(name);
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      const path = `${root}/${names.slice(0, i + 1).join('/')}`;
      throw new Error(`${code}: ${path} cannot be opened as a folder`, { cause: thrown });
    } finally {
      parent.close();
    }
  }
  return folder;
}

function namesOf(path: string): string[] {
  return posix
    .resolve('/', path)
    .split('/')
    .filter((name) => name !== '');
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // no link, or nothing at all, as is found next
  }
}
