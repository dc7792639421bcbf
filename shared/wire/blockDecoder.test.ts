import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { concat, cut } from '../testing/chunks.ts';
import type { ThreadId } from '../base/ids.ts';
import type { EventSink } from '../events/eventSink.ts';
import { goldenBlocks } from '../testing/goldenBlocks.ts';
import { WORD_BYTES } from '../events/eventWord.ts';
import { BlockDecoder } from './blockDecoder.ts';
import { BlockEncoder, encodeRecordingStart } from './blockEncoder.ts';
import { BLOCK_HEADER_BYTES, MAX_EVENTS_PER_BLOCK } from './blockLayout.ts';

const thread = 7 as ThreadId;

describe('BlockDecoder', () => {
  it('hands on what the golden blocks hold', () => {
    expect(logOf(goldenBlocks().map(({ bytes }) => bytes))).toEqual([
      'thread 41 "nul \u0000, é, €, 😀, back\\slash"',
      'events 41 timed base 123456789043345 dropped 0: ' +
        '2@0 16@311486701433 1@20000 524287@311486726433 x524287@311486730529 x16@311486731433 5@3 6@524287 7@311486732433',
      'thread 5000000000 "" virtual',
      'events 5000000000 untimed base -5000000001 dropped 4000000000: 2@0 17@0 x17@0',
      'end 41',
      'recording',
      'recording, arrays from 12 and 16 by 256, references 4',
    ]);
  });

  it('hands on the same whatever the size and the alignment of the chunks', () => {
    const blocks = goldenBlocks().map(({ bytes }) => bytes);
    const whole = logOf(blocks);
    const stream = concat(...blocks, ...blocks); // the last block is RECORDING_START: the second round may begin at 0
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (sizes) => {
        expect(logOf(cut(stream, sizes))).toEqual([...whole, ...whole]);
      }),
    );
  });

  it('takes the longest block in one piece and in two', () => {
    const words = new Uint32Array(2 * MAX_EVENTS_PER_BLOCK).fill(16);
    const block = new BlockEncoder().events(thread, false, words, 0);
    for (const cutAt of [0, 1, 5, 31, 33, 40_001]) {
      const decoder = new BlockDecoder({
        ...silentSink,
        events: (_threadId, _timed, seen, eventCount) => {
          expect(eventCount).toBe(MAX_EVENTS_PER_BLOCK);
          expect(seen).toEqual(words);
        },
      });
      decoder.feed(block.subarray(0, cutAt));
      decoder.feed(block.subarray(cutAt));
      expect(decoder.pendingBytes).toBe(0);
    }
  });

  it('skips padding without keeping it', () => {
    const encoder = new BlockEncoder();
    const long = encoder.padding(1 << 20);
    expect(logOf([long.subarray(0, 20), long.subarray(20), encoder.threadEnd(thread)])).toEqual(['end 7']);
  });

  it('lets a client join in the middle, and refuses a gap from then on', () => {
    const encoder = new BlockEncoder();
    encoder.threadEnd(thread);
    const second = encoder.threadEnd(thread);
    encoder.threadEnd(thread);
    const fourth = encoder.threadEnd(thread);
    expect(logOf([second])).toEqual(['end 7']);
    expect(() => logOf([second, fourth])).toThrow('block number 3 found, 2 is next');
    expect(logOf([second, encodeRecordingStart(), fourth])).toEqual(['end 7', 'recording', 'end 7']);
  });

  it.each([
    ['a kind that does not exist', 4, 10, 'kind 10 is not defined'],
    ['a length of 0', 0, 0, 'kind 3 of 0 bytes; allowed are multiples of 8 from 32 to 32'],
    ['a length that is no multiple of 8', 0, 33, 'kind 3 of 33 bytes'],
  ])('refuses %s', (_what, offset, value, message) => {
    const block = new BlockEncoder().threadEnd(thread);
    block[offset] = value;
    expect(() => logOf([block])).toThrow(message);
    expect(() => logOf([block.subarray(0, 3), block.subarray(3)])).toThrow(message);
  });

  it.each([
    ['that end within a word', BLOCK_HEADER_BYTES + WORD_BYTES - 4],
    ['that are more than a block may have', BLOCK_HEADER_BYTES + (MAX_EVENTS_PER_BLOCK + 1) * WORD_BYTES],
  ])('refuses events %s', (_what, blockBytes) => {
    const block = concat(
      new BlockEncoder().events(thread, false, Uint32Array.of(16, 0), 0),
      new Uint8Array(blockBytes),
    );
    new DataView(block.buffer).setUint32(0, blockBytes, true);
    expect(() => logOf([block])).toThrow(`kind 1 of ${blockBytes} bytes; allowed are multiples of 8 from 32`);
  });

  it('reads words that lie at odd addresses as they are', () => {
    const events = (first: number): Uint8Array =>
      new BlockEncoder().events(thread, false, Uint32Array.of(first, 1, first + 1, 2, first + 2, 3), 0);
    const atOddAddress = (block: Uint8Array): Uint8Array => concat(new Uint8Array(1), block).subarray(1);
    const aligned = [events(16), encodeRecordingStart(), events(100)];
    expect(logOf(aligned.map(atOddAddress))).toEqual(logOf(aligned));
  });

  it('refuses a name longer than its block', () => {
    const block = new BlockEncoder().thread(thread, 'main', false);
    block[32] = 7;
    expect(() => logOf([block])).toThrow('thread name of 7 bytes in 8 bytes of payload');
  });

  it('hands labels on as they are: two values never become one', () => {
    const told: [number, string][] = [];
    const decoder = new BlockDecoder({ ...silentSink, label: (number, text) => told.push([number, text]) });
    const encoder = new BlockEncoder();
    const hostile = '\u0000\n\u001b[31m\u007f\u009b\u202e\u2066\ufeff\ud800x\udc00\ud83d\ude00';
    for (const text of ['GET /slow', '', hostile, '€'.repeat(65)]) decoder.feed(encoder.label(7, text));
    expect(told.map(([, text]) => text)).toEqual([
      'GET /slow',
      '(empty)',
      '\u0000\n\u001b[31m\u007f\u009b\u202e\u2066\ufeff\ud800x\udc00\ud83d\ude00',
      '€'.repeat(65),
    ]);
  });

  it.each([
    ['number 0', 0, 'x', 'label 0; allowed are 1 to 1001'],
    ['number 1002', 1_002, 'x', 'label 1002; allowed are 1 to 1001'],
    ['66 characters', 1, 'x'.repeat(66), 'a label of 66 characters; at most 65 are allowed'],
    ['201 bytes', 1, 'x'.repeat(199), 'kind 9 of 240 bytes; allowed are multiples of 8 from 40 to 232'],
  ])('refuses a label of %s', (_what, number, text, message) => {
    expect(() => logOf([new BlockEncoder().label(number, text)])).toThrow(message);
  });
});

