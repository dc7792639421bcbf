import { closeSync, linkSync, lstatSync, mkdtempSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { openForeignFile, readForeignFile } from '../jvms/foreignFile.ts';
import { HeldFolder } from '../jvms/heldFolder.ts';
import { asTargetUser, type TargetPlace } from '../jvms/targetUser.ts';
import {
  removeAbandonedSessions,
  removeFile,
  removeSession,
  sessionNamePrefix,
} from './abandonedSessions.ts';

/** All that targets write into such folders. */
const FILE_NAMES = ['samples.jfr', 'heap.hprof'] as const;
/** What targets read there. */
const READ_NAMES = ['settings.jfc'] as const;
/** What tools that were killed left is taken away. From JDK 22 on a JVM puts a dump together of parts, `heap.hprof.p0` and so on. */
const LEFT_NAMES = [
  ...FILE_NAMES,
  ...READ_NAMES,
  ...Array.from({ length: 16 }, (_, part) => `heap.hprof.p${part}`),
];

/** What a target is to write. */
export interface TargetFile {
  readonly name: (typeof FILE_NAMES)[number];
  /** "the file of the Flight Recorder" */
  readonly title: string;
  /** Folders as the target sees them, the best one first. */
  readonly parents: readonly string[];
}

/**
 * A private folder (0700, the target's user owns it) into which the target writes one file. It is held as long as it
 * has a name. What a tool that was killed left there, the next one takes away.
 */
export class TargetFolder {
  readonly #place: TargetPlace;
  readonly #file: TargetFile;
  readonly #parent: HeldFolder;
  readonly #folder: HeldFolder;
  readonly #path: string;

  private constructor(
    place: TargetPlace,
    file: TargetFile,
    parent: HeldFolder,
    folder: HeldFolder,
    path: string,
  ) {
    this.#place = place;
    this.#file = file;
    this.#parent = parent;
    this.#folder = folder;
    this.#path = path;
  }

  /** @throws SluiceError 'io' naming every place that was tried */
  static create(place: TargetPlace, file: TargetFile): TargetFolder {
    const problems: string[] = [];
    for (const parentPath of file.parents) {
      try {
        return TargetFolder.#createIn(place, file, parentPath);
      } catch (thrown) {
        problems.push(`${parentPath}: ${messageOf(thrown)}.`);
      }
    }
    throw new SluiceError(
      'io',
      `Sluice found no place for ${file.title}. ${problems.join(' ')}`,
      'One of these folders must be writable for the user of the JVM.',
    );
  }

  static #createIn(place: TargetPlace, file: TargetFile, parentPath: string): TargetFolder {
    const parent = HeldFolder.below(place.rootPrefix, parentPath);
    try {
      return asTargetUser(place, () => {
        removeAbandonedSessions(parent.path, LEFT_NAMES, isAwaited);
        const name = basename(mkdtempSync(parent.pathOf(sessionNamePrefix())));
        return new TargetFolder(place, file, parent, parent.folder(name), join(parentPath, name));
      });
    } catch (thrown) {
      parent.close();
      throw thrown;
    }
  }

  /** Of this folder: it tells whose it is (abandonedSessions.ts). */
  get name(): string {
    return basename(this.#path);
  }

  /** As the target sees it. */
  get fileForTarget(): string {
    return join(this.#path, this.#file.name);
  }

  /**
   * A file beside it that the target is to read.
   * @param keptUntilMs as Date.now(): when the tool is gone the folder stays until then, as the target may still write
   * @returns its path as the target sees it
   * @throws SluiceError 'io'
   */
  put(name: (typeof READ_NAMES)[number], text: string, keptUntilMs: number): string {
    try {
      asTargetUser(this.#place, () => {
        const path = this.#folder.pathOf(name);
        writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
        utimesSync(path, keptUntilMs / 1000, keptUntilMs / 1000);
      });
    } catch (thrown) {
      throw new SluiceError(
        'io',
        `${name} could not be written for the JVM: ${messageOf(thrown)}.`,
        'Its disk may be full.',
        { cause: thrown },
      );
    }
    return join(this.#path, name);
  }

  /** @throws SluiceError 'io' where the JVM has written none, or something else is in its place */
  read(limitBytes: number): Uint8Array {
    return this.#opened((path, owner) => readForeignFile(path, owner, limitBytes));
  }

  /** A handle of the file, to be closed. @throws as read */
  open(): number {
    return this.#opened(openForeignFile);
  }

  /**
   * Gives the file a name beside this folder, if that is on the same disk and it is our own user's.
   * @returns false: it has to be copied
   * @throws Error of the system with the code EEXIST when there is something of that name
   */
  linkTo(path: string): boolean {
    if (this.#place.euid !== process.geteuid?.()) return false;
    closeSync(this.open());
    try {
      linkSync(this.#folder.pathOf(this.#file.name), path);
      return true;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') throw thrown;
      return false;
    }
  }

  #opened<T>(open: (path: string, owner: number) => T | null): T {
    try {
      const found: { file: T | null } = { file: null };
      asTargetUser(this.#place, () => {
        found.file = open(this.#folder.pathOf(this.#file.name), this.#place.euid);
      });
      if (found.file !== null) return found.file;
    } catch (thrown) {
      throw new SluiceError(
        'io',
        `${capitalised(this.#file.title)} could not be read: ${messageOf(thrown)}.`,
        'Look at the log of the program: its disk may be full.',
        { cause: thrown },
      );
    }
    throw new SluiceError(
      'io',
      `${capitalised(this.#file.title)} is closed to Sluice.`,
      'Run Sluice as the user of the JVM.',
    );
  }

  /** Of another tool that is gone, in the same place: the target writes there no more. */
  removeOther(name: string): void {
    asTargetUser(this.#place, () => removeSession(this.#parent.pathOf(name), LEFT_NAMES));
  }

  /** It stays, as the target may still write. The next tool takes it away. */
  leave(): void {
    this.#folder.close();
    this.#parent.close();
  }

  /** With all that is in it. */
  remove(): void {
    try {
      asTargetUser(this.#place, () => {
        for (const name of LEFT_NAMES) removeFile(this.#folder.pathOf(name));
        rmdirSync(this.#parent.pathOf(basename(this.#path)));
      });
    } catch {
      // Removed before, or it holds what is not ours.
    }
    this.leave();
  }
}

/** The target may still write its file: the time until which the folder is kept is the last change of what it was given to read. */
function isAwaited(folder: string): boolean {
  const given = lstatSync(join(folder, 'settings.jfc'), { throwIfNoEntry: false });
  if (given === undefined || given.mtimeMs < Date.now()) return false;
  return (lstatSync(join(folder, 'samples.jfr'), { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function capitalised(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
