import { assert } from '../base/assert.ts';
import type { RegionId, ThreadId } from '../base/ids.ts';
import { encodeModifiedUtf8 } from '../base/modifiedUtf8.ts';
import type { CoreWait } from '../events/coreWait.ts';
import { WORD_BYTES } from '../events/eventWord.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';
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
  MAX_EVENTS_PER_BLOCK,
  SHORT_HEADER_BYTES,
  TIMED_FLAG,
  VIRTUAL_FLAG,
  WEIGHTED_FLAG,
} from './blockLayout.ts';

/** Writes blocks as the agent does, numbering them from 0: for tests, demos and replay. */
export class BlockEncoder {
  #sequence = 0;

  /** @param words two u32 per event, low first; at most MAX_EVENTS_PER_BLOCK events */
  events(
    threadId: ThreadId,
    timed: boolean,
    words: Uint32Array,
    baseTimeNs: number,
    dropped = 0,
  ): Uint8Array {
    const eventCount = words.length / 2;
    assert(
      Number.isInteger(eventCount) && eventCount <= MAX_EVENTS_PER_BLOCK,
      `events block of ${eventCount} events`,
    );
    const block = this.#block(BLOCK_KIND.events, timed ? TIMED_FLAG : 0, eventCount * WORD_BYTES);
    writeI64(block, BLOCK_THREAD_OFFSET, threadId);
    writeI64(block, BLOCK_BASE_TIME_OFFSET, baseTimeNs);
    block.setUint32(BLOCK_DROPPED_OFFSET, dropped, true);
    words.forEach((word, i) => block.setUint32(BLOCK_HEADER_BYTES + i * 4, word, true));
    return bytesOf(block);
  }

  thread(threadId: ThreadId, name: string, virtual: boolean): Uint8Array {
    return this.#text(BLOCK_KIND.thread, virtual ? VIRTUAL_FLAG : 0, threadId, name);
  }

  label(number: number, text: string): Uint8Array {
    return this.#text(BLOCK_KIND.label, 0, number, text);
  }

