import { mkdtempSync, rmdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { removeAbandonedSessions, removeFile, sessionNamePrefix } from '../agent/abandonedSessions.ts';
import { readForeignFile } from '../jvms/foreignFile.ts';
import { HeldFolder } from '../jvms/heldFolder.ts';
import { asTargetUser, type TargetPlace } from '../jvms/targetUser.ts';

const RECORDING_FILE = 'samples.jfr';
/** Where a Flight Recorder may write some megabytes: on the disk, if memory is scarce. */
const PARENTS = ['/tmp', '/var/tmp'];
/** An hour of samples each millisecond has a tenth. */
const FILE_LIMIT_BYTES = 256 << 20;

/**
 * A private folder (0700, the target's user owns it) into which the target's Flight Recorder writes its file. It is held as long as it
 * has a name. What a tool that was killed left there, the next one takes away.
 */
export class RecorderFolder {
  readonly #place: TargetPlace;
  readonly #parent: HeldFolder;
  readonly #folder: HeldFolder;
  readonly #path: string;

  private constructor(place: TargetPlace, parent: HeldFolder, folder: HeldFolder, path: string) {
    this.#place = place;
    this.#parent = parent;
    this.#folder = folder;
    this.#path = path;
  }

  /** @throws SluiceError 'io' naming every place that was tried */
  static create(place: TargetPlace): RecorderFolder {
    const problems: string[] = [];
    for (const parentPath of PARENTS) {
      try {
        return RecorderFolder.#createIn(place, parentPath);
      } catch (thrown) {
        problems.push(`${parentPath}: ${messageOf(thrown)}.`);
      }
    }
    throw new SluiceError(
      'io',
      `Sluice found no place for the file of the Flight Recorder. ${problems.join(' ')}`,
      'One of these folders must be writable for the user of the JVM.',
    );
  }

  static #createIn(place: TargetPlace, parentPath: string): RecorderFolder {
    const parent = HeldFolder.below(place.rootPrefix, parentPath);
    try {
      return asTargetUser(place, () => {
        removeAbandonedSessions(parent.path, [RECORDING_FILE]);
        const name = basename(mkdtempSync(parent.pathOf(sessionNamePrefix())));
        return new RecorderFolder(place, parent, parent.folder(name), join(parentPath, name));
      });
    } catch (thrown) {
      parent.close();
      throw thrown;
    }
  }

  /** As the target sees it. */
  get fileForTarget(): string {
    return join(this.#path, RECORDING_FILE);
  }

  /** @throws SluiceError 'io' where the JVM has written none, or something else is in its place */
  read(): Uint8Array {
    try {
      const bytes = asTargetUser(this.#place, () =>
        readForeignFile(this.#folder.pathOf(RECORDING_FILE), this.#place.euid, FILE_LIMIT_BYTES),
      );
      if (bytes !== null) return bytes;
    } catch (thrown) {
      throw new SluiceError(
        'io',
        `The file of the Flight Recorder could not be read: ${messageOf(thrown)}.`,
        'Look at the log of the program: its disk may be full.',
        { cause: thrown },
      );
    }
    throw new SluiceError(
      'io',
      'The file of the Flight Recorder is closed to Sluice.',
      'Run Sluice as the user of the JVM.',
    );
  }

  /** With all that is in it. */
  remove(): void {
    try {
      asTargetUser(this.#place, () => {
        removeFile(this.#folder.pathOf(RECORDING_FILE));
        rmdirSync(this.#parent.pathOf(basename(this.#path)));
      });
    } catch {
      // Removed before, or it holds what is not ours.
    }
    this.#folder.close();
    this.#parent.close();
  }
}
