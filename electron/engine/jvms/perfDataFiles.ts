import { lstatSync, readdirSync } from 'node:fs';
import { readForeignFile, UnfitFile } from './foreignFile.ts';
import { HeldFolder } from './heldFolder.ts';
import { parsePerfData, PERF_DATA_LIMIT_BYTES, type PerfData } from './hsperfdata.ts';
import { userNames } from './userNames.ts';

/** Of folders with such a name so many are looked at, and so many of one user: anybody may make more. */
const MAX_FOLDERS = 10_000;
const MAX_FOLDERS_OF_USER = 16;

const FOLDER_PREFIX = 'hsperfdata_';
const NOTHING: PerfData = new Map();

/** Whose performance data are looked for. */
export interface PerfDataOwner {
  readonly euid: number;
  /** The name of the file. */
  readonly pid: number;
}

export interface PerfDataLook {
  /** There is such a file of the process, though it may be closed to us. */
  readonly exists: boolean;
  /** Empty where it cannot be read. */
  readonly values: PerfData;
  /** Why what lies in its place was not read: "/tmp/hsperfdata_ada/4711 is a symbolic link"; else "". */
  readonly refusal: string;
}

/**
 * Performance data of JVMs, /tmp/hsperfdata_USER/PID: anybody may put anything in their place. What is there is remembered, so
 * one of these serves one look at all processes.
 */
export class PerfDataFiles {
  readonly #userNames = userNames();
  /** A file system's /tmp -> user -> names of its folders there. */
  readonly #foldersOfUsers = new Map<string, ReadonlyMap<number, readonly string[]>>();

  /**
   * The file of this very process: stale files of dead processes and files of other users are not taken.
   * @param root see HeldFolder.below
   * @param tmp where HotSpot puts it
   */
  lookFor(owner: PerfDataOwner, root: string, tmp: string): PerfDataLook {
    let refusal = '';
    try {
      const held = HeldFolder.below(root, tmp);
      try {
        for (const folder of this.#foldersOf(owner.euid, held)) {
          const look = lookIn(held, folder, owner);
          if (look.exists) return look;
          if (look.refusal !== '') refusal ||= `${tmp}/${folder}/${owner.pid} ${look.refusal}`;
        }
      } finally {
        held.close();
      }
    } catch {
      // No such folder, or it is closed to us.
    }
    return { exists: false, values: NOTHING, refusal };
  }

  /** The one that HotSpot makes; where its name is not known here, as in a container, those that belong to the user. */
  #foldersOf(euid: number, tmp: HeldFolder): readonly string[] {
    const name = this.#userNames.get(euid);
    const usual = name === undefined ? null : `${FOLDER_PREFIX}${name}`;
    if (usual !== null && lstatSync(tmp.pathOf(usual), { throwIfNoEntry: false })?.uid === euid)
      return [usual];
    const { dev, ino } = lstatSync(`${tmp.path}/.`);
    const key = `${dev}:${ino}`;
    let folders = this.#foldersOfUsers.get(key);
    if (!folders) this.#foldersOfUsers.set(key, (folders = foldersByUser(tmp)));
    return folders.get(euid) ?? [];
  }
}

function foldersByUser(tmp: HeldFolder): ReadonlyMap<number, readonly string[]> {
  const folders = new Map<number, string[]>();
  const names = readdirSync(tmp.path).filter((name) => name.startsWith(FOLDER_PREFIX));
  for (const name of names.slice(0, MAX_FOLDERS)) {
    const uid = lstatSync(tmp.pathOf(name), { throwIfNoEntry: false })?.uid;
    if (uid === undefined) continue;
    const ofUser = folders.get(uid) ?? [];
    if (ofUser.length < MAX_FOLDERS_OF_USER) folders.set(uid, [...ofUser, name]);
  }
  return folders;
}

/** @returns with a refusal that lacks the path */
function lookIn(tmp: HeldFolder, name: string, { euid, pid }: PerfDataOwner): PerfDataLook {
  let folder: HeldFolder | null = null;
  try {
    folder = tmp.folder(name);
    const bytes = readForeignFile(folder.pathOf(String(pid)), euid, PERF_DATA_LIMIT_BYTES);
    return { exists: true, values: bytes === null ? NOTHING : valuesOf(bytes), refusal: '' };
  } catch (thrown) {
    return { exists: false, values: NOTHING, refusal: thrown instanceof UnfitFile ? thrown.message : '' };
  } finally {
    folder?.close();
  }
}

function valuesOf(bytes: Uint8Array): PerfData {
  try {
    return parsePerfData(bytes);
  } catch {
    return NOTHING; // just being made
  }
}