  #text(kind: number, flags: number, id: number, text: string): Uint8Array {
    const textBytes = encodeModifiedUtf8(text);
    assert(textBytes.byteLength <= 0xffff, `a text of ${textBytes.byteLength} bytes`);
    const payloadBytes =
      Math.ceil((2 + textBytes.byteLength) / BLOCK_ALIGNMENT_BYTES) * BLOCK_ALIGNMENT_BYTES;
    const block = this.#block(kind, flags, payloadBytes);
    writeI64(block, BLOCK_THREAD_OFFSET, id);
    block.setUint16(BLOCK_HEADER_BYTES, textBytes.byteLength, true);
    const bytes = bytesOf(block);
    bytes.set(textBytes, BLOCK_HEADER_BYTES + 2);
    return bytes;
  }

  /** @param durationsNs whole numbers; at most MAX_EVENTS_PER_BLOCK */
  passes(regionId: RegionId, durationsNs: readonly number[], baseTimeNs: number, lost = 0): Uint8Array {
    assert(durationsNs.length <= MAX_EVENTS_PER_BLOCK, `passes block of ${durationsNs.length} passes`);
    const block = this.#block(BLOCK_KIND.passes, 0, durationsNs.length * WORD_BYTES);
    writeI64(block, BLOCK_THREAD_OFFSET, regionId);
    writeI64(block, BLOCK_BASE_TIME_OFFSET, baseTimeNs);
    block.setUint32(BLOCK_DROPPED_OFFSET, lost, true);
    durationsNs.forEach((ns, i) => writeI64(block, BLOCK_HEADER_BYTES + i * WORD_BYTES, ns));
    return bytesOf(block);
  }

  mark(mark: RecordingMark, timeNs: number): Uint8Array {
    const block = this.#block(BLOCK_KIND.mark, RECORDING_MARK[mark], 0);
    writeI64(block, BLOCK_BASE_TIME_OFFSET, timeNs);
    return bytesOf(block);
  }

  ticker(news: TickerNews, sinceNs: number, durationNs = 0): Uint8Array {
    const block = this.#block(BLOCK_KIND.ticker, TICKER_NEWS[news], WORD_BYTES);
    writeI64(block, BLOCK_BASE_TIME_OFFSET, sinceNs);
    writeI64(block, BLOCK_HEADER_BYTES, durationNs);
    return bytesOf(block);
  }

  coreWait(threadId: ThreadId, wait: CoreWait): Uint8Array {
    const block = this.#block(BLOCK_KIND.coreWait, 0, CORE_WAIT_BYTES);
    writeI64(block, BLOCK_THREAD_OFFSET, threadId);
    writeI64(block, BLOCK_BASE_TIME_OFFSET, wait.untilNs);
    const payload = [wait.durationNs, wait.wordCount, wait.sinceNs, wait.ranNs, wait.arrivals];
    payload.forEach((value, i) => writeI64(block, BLOCK_HEADER_BYTES + i * WORD_BYTES, value));
    return bytesOf(block);
  }

  liveBorn(births: readonly TrackedBirth[], everyBytes: number, collections: number): Uint8Array {
    const block = this.#block(BLOCK_KIND.live, LIVE_NEWS.born, births.length * BIRTH_BYTES);
    writeI64(block, BLOCK_THREAD_OFFSET, collections);
    writeI64(block, BLOCK_BASE_TIME_OFFSET, everyBytes);
    births.forEach(({ serial, code, isExact, bornAt, bytes }, i) => {
      const at = BLOCK_HEADER_BYTES + i * BIRTH_BYTES;
      writeI64(block, at, serial);
      block.setUint32(at + WORD_BYTES, code + (isExact ? LIVE_EXACT : 0), true);
      block.setUint32(at + WORD_BYTES + 4, bornAt, true);
      writeI64(block, at + 2 * WORD_BYTES, bytes);
    });
    return bytesOf(block);
  }

  liveGone(serials: readonly number[], collections: number): Uint8Array {
    const block = this.#block(BLOCK_KIND.live, LIVE_NEWS.gone, serials.length * WORD_BYTES);
    writeI64(block, BLOCK_THREAD_OFFSET, collections);
    serials.forEach((serial, i) => writeI64(block, BLOCK_HEADER_BYTES + i * WORD_BYTES, serial));
    return bytesOf(block);
  }

  threadEnd(threadId: ThreadId): Uint8Array {
    const block = this.#block(BLOCK_KIND.threadEnd, 0, 0);
    writeI64(block, BLOCK_THREAD_OFFSET, threadId);
    return bytesOf(block);
  }

  /** @param blockBytes a multiple of 8, at least 8; below 32 the header is cut, as before the end of a ring */
  padding(blockBytes: number): Uint8Array {
    assert(blockBytes >= SHORT_HEADER_BYTES && blockBytes % BLOCK_ALIGNMENT_BYTES === 0, 'padding');
    this.#sequence++;
    const block = new DataView(new ArrayBuffer(blockBytes));
    block.setUint32(BLOCK_BYTES_OFFSET, blockBytes, true);
    block.setUint16(BLOCK_KIND_OFFSET, BLOCK_KIND.padding, true);
    return bytesOf(block);
  }

  #block(kind: number, flags: number, payloadBytes: number): DataView {
    const block = blockOf(kind, flags, payloadBytes);
    block.setUint32(BLOCK_SEQUENCE_OFFSET, this.#sequence++ >>> 0, true);
    return block;
  }
}

/**
 * The block that the tool puts on the stream before the blocks of a recording. It has no number in the sequence.
 * @param layout where objects are counted
 * @param isWeighted each executed bytecode counts what it weighs
 * @param slowCallsNs a root call that lasts longer is slow; 0: root calls are not told apart by that
 */
export function encodeRecordingStart(
  layout: ObjectLayout | null = null,
  isWeighted = false,
  slowCallsNs = 0,
): Uint8Array {
  const flags = isWeighted ? WEIGHTED_FLAG : 0;
  const block = blockOf(BLOCK_KIND.recordingStart, flags, layout === null ? 0 : LAYOUT_BYTES);
  writeI64(block, BLOCK_BASE_TIME_OFFSET, slowCallsNs);
  if (layout === null) return bytesOf(block);
  block.setUint16(BLOCK_HEADER_BYTES, layout.alignmentBytes, true);
  block.setUint8(BLOCK_HEADER_BYTES + 2, layout.referenceBytes);
  block.setUint8(BLOCK_HEADER_BYTES + 3, layout.arrayBaseBytes);
  block.setUint8(BLOCK_HEADER_BYTES + 4, layout.wideArrayBaseBytes);
  return bytesOf(block);
}

function blockOf(kind: number, flags: number, payloadBytes: number): DataView {
  const block = new DataView(new ArrayBuffer(BLOCK_HEADER_BYTES + payloadBytes));
  block.setUint32(BLOCK_BYTES_OFFSET, block.byteLength, true);
  block.setUint16(BLOCK_KIND_OFFSET, kind, true);
  block.setUint16(BLOCK_FLAGS_OFFSET, flags, true);
  return block;
}

function bytesOf(block: DataView): Uint8Array {
  return new Uint8Array(block.buffer);
}

function writeI64(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value >>> 0, true);
  view.setInt32(offset + 4, Math.floor(value / 4294967296), true);
}
