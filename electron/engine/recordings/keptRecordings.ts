import { randomBytes } from 'node:crypto';
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { messageOf, SluiceError, UsageError } from '../../../shared/base/errors.ts';
import type { KeptRecording, RecordingFacts, RecordingLabel } from '../../../shared/ipc/engineApi.ts';
import { readForeignFile } from '../jvms/foreignFile.ts';
import { makeOwnFolder } from './ownFolder.ts';

/** So many are in the list of those that the user has a file of, and of those that he has not; the oldest go first. */
export const MAX_SAVED = 6;
export const MAX_UNSAVED = 10;
/** Of one copy: all of them take 1 GiB at most. */
export const MAX_KEPT_BYTES = 64 << 20;
/** Characters of a name that the user gives, and of a note. */
export const MAX_TITLE = 100;
export const MAX_NOTE = 300;
/** Copies that were announced and have not come. */
const MAX_ANNOUNCED = 16;
/** A part of a copy that is as old as this has no writer any more. */
const ABANDONED_MS = 3_600_000;

/** Of an Entry: the roots of a recording can be many. */
const MAX_ENTRY_BYTES = 1 << 20;

const NO_LABEL: RecordingLabel = { title: '', note: '' };
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

const ID = /^[0-9a-f]{32}$/;

interface Entry extends RecordingFacts, RecordingLabel {
  /** Or opened last. */
  readonly keptAtMs: number;
}

/**
 * Copies of the recordings that were stopped, saved or opened last, in a folder of the user's own: a page cannot open a file again
 * by its path, and its own storage goes with the port of the engine.
 *
 *     <id>.part     what is being written; it gets its name when it is whole    (0600, the folder 0700)
 *     <id>.sluice   the copy
 *     <id>.json     an Entry, written last: without it there is nothing in the list
 *
 * The files are the list: several engines may keep copies in the same folder. The ids are made here; nothing that comes
 * from a client is ever part of a path.
 */
export class KeptRecordings {
  readonly #folder: string;
  readonly #announced = new Map<string, RecordingFacts>();

  /** @param folder made when the first copy comes */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The one kept or read last comes first. One that is not whole goes. */
  async list(): Promise<readonly KeptRecording[]> {
    return this.#entries().map(({ keptAtMs: _, ...recording }) => recording);
  }

