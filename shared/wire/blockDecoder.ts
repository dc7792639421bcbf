import { assert } from '../base/assert.ts';
import { SluiceError } from '../base/errors.ts';
import type { RegionId, ThreadId } from '../base/ids.ts';
import { decodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import { WORD_BYTES } from '../events/eventWord.ts';
import type { EventSink } from '../events/eventSink.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';
import { EMPTY_LABEL, MOST_LABELS, MOST_LABEL_CHARS } from '../events/rootLabel.ts';
import type { TrackedBirth } from '../events/trackedBirth.ts';
import { RECORDING_MARK, type RecordingMark } from '../events/recordingMark.ts';
import { TICKER_NEWS, type TickerNews } from '../events/tickerNews.ts';
import {
  BIRTH_BYTES,
  BLOCK_ALIGNMENT_BYTES,
  BLOCK_BASE_TIME_OFFSET,
  BLOCK_BYTES_OFFSET,
  BLOCK_DROPPED_OFFSET,
  BLOCK_FLAGS_OFFSET,
  BLOCK_HEADER_BYTES,
  BLOCK_KIND,
  BLOCK_KIND_OFFSET,
  BLOCK_SEQUENCE_OFFSET,
  BLOCK_THREAD_OFFSET,
  CORE_WAIT_BYTES,
  LAYOUT_BYTES,
  LIVE_EXACT,
  LIVE_NEWS,
  MAX_BLOCK_BYTES,
  MAX_EVENTS_PER_BLOCK,
  MAX_LABEL_BYTES,
  SHORT_HEADER_BYTES,
  TIMED_FLAG,
  TIMELESS_FLAG,
  VIRTUAL_FLAG,
  WEIGHTED_FLAG,
} from './blockLayout.ts';
import { MAX_RING_BYTES } from './eventFileLayout.ts';

/**
 * Puts a stream of blocks together again from chunks of any size and alignment (pieces of the ring, or of an HTTP body)
 * and hands each whole block to a sink. Buffers at most one block. A `protocol` error ends the stream: the decoder
 * cannot be used after it.
 *
 * The first block, and the first after RECORDING_START, may have any number: a client can join a running session
 * there. From then on the numbers must follow each other.
 */
export class BlockDecoder {
  readonly #sink: EventSink;
  /** The part of a block that has arrived when a chunk ends within it. Its start is aligned, so are its words. */
  readonly #partial = new Uint8Array(MAX_BLOCK_BYTES);
  #partialBytes = 0;
  /** What is still to come of a padding block: never buffered, it may be as long as the ring. */
  #skipBytes = 0;
  /** Words of blocks that lie at odd addresses of a chunk are copied here; made when first needed. */
  #alignedWords: Uint8Array | null = null;
  #nextSequence: number | null = null;
  #streamBytes = 0;

  constructor(sink: EventSink) {
    this.#sink = sink;
    // A Uint32Array reads the words of the stream in the machine's order.
    assert(new Uint8Array(Uint32Array.of(1).buffer)[0] === 1, 'this machine is little-endian');
  }

  /** Bytes of an unfinished block that wait for the rest: 0 at the end of a whole stream. */
  get pendingBytes(): number {
    return this.#partialBytes + this.#skipBytes;
  }

  /** The sink is called from within; the chunk is not kept. */
  feed(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.byteLength) {
      if (this.#skipBytes > 0) {
        const skipped = Math.min(this.#skipBytes, chunk.byteLength - at);
        this.#skipBytes -= skipped;
        at += skipped;
      } else if (this.#partialBytes > 0 || !this.#isWholeBlock(chunk, at)) {
        at += this.#collect(chunk, at);
      } else {
        at += this.#takeBlock(chunk, at);
      }
    }
    this.#streamBytes += chunk.byteLength;
  }

  /** True also for padding whose first 8 bytes are there: the rest is skipped, not needed. */
  #isWholeBlock(chunk: Uint8Array, at: number): boolean {
    const available = chunk.byteLength - at;
    if (available < SHORT_HEADER_BYTES) return false;
    const header = viewOf(chunk, at, SHORT_HEADER_BYTES);
    return this.#neededBytes(header) <= available;
  }

  /** Adds to the partial block and takes it when it is whole. @returns bytes used of the chunk */
  #collect(chunk: Uint8Array, at: number): number {
    const partial = this.#partial;
    let used = 0;
    const copyUpTo = (neededBytes: number): boolean => {
      const count = Math.min(neededBytes - this.#partialBytes, chunk.byteLength - at - used);
      partial.set(chunk.subarray(at + used, at + used + count), this.#partialBytes);
      this.#partialBytes += count;
      used += count;
      return this.#partialBytes === neededBytes;
    };
    if (this.#partialBytes < SHORT_HEADER_BYTES && !copyUpTo(SHORT_HEADER_BYTES)) return used;
    const header = viewOf(partial, 0, SHORT_HEADER_BYTES);
    if (!copyUpTo(this.#neededBytes(header))) return used;
    this.#partialBytes = 0;
    this.#takeBlock(partial, 0);
    return used;
  }

  /** Bytes that must be there before the block can be taken; checks length and kind. */
  #neededBytes(header: DataView): number {
    const blockBytes = header.getUint32(BLOCK_BYTES_OFFSET, true);
    const kind = header.getUint16(BLOCK_KIND_OFFSET, true);
    const { minBytes, maxBytes } = this.#lengthsOf(kind);
    if (blockBytes < minBytes || blockBytes > maxBytes || blockBytes % BLOCK_ALIGNMENT_BYTES !== 0) {
      throw this.#error(
        `kind ${kind} of ${blockBytes} bytes; allowed are multiples of ${BLOCK_ALIGNMENT_BYTES} from ${minBytes} to ${maxBytes}`,
      );
    }
    return kind === BLOCK_KIND.padding ? SHORT_HEADER_BYTES : blockBytes;
  }

  #lengthsOf(kind: number): { minBytes: number; maxBytes: number } {
    switch (kind) {
      case BLOCK_KIND.padding:
        return { minBytes: SHORT_HEADER_BYTES, maxBytes: MAX_RING_BYTES };
      case BLOCK_KIND.events:
      case BLOCK_KIND.passes:
      case BLOCK_KIND.live:
        return {
          minBytes: BLOCK_HEADER_BYTES,
          maxBytes: BLOCK_HEADER_BYTES + MAX_EVENTS_PER_BLOCK * WORD_BYTES,
        };
      case BLOCK_KIND.thread:
        return { minBytes: BLOCK_HEADER_BYTES + BLOCK_ALIGNMENT_BYTES, maxBytes: MAX_BLOCK_BYTES };
      case BLOCK_KIND.label:
        return {
          minBytes: BLOCK_HEADER_BYTES + BLOCK_ALIGNMENT_BYTES,
          maxBytes: BLOCK_HEADER_BYTES + MAX_LABEL_BYTES,
        };
      case BLOCK_KIND.threadEnd:
      case BLOCK_KIND.mark:
        return { minBytes: BLOCK_HEADER_BYTES, maxBytes: BLOCK_HEADER_BYTES };
      case BLOCK_KIND.recordingStart:
        return { minBytes: BLOCK_HEADER_BYTES, maxBytes: BLOCK_HEADER_BYTES + LAYOUT_BYTES };
      case BLOCK_KIND.ticker:
        return {
          minBytes: BLOCK_HEADER_BYTES + WORD_BYTES,
          maxBytes: BLOCK_HEADER_BYTES + WORD_BYTES,
        };
      case BLOCK_KIND.coreWait:
        return {
          minBytes: BLOCK_HEADER_BYTES + CORE_WAIT_BYTES,
          maxBytes: BLOCK_HEADER_BYTES + CORE_WAIT_BYTES,
        };
      default:
        throw this.#error(`kind ${kind} is not defined`);
    }
  }

  /** Hands one block to the sink. Long because each kind of block is a case. @returns bytes used: all of the block, or the first 8 of padding */
  #takeBlock(bytes: Uint8Array, at: number): number {
    const shortHeader = viewOf(bytes, at, SHORT_HEADER_BYTES);
    const blockBytes = shortHeader.getUint32(BLOCK_BYTES_OFFSET, true);
    const kind = shortHeader.getUint16(BLOCK_KIND_OFFSET, true);
    if (kind === BLOCK_KIND.padding) {
      if (this.#nextSequence !== null) this.#nextSequence = (this.#nextSequence + 1) >>> 0;
      this.#skipBytes = blockBytes - SHORT_HEADER_BYTES;
      return SHORT_HEADER_BYTES;
    }
    if (kind === BLOCK_KIND.recordingStart) {
      this.#nextSequence = null;
      this.#sink.recordingStart(
        this.#layoutAt(bytes, at + BLOCK_HEADER_BYTES, blockBytes - BLOCK_HEADER_BYTES),
        (shortHeader.getUint16(BLOCK_FLAGS_OFFSET, true) & WEIGHTED_FLAG) !== 0,
        readI64(viewOf(bytes, at, BLOCK_HEADER_BYTES), BLOCK_BASE_TIME_OFFSET),
      );
      return blockBytes;
    }
    const header = viewOf(bytes, at, BLOCK_HEADER_BYTES);
    this.#checkSequence(header.getUint32(BLOCK_SEQUENCE_OFFSET, true));
    const threadId = readI64(header, BLOCK_THREAD_OFFSET) as ThreadId;
    const flags = header.getUint16(BLOCK_FLAGS_OFFSET, true);
    const payloadAt = at + BLOCK_HEADER_BYTES;
    const payloadBytes = blockBytes - BLOCK_HEADER_BYTES;
    switch (kind) {
      case BLOCK_KIND.events:
        if ((flags & TIMELESS_FLAG) !== 0) this.#sink.timeless?.(threadId);
        this.#sink.events(
          threadId,
          (flags & TIMED_FLAG) !== 0,
          this.#wordsAt(bytes, payloadAt, payloadBytes),
          payloadBytes / WORD_BYTES,
          readI64(header, BLOCK_BASE_TIME_OFFSET),
          header.getUint32(BLOCK_DROPPED_OFFSET, true),
        );
        break;
      case BLOCK_KIND.thread:
        this.#sink.thread(
          threadId,
          this.#textAt(bytes, payloadAt, payloadBytes, 'thread name'),
          (flags & VIRTUAL_FLAG) !== 0,
        );
        break;
      case BLOCK_KIND.label:
        this.#takeLabel(
          readI64(header, BLOCK_THREAD_OFFSET),
          this.#textAt(bytes, payloadAt, payloadBytes, 'label'),
        );
        break;
      case BLOCK_KIND.passes:
        this.#sink.passes?.(
          readI64(header, BLOCK_THREAD_OFFSET) as RegionId,
          this.#wordsAt(bytes, payloadAt, payloadBytes),
          payloadBytes / WORD_BYTES,
          header.getUint32(BLOCK_DROPPED_OFFSET, true),
        );
        break;
      case BLOCK_KIND.mark:
        this.#sink.mark?.(this.#markOf(flags), readI64(header, BLOCK_BASE_TIME_OFFSET));
        break;
      case BLOCK_KIND.ticker:
        this.#sink.ticker?.(
          this.#newsOf(flags),
          readI64(header, BLOCK_BASE_TIME_OFFSET),
          readI64(viewOf(bytes, payloadAt, WORD_BYTES), 0),
        );
        break;
      case BLOCK_KIND.coreWait: {
        const payload = viewOf(bytes, payloadAt, payloadBytes);
        this.#sink.coreWait?.(threadId, {
          untilNs: readI64(header, BLOCK_BASE_TIME_OFFSET),
          durationNs: readI64(payload, 0),
          wordCount: readI64(payload, WORD_BYTES),
          sinceNs: readI64(payload, 2 * WORD_BYTES),
          ranNs: readI64(payload, 3 * WORD_BYTES),
          arrivals: readI64(payload, 4 * WORD_BYTES),
        });
        break;
      }
      case BLOCK_KIND.live:
        this.#takeLive(flags, header, viewOf(bytes, payloadAt, payloadBytes));
        break;
      default:
        this.#sink.threadEnd(threadId);
    }
    return blockBytes;
  }

  #takeLabel(number: number, text: string): void {
    if (number < 1 || number > MOST_LABELS)
      throw this.#error(`label ${number}; allowed are 1 to ${MOST_LABELS}`);
    if (text.length > MOST_LABEL_CHARS)
      throw this.#error(`a label of ${text.length} characters; at most ${MOST_LABEL_CHARS} are allowed`);
    this.#sink.label?.(number, text === '' ? EMPTY_LABEL : text);
  }

  #takeLive(flags: number, header: DataView, payload: DataView): void {
    const collections = readI64(header, BLOCK_THREAD_OFFSET);
    const { byteLength } = payload;
    if (flags === LIVE_NEWS.gone) {
      const serials = Array.from({ length: byteLength / WORD_BYTES }, (_, i) =>
        readI64(payload, i * WORD_BYTES),
      );
      this.#sink.liveGone?.(serials, collections);
      return;
    }
    if (flags !== LIVE_NEWS.born) throw this.#error(`live news ${flags} is not defined`);
    if (byteLength % BIRTH_BYTES !== 0)
      throw this.#error(`${byteLength} bytes of births; each has ${BIRTH_BYTES}`);
    const births = Array.from({ length: byteLength / BIRTH_BYTES }, (_, i): TrackedBirth => {
      const at = i * BIRTH_BYTES;
      const site = payload.getUint32(at + WORD_BYTES, true);
      return {
        serial: readI64(payload, at),
        code: site % LIVE_EXACT,
        isExact: (site & LIVE_EXACT) !== 0,
        bornAt: payload.getUint32(at + WORD_BYTES + 4, true),
        bytes: readI64(payload, at + 2 * WORD_BYTES),
      };
    });
    this.#sink.liveBorn?.(births, readI64(header, BLOCK_BASE_TIME_OFFSET), collections);
  }

  /** @returns null: the recording counts no objects */
  #layoutAt(bytes: Uint8Array, at: number, payloadBytes: number): ObjectLayout | null {
    if (payloadBytes < LAYOUT_BYTES) return null;
    const payload = viewOf(bytes, at, payloadBytes);
    const alignmentBytes = payload.getUint16(0, true);
    if (alignmentBytes === 0) throw this.#error('objects that begin at multiples of 0 bytes');
    return {
      alignmentBytes,
      referenceBytes: payload.getUint8(2),
      arrayBaseBytes: payload.getUint8(3),
      wideArrayBaseBytes: payload.getUint8(4),
    };
  }

  #markOf(flags: number): RecordingMark {
    for (const [mark, number] of Object.entries(RECORDING_MARK))
      if (number === flags) return mark as RecordingMark;
    throw this.#error(`mark ${flags} is not defined`);
  }

  #newsOf(flags: number): TickerNews {
    for (const [news, number] of Object.entries(TICKER_NEWS)) if (number === flags) return news as TickerNews;
    throw this.#error(`ticker news ${flags} is not defined`);
  }

  #checkSequence(sequence: number): void {
    if (this.#nextSequence !== null && sequence !== this.#nextSequence) {
      throw this.#error(`block number ${sequence} found, ${this.#nextSequence} is next`);
    }
    this.#nextSequence = (sequence + 1) >>> 0;
  }

  /** A view of the words where they lie, or a copy where their address is no multiple of 4. Always a Uint32Array: the
   *  builder's loop is compiled for one kind of array. */
  #wordsAt(bytes: Uint8Array, at: number, payloadBytes: number): Uint32Array {
    const address = bytes.byteOffset + at;
    if (address % 4 === 0) return new Uint32Array(bytes.buffer, address, payloadBytes / 4);
    this.#alignedWords ??= new Uint8Array(MAX_EVENTS_PER_BLOCK * WORD_BYTES);
    this.#alignedWords.set(bytes.subarray(at, at + payloadBytes));
    return new Uint32Array(this.#alignedWords.buffer, 0, payloadBytes / 4);
  }

  /** @param what it is, for an error */
  #textAt(bytes: Uint8Array, at: number, payloadBytes: number, what: string): string {
    const textBytes = viewOf(bytes, at, 2).getUint16(0, true);
    if (2 + textBytes > payloadBytes) {
      throw this.#error(`${what} of ${textBytes} bytes in ${payloadBytes} bytes of payload`);
    }
    return decodeModifiedUtf8(bytes.subarray(at + 2, at + 2 + textBytes));
  }

  #error(found: string): SluiceError {
    return new SluiceError(
      'protocol',
      `Event stream, block in the chunk at byte ${this.#streamBytes}: ${found}`,
      'The agent and the tool disagree about the stream. Restart the recording; if it comes back, report it.',
    );
  }
}

function viewOf(bytes: Uint8Array, at: number, length: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + at, length);
}

/** Exact within ±2^53. */
function readI64(view: DataView, offset: number): number {
  return view.getInt32(offset + 4, true) * 4294967296 + view.getUint32(offset, true);
}
