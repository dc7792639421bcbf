import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  type Stats,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Makes a folder for our user alone (0700), or sees that it is one. For root, nobody else may have a say in where it is: each
 * folder and each link on the way is root's.
 * @throws Error that says what is wrong
 */
export function makeOwnFolder(path: string): void {
  const euid = process.geteuid?.();
  if (euid === 0) checkWay(path);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (euid === undefined) return; // Windows: a folder in the profile of the user is his
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const { uid } = fstatSync(folder);
    if (uid !== euid) throw new Error(`${path} belongs to user ${uid}`);
    fchmodSync(folder, 0o700);
  } finally {
    closeSync(folder);
  }
}

/** Whether only root decides what is at a path, of which the end need not exist. */
export function isRootsOwn(path: string): boolean {
  try {
    checkWay(path);
    return true;
  } catch {
    return false;
  }
}

/** From the root down, so that what is looked at next cannot be exchanged any more. */
function checkWay(path: string, links = 0): void {
  const parent = dirname(path);
  if (parent !== path) checkWay(parent, links);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return; // it will be made
  if (stat.uid !== 0) throw new Error(`${path} belongs to user ${stat.uid}`);
  if (stat.isSymbolicLink()) {
    if (links >= 8) throw new Error(`${path} leads over too many links`);
    checkWay(resolve(parent, readlinkSync(path)), links + 1);
  } else if (isOpenToOthers(stat)) {
    throw new Error(`others may rename what is in ${path}`);
  }
}

function isOpenToOthers({ mode }: Stats): boolean {
  return (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0;
}