  /**
   * A copy will come: `write` takes it.
   * @returns its id
   * @throws SluiceError 'usage' for one that is too large to be kept
   */
  announce(facts: RecordingFacts): string {
    const checked = factsOf(facts);
    if (!checked) throw new UsageError('Keep a recording: its facts are not of the right types.');
    const { name, fileBytes } = checked;
    if (fileBytes > MAX_KEPT_BYTES) {
      throw new UsageError(
        `${name} has ${Math.ceil(fileBytes / 2 ** 20)} MiB: of recordings up to ${MAX_KEPT_BYTES / 2 ** 20} MiB a copy is kept for the next time.`,
        'Save it to a file of your own, and open it from there.',
      );
    }
    const id = randomBytes(16).toString('hex');
    this.#announced.set(id, checked);
    const [oldest] = this.#announced.keys();
    if (this.#announced.size > MAX_ANNOUNCED) this.#announced.delete(oldest);
    return id;
  }

  /**
   * Puts an announced copy into the list, with the label of the one that it replaces. That one, and what is too much then, goes.
   * @throws SluiceError 'not-found' for an id that is not announced; 'usage' when it has another length; 'io'
   */
  async write(id: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const facts = this.#announced.get(id);
    if (!facts) throw new SluiceError('not-found', 'No copy of a recording is expected here.');
    this.#announced.delete(id);
    try {
      makeOwnFolder(this.#folder);
      await this.#writePart(id, facts.fileBytes, chunks);
      renameSync(this.#path(id, 'part'), this.#path(id, 'sluice'));
      const before = this.#entries().find((other) => isSame(other, facts));
      this.#writeEntry(id, { ...facts, ...labelOf(before ?? NO_LABEL), keptAtMs: Date.now() });
    } catch (thrown) {
      await this.forget(id);
      if (thrown instanceof SluiceError) throw thrown;
      throw new SluiceError('io', `The copy could not be written: ${messageOf(thrown)}.`);
    }
    this.#makeRoom(id, facts);
  }

  /** It is the first in the list then. @throws SluiceError 'not-found' when there is no such copy */
  async read(id: string): Promise<Uint8Array> {
    const bytes = ID.test(id) ? this.#bytesOf(id, 'sluice', MAX_KEPT_BYTES) : null;
    if (!bytes) throw new SluiceError('not-found', 'There is no copy of this recording any more.');
    const entry = this.#entry(id);
    try {
      if (entry) this.#writeEntry(id, { ...entry, keptAtMs: Date.now() });
    } catch {
      // A list in another order is no reason to have nothing.
    }
    return bytes;
  }

  /** @throws SluiceError 'usage' for a label that is no two lines of text; 'not-found' when there is no such copy; 'io' */
  async label(id: string, label: RecordingLabel): Promise<void> {
    const checked = checkedLabel(label);
    const entry = ID.test(id) ? this.#entry(id) : null;
    if (!entry) throw new SluiceError('not-found', 'There is no copy of this recording any more.');
    try {
      this.#writeEntry(id, { ...entry, ...checked });
    } catch (thrown) {
      throw new SluiceError('io', `The name and note could not be written: ${messageOf(thrown)}.`);
    }
  }

  /** Takes one from the list, and its copy away. One that is gone already stays so. */
  async forget(id: string): Promise<void> {
    this.#remove(id);
  }

  // ---- within: names are resolved at once, as asTargetUser demands ----

  #path(id: string, ending: string): string {
    return join(this.#folder, `${id}.${ending}`);
  }

  #remove(id: string): void {
    if (!ID.test(id)) return;
    for (const ending of ['json', 'sluice', 'part']) rmSync(this.#path(id, ending), { force: true });
  }

  async #writePart(id: string, fileBytes: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const file = openSync(this.#path(id, 'part'), 'wx', 0o600);
    let written = 0;
    try {
      for await (const chunk of chunks) {
        written += chunk.byteLength;
        if (written > fileBytes) break;
        for (let done = 0; done < chunk.byteLength;) done += writeSync(file, chunk, done);
      }
    } finally {
      closeSync(file);
    }
    if (written !== fileBytes) {
      throw new UsageError(`The copy does not have the ${fileBytes} bytes that were announced.`);
    }
  }

  #writeEntry(id: string, entry: Entry): void {
    writeFileSync(this.#path(id, 'part'), JSON.stringify(entry), { mode: 0o600, flag: 'wx' });
    renameSync(this.#path(id, 'part'), this.#path(id, 'json'));
  }

  #makeRoom(keptId: string, kept: RecordingFacts): void {
    const others = this.#entries().filter(({ id }) => id !== keptId);
    const replaced = others.filter((other) => isReplaced(other, kept));
    const ofItsSort = others.filter((other) => other.isSaved === kept.isSaved && !replaced.includes(other));
    const tooMuch = ofItsSort.slice((kept.isSaved ? MAX_SAVED : MAX_UNSAVED) - 1);
    for (const { id } of [...replaced, ...tooMuch]) this.#remove(id);
    for (const file of readdirSync(this.#folder)) {
      const [id, ending] = file.split('.');
      if (ending !== 'part' || !ID.test(id)) continue;
      const writtenMs = lstatSync(join(this.#folder, file), { throwIfNoEntry: false })?.mtimeMs;
      if (writtenMs !== undefined && Date.now() - writtenMs > ABANDONED_MS) this.#remove(id);
    }
  }

  #entries(): (Entry & { readonly id: string })[] {
    const entries: (Entry & { readonly id: string })[] = [];
    for (const file of namesIn(this.#folder)) {
      const [id, ending] = file.split('.');
      if (ending !== 'json' || !ID.test(id)) continue;
      const entry = this.#entry(id);
      if (entry) entries.push({ ...entry, id });
      else this.#removeQuietly(id);
    }
    return entries.sort((a, b) => b.keptAtMs - a.keptAtMs);
  }

  #removeQuietly(id: string): void {
    try {
      this.#remove(id);
    } catch {
      // It is not shown in any case.
    }
  }

  /** null: it or its copy is not what was written. */
  #entry(id: string): Entry | null {
    try {
      const text = Buffer.from(this.#bytesOf(id, 'json', MAX_ENTRY_BYTES) ?? []).toString('utf8');
      const value = JSON.parse(text) as Partial<Entry>;
      const { size } = lstatSync(this.#path(id, 'sluice'));
      const facts = factsOf(value);
      const keptAtMs = value.keptAtMs;
      return facts && facts.fileBytes === size && typeof keptAtMs === 'number'
        ? { ...facts, ...labelOf(value), keptAtMs }
        : null;
    } catch {
      return null;
    }
  }

  /** null: there is none, or something else lies in its place. */
  #bytesOf(id: string, ending: string, limitBytes: number): Uint8Array | null {
    try {
      return readForeignFile(this.#path(id, ending), process.geteuid?.() ?? null, limitBytes);
    } catch {
      return null;
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing has been kept yet
  }
}

/** The same recording, or a file in whose place the user has put another one. */
function isReplaced(before: RecordingFacts, after: RecordingFacts): boolean {
  return isSame(before, after) || (before.name === after.name && before.isSaved && after.isSaved);
}

function isSame(before: RecordingFacts, after: RecordingFacts): boolean {
  return before.name === after.name && before.startedAtMs === after.startedAtMs;
}

/** Of an entry that was written before there were labels: none. */
function labelOf({ title, note }: Partial<RecordingLabel>): RecordingLabel {
  return {
    title: typeof title === 'string' ? title : NO_LABEL.title,
    note: typeof note === 'string' ? note : NO_LABEL.note,
  };
}

/** @throws SluiceError 'usage' */
function checkedLabel({ title, note }: RecordingLabel): RecordingLabel {
  const checked = (what: string, text: string, most: number): string => {
    if (typeof text === 'string' && text.length <= most && !LINE_BREAK.test(text)) return text.trim();
    const found =
      typeof text !== 'string'
        ? typeof text
        : text.length > most
          ? `${text.length} characters`
          : 'a line break';
    throw new UsageError(
      `The ${what} of a recording has ${found}: one line of at most ${most} characters is kept.`,
      'Make it shorter, on one line.',
    );
  };
  return { title: checked('name', title, MAX_TITLE), note: checked('note', note, MAX_NOTE) };
}

/** null where a field is missing or of another type. */
function factsOf(value: Partial<RecordingFacts> | null): RecordingFacts | null {
  // Before there were others, all in the list had been saved.
  const { name, mainClass, startedAtMs, roots, fileBytes, isSaved = true } = value ?? {};
  const right =
    typeof name === 'string' &&
    typeof mainClass === 'string' &&
    typeof startedAtMs === 'number' &&
    Array.isArray(roots) &&
    roots.every((root) => typeof root === 'string') &&
    typeof fileBytes === 'number' &&
    Number.isSafeInteger(fileBytes) &&
    fileBytes > 0 &&
    typeof isSaved === 'boolean';
  return right ? { name, mainClass, startedAtMs, roots, fileBytes, isSaved } : null;
}