const silentSink: EventSink = { events() {}, thread() {}, threadEnd() {}, recordingStart() {} };

function logOf(chunks: readonly Uint8Array[]): string[] {
  const log: string[] = [];
  const decoder = new BlockDecoder({
    events: (threadId, timed, words, eventCount, baseTimeNs, dropped) => {
      const texts = Array.from({ length: eventCount }, (_, i) => textOf(words[2 * i], words[2 * i + 1]));
      const clock = timed ? 'timed' : 'untimed';
      log.push(`events ${threadId} ${clock} base ${baseTimeNs} dropped ${dropped}: ${texts.join(' ')}`);
    },
    thread: (threadId, name, virtual) => log.push(`thread ${threadId} "${name}"${virtual ? ' virtual' : ''}`),
    threadEnd: (threadId) => log.push(`end ${threadId}`),
    recordingStart: (layout) =>
      log.push(
        layout
          ? `recording, arrays from ${layout.arrayBaseBytes} and ${layout.wideArrayBaseBytes} by ${layout.alignmentBytes}, references ${layout.referenceBytes}`
          : 'recording',
      ),
  });
  for (const chunk of chunks) decoder.feed(chunk);
  return log;
}

/** The README's drawing with a bigint, to have a second opinion on the u32 arithmetic. */
function textOf(low: number, high: number): string {
  const word = (BigInt(high) << 32n) | BigInt(low);
  return `${(word >> 19n) & 1n ? 'x' : ''}${word & 0x7ffffn}@${word >> 20n}`;
}
