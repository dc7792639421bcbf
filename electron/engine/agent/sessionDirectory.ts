import { mkdtempSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { PROTOCOL_VERSION } from '../../../shared/wire/protocolVersion.ts';
import { removeAbandonedSessions, removeFile, sessionNamePrefix } from './abandonedSessions.ts';
import { EventFile } from '../events/eventFile.ts';
import { HeldFolder } from '../jvms/heldFolder.ts';
import { asTargetUser, type SynchronousWork, type TargetPlace } from '../jvms/targetUser.ts';

/** What the session file tells the agent; shared/wire/README.md section 3. */
export interface SessionFacts {
  readonly buildId: string;
  readonly secret: Uint8Array;
  /** unix:PATH or tcp:127.0.0.1:PORT */
  readonly socket: string;
}

const SESSION_FILE = 'session';
const EVENT_FILE = 'events';
const SOCKET_FILE = 'agent.sock';
const FILES = [SESSION_FILE, EVENT_FILE, SOCKET_FILE];

/**
 * The private directory (0700, the target's user owns it) through which a session begins: the session file with the
 * secret, the agent's socket and the event file. It is held as long as it has a name, so that no link in its place leads
 * us elsewhere, and it can be removed when the target is gone. Each name is removed as soon as the agent has what is behind it, so
 * that nothing is left on the disk while the session runs. What a tool left that was killed before, the next one removes.
 */
export class SessionDirectory {
  readonly eventFile: EventFile;
  readonly #place: TargetPlace;
  readonly #parent: HeldFolder;
  readonly #folder: HeldFolder;
  /** As the target sees it. */
  readonly #path: string;

  private constructor(
    place: TargetPlace,
    parent: HeldFolder,
    folder: HeldFolder,
    path: string,
    eventFile: EventFile,
  ) {
    this.#place = place;
    this.#parent = parent;
    this.#folder = folder;
    this.#path = path;
    this.eventFile = eventFile;
  }

  /**
   * In memory (/dev/shm of the target) when there is room for twice the ring, else on disk.
   * @throws SluiceError('io') naming every place that was tried
   */
  static create(place: TargetPlace, ringBytes: number): SessionDirectory {
    const problems: string[] = [];
    for (const parent of process.platform === 'darwin' ? [tmpdir()] : ['/dev/shm', '/tmp', '/var/tmp']) {
      try {
        return SessionDirectory.#createIn(place, parent, ringBytes);
      } catch (thrown) {
        const told = messageOf(thrown).replace(/\/proc\/self\/fd\/\d+/g, parent); // a held folder is called by a number
        problems.push(`${parent}: ${told}`);
      }
    }
    throw new SluiceError(
      'io',
      `Sluice found no place for the files that it shares with the JVM. ${problems.join(' ')}`,
      `One of these directories must be writable for the user of the JVM, with ${Math.ceil((2 * ringBytes) / 2 ** 20)} MiB free.`,
    );
  }

  static #createIn(place: TargetPlace, parentPath: string, ringBytes: number): SessionDirectory {
    const parent = HeldFolder.below(place.rootPrefix, parentPath);
    try {
      return asTargetUser(place, () => {
        removeAbandonedSessions(parent.path, FILES);
        const { bavail, bsize } = statfsSync(parent.path);
        if (bavail * bsize < 2 * ringBytes) {
          throw new Error(`${Math.floor((bavail * bsize) / 2 ** 20)} MiB free.`);
        }
        const name = basename(mkdtempSync(parent.pathOf(sessionNamePrefix())));
        const folder = parent.folder(name);
        try {
          const eventFile = EventFile.create(folder.pathOf(EVENT_FILE), ringBytes);
          return new SessionDirectory(place, parent, folder, join(parentPath, name), eventFile);
        } catch (thrown) {
          removeFile(folder.pathOf(EVENT_FILE));
          folder.close();
          rmdirSync(parent.pathOf(name));
          throw thrown;
        }
      });
    } catch (thrown) {
      parent.close();
      throw thrown;
    }
  }

  /** The only option that the agent is given. */
  get sessionFileForTarget(): string {
    return join(this.#path, SESSION_FILE);
  }

  /** As we see it, until remove(). */
  get socketPath(): string {
    return this.#folder.pathOf(SOCKET_FILE);
  }

  get socketPathForTarget(): string {
    return join(this.#path, SOCKET_FILE);
  }

  /** Runs as the target's user, so that what is made belongs to it. */
  asTargetUser<T>(work: SynchronousWork<T>): T {
    return asTargetUser(this.#place, work);
  }

  writeSessionFile(facts: SessionFacts): void {
    const lines = [
      `version=${PROTOCOL_VERSION}`,
      `build=${facts.buildId}`,
      `secret=${Buffer.from(facts.secret).toString('hex')}`,
      `socket=${facts.socket}`,
      `events=${join(this.#path, EVENT_FILE)}`,
      `toolPid=${process.pid}`,
    ];
    const path = this.#folder.pathOf(SESSION_FILE);
    this.asTargetUser(() => writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' }));
  }

  /** After the proof: the secret has done its work. */
  removeSessionFile(): void {
    this.#remove(SESSION_FILE);
  }

  /** When the agent has mapped the event file, or is not going to; the file itself lives on in both processes. */
  remove(): void {
    for (const name of FILES) this.#remove(name);
    try {
      this.asTargetUser(() => rmdirSync(this.#parent.pathOf(basename(this.#path))));
    } catch {
      // Removed before, or it holds what is not ours.
    }
    this.#folder.close();
    this.#parent.close();
  }

  #remove(name: string): void {
    try {
      this.asTargetUser(() => removeFile(this.#folder.pathOf(name)));
    } catch {
      // As above.
    }
  }
}
