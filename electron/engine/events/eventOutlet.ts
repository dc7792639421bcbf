import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../../shared/base/errors.ts';
import { isOutOfMemory } from '../../../shared/base/outOfMemory.ts';
import type { EventConsumer } from '../../../shared/ipc/engineClient.ts';
import type { OnNote } from '../../../shared/messages/noteMessages.ts';
import type { ObjectLayout } from '../../../shared/events/objectLayout.ts';
import { encodeRecordingStart } from '../../../shared/wire/blockEncoder.ts';
import { AnnouncedThreads } from './announcedThreads.ts';
import { RecordingSpool } from './recordingSpool.ts';

/** How a reader came by the events. */
export type ReaderKind =
  /** In this process: it takes them from the first to the last, or the recording is not complete. */
  | 'inProcess'
  /** A page, which may be loaded anew at any time: the next one gets the recording from its start. */
  | 'page';

/**
 * Where the events of a session go: to its one reader at a time. For pages the present recording is spooled as well, and
 * replayed to one that comes later; what comes meanwhile waits, which holds the pump back.
 */
export class EventOutlet {
  readonly #note: OnNote;
  readonly #onReaderFailed: () => void;
  readonly #makeSpool: () => RecordingSpool;
  readonly #threads = new AnnouncedThreads();
  #reader: EventConsumer | null = null;
  #spool: RecordingSpool | null = null;
  #lostReader = false;
  #readerArrived: (() => void) | null = null;
  #givenBytes = 0;
  /** A reader is being given what it has missed. */
  #replay: Promise<void> | null = null;
  /** The reader has seen only the first part of this recording; it gets nothing before the next one. */
  #readerIsCut = false;
  #complete = true;
  #closed = false;

  /**
   * @param note tells the user what the tree lacks
   * @param onReaderFailed nobody will have what comes from now on
   */
  constructor(note: OnNote, onReaderFailed: () => void, makeSpool = () => new RecordingSpool()) {
    this.#note = note;
    this.#onReaderFailed = onReaderFailed;
    this.#makeSpool = makeSpool;
  }

  /** The reader has, or a page that comes can still be given, every event of the present recording. */
  get complete(): boolean {
    return this.#complete;
  }

  get hasReader(): boolean {
    return this.#reader !== null;
  }

  /** There was a reader, and he went away. */
  get lostReader(): boolean {
    return this.#lostReader;
  }

  /** What the present reader has been given, from its first byte on. */
  get givenBytes(): number {
    return this.#givenBytes;
  }

  isReader(reader: EventConsumer): boolean {
    return this.#reader === reader;
  }

  /** Who takes the events from now on; null when he went away. */
  setReader(reader: EventConsumer | null, kind: ReaderKind): void {
    this.#lostReader = reader === null;
    this.#reader = reader;
    this.#givenBytes = 0;
    this.#readerIsCut = false;
    if (!reader) return;
    if (kind === 'page' && !this.#closed) {
      this.#spool ??= this.#makeSpool();
      const before = this.#replay;
      const replay = this.#replayTo(reader, this.#spool, before).finally(() => {
        if (this.#replay === replay) this.#replay = null;
      });
      this.#replay = replay;
    }
    this.#readerArrived?.();
  }

  /** @returns whether there is a reader, after `timeoutMs` at the latest */
  async waitForReader(timeoutMs: number): Promise<boolean> {
    if (this.#reader) return true;
    const timer = new AbortController();
    const arrival = new Promise<void>((resolve) => (this.#readerArrived = resolve));
    await Promise.race([arrival, delay(timeoutMs, undefined, { signal: timer.signal })]);
    timer.abort();
    this.#readerArrived = null;
    return this.hasReader;
  }

  /** A new recording begins. @param layout of objects, where they are counted */
  async beginRecording(layout: ObjectLayout | null = null): Promise<void> {
    await this.settle();
    this.#complete = true;
    if (!this.#spool) return this.#give(encodeRecordingStart(layout));
    const start = this.#threads.encodeRecordingStart(layout);
    this.#spool.restart();
    this.#spool.append(start, true);
    const wasCut = this.#readerIsCut;
    this.#readerIsCut = false;
    await this.#give(wasCut ? start : encodeRecordingStart(layout));
  }

  /** The next bytes of the recording. Resolves when they may be overwritten; never rejects. */
  async take(bytes: Uint8Array): Promise<void> {
    await this.settle();
    let kept = false;
    if (this.#spool) {
      this.#learn(bytes);
      kept = this.#spool.append(bytes, this.#threads.betweenBlocks);
    }
    if (!this.#reader || this.#readerIsCut) {
      this.#complete &&= kept;
      return;
    }
    await this.#give(bytes, kept);
  }

  /** Resolves when no reader is being given what it has missed. */
  async settle(): Promise<void> {
    while (this.#replay) await this.#replay;
  }

  /** A page that comes can be given the last recording, or would be told what of it is missing. */
  get keepsRecording(): boolean {
    return this.#spool !== null;
  }

  /** No more events come, and a page that comes is given none. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.settle();
    this.#spool?.close();
    this.#spool = null;
  }

  /** The pages read the same bytes and tell the user what is wrong with them. */
  #learn(bytes: Uint8Array): void {
    try {
      this.#threads.feed(bytes);
    } catch {
      this.#complete = false;
    }
  }

  async #give(bytes: Uint8Array, kept = false): Promise<void> {
    const reader = this.#reader;
    if (!reader) return;
    try {
      await this.#pass(bytes, reader);
    } catch (thrown) {
      this.#lose(reader);
      if (kept) return; // the next page gets them
      this.#complete = false;
      this.#note(isOutOfMemory(thrown) ? 'treeOutgrewMemory' : 'readerFailed', { why: messageOf(thrown) });
      this.#onReaderFailed();
    }
  }

  async #replayTo(reader: EventConsumer, spool: RecordingSpool, before: Promise<void> | null): Promise<void> {
    await before; // a replay to one that has gone ends by itself
    if (spool.full) {
      this.#readerIsCut = true;
      this.#complete = false;
      this.#note('replayCut', { size: String(Math.floor(spool.keptBytes / 2 ** 20)) });
    }
    try {
      await spool.readAll((bytes) => {
        if (this.#reader !== reader) throw new Error('gone');
        return this.#pass(bytes, reader);
      });
    } catch {
      this.#lose(reader); // nothing is lost: the spool has it for the next one
    }
  }

  async #pass(bytes: Uint8Array, reader: EventConsumer): Promise<void> {
    const { byteLength } = bytes;
    await reader(bytes);
    if (this.#reader === reader) this.#givenBytes += byteLength;
  }

  #lose(reader: EventConsumer): void {
    if (this.#reader !== reader) return;
    this.#reader = null;
    this.#lostReader = true;
  }
}
