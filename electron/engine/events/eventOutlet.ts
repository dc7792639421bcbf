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

/** One that takes the events, and how far he is. */
interface Reading {
  readonly reader: EventConsumer;
  /** By which a page asks how far its own stream is; "" in this process. */
  readonly name: string;
  /** From the first byte on. */
  givenBytes: number;
  /** He has seen only the first part of this recording, and gets nothing before the next one. */
  isCut: boolean;
}

/**
 * Where the events of a session go: to the window, or to each of several, the slowest of which holds the pump back. For pages the
 * present recording is spooled as well, and replayed to one that comes later; what comes meanwhile waits.
 */
export class EventOutlet {
  readonly #note: OnNote;
  readonly #onReaderFailed: () => void;
  readonly #makeSpool: () => RecordingSpool;
  readonly #threads = new AnnouncedThreads();
  #readings: readonly Reading[] = [];
  #spool: RecordingSpool | null = null;
  #lostReader = false;
  #readerArrived: (() => void) | null = null;
  /** A reader is being given what it has missed. */
  #replay: Promise<void> | null = null;
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
    return this.#readings.length > 0;
  }

  /** There was a reader, and the last one went away. */
  get lostReader(): boolean {
    return this.#lostReader;
  }

  /** What the reader of this name has been given, from his first byte on; 0 where there is none. */
  givenBytes(name = ''): number {
    return this.#readings.find((reading) => reading.name === name)?.givenBytes ?? 0;
  }

  hasReaderOf(name: string): boolean {
    return this.#readings.some((reading) => reading.name === name);
  }

  /** Who alone takes the events from now on; null when nobody does. */
  setReader(reader: EventConsumer | null, kind: ReaderKind): void {
    this.#readings = [];
    this.#lostReader = reader === null;
    if (reader) this.addReader(reader, kind);
  }

  /** One more takes the events from now on. @param name of his own */
  addReader(reader: EventConsumer, kind: ReaderKind, name = ''): void {
    const reading: Reading = { reader, name, givenBytes: 0, isCut: false };
    this.#lostReader = false;
    this.#readings = [...this.#readings, reading];
    if (kind === 'page' && !this.#closed) {
      this.#spool ??= this.#makeSpool();
      const before = this.#replay;
      const replay = this.#replayTo(reading, this.#spool, before).finally(() => {
        if (this.#replay === replay) this.#replay = null;
      });
      this.#replay = replay;
    }
    this.#readerArrived?.();
  }

  /** He went away. */
  removeReader(reader: EventConsumer): void {
    const reading = this.#readings.find((one) => one.reader === reader);
    if (reading) this.#lose(reading);
  }

  /** @returns whether there is a reader, after `timeoutMs` at the latest */
  async waitForReader(timeoutMs: number): Promise<boolean> {
    if (this.hasReader) return true;
    const timer = new AbortController();
    const arrival = new Promise<void>((resolve) => (this.#readerArrived = resolve));
    await Promise.race([arrival, delay(timeoutMs, undefined, { signal: timer.signal })]);
    timer.abort();
    this.#readerArrived = null;
    return this.hasReader;
  }

  /**
   * A new recording begins.
   * @param layout of objects, where they are counted
   * @param isWeighted each executed bytecode counts what it weighs
   * @param slowCallsNs a root call that lasts longer is slow; 0: root calls are not told apart by that
   */
  async beginRecording(
    layout: ObjectLayout | null = null,
    isWeighted = false,
    slowCallsNs = 0,
  ): Promise<void> {
    await this.settle();
    this.#complete = true;
    const plain = encodeRecordingStart(layout, isWeighted, slowCallsNs);
    if (!this.#spool) return this.#give(() => plain);
    const start = this.#threads.encodeRecordingStart(layout, isWeighted, slowCallsNs);
    this.#spool.restart();
    this.#spool.append(start, true);
    const cut = this.#readings.filter(({ isCut }) => isCut);
    for (const reading of cut) reading.isCut = false;
    await this.#give((reading) => (cut.includes(reading) ? start : plain));
  }

  /** The next bytes of the recording. Resolves when they may be overwritten; never rejects. */
  async take(bytes: Uint8Array): Promise<void> {
    await this.settle();
    let kept = false;
    if (this.#spool) {
      this.#learn(bytes);
      kept = this.#spool.append(bytes, this.#threads.betweenBlocks);
    }
    if (this.#readings.every(({ isCut }) => isCut)) this.#complete &&= kept;
    await this.#give(() => bytes, kept);
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

  /** To all readers who see this recording; the slowest decides when it is done. @param kept a page that comes gets it, too */
  async #give(bytesFor: (reading: Reading) => Uint8Array, kept = false): Promise<void> {
    const whole = this.#readings.filter(({ isCut }) => !isCut);
    await Promise.all(whole.map((reading) => this.#giveTo(reading, bytesFor(reading), kept)));
  }

  async #giveTo(reading: Reading, bytes: Uint8Array, kept: boolean): Promise<void> {
    try {
      await this.#pass(bytes, reading);
    } catch (thrown) {
      this.#lose(reading);
      if (kept || this.hasReader) return; // the next page gets them, or another one has them
      this.#complete = false;
      this.#note(isOutOfMemory(thrown) ? 'treeOutgrewMemory' : 'readerFailed', { why: messageOf(thrown) });
      this.#onReaderFailed();
    }
  }

  async #replayTo(reading: Reading, spool: RecordingSpool, before: Promise<void> | null): Promise<void> {
    await before; // a replay to one that has gone ends by itself
    if (spool.full) {
      reading.isCut = true;
      // Another window that has all of it goes on to have that.
      if (this.#readings.every(({ isCut }) => isCut)) this.#complete = false;
      this.#note('replayCut', { size: String(Math.floor(spool.keptBytes / 2 ** 20)) });
    }
    try {
      await spool.readAll((bytes) => {
        if (!this.#readings.includes(reading)) throw new Error('gone');
        return this.#pass(bytes, reading);
      });
    } catch {
      this.#lose(reading); // nothing is lost: the spool has it for the next one
    }
  }

  async #pass(bytes: Uint8Array, reading: Reading): Promise<void> {
    const { byteLength } = bytes;
    await reading.reader(bytes);
    reading.givenBytes += byteLength;
  }

  #lose(reading: Reading): void {
    if (!this.#readings.includes(reading)) return;
    this.#readings = this.#readings.filter((one) => one !== reading);
    this.#lostReader = this.#readings.length === 0;
  }
}
