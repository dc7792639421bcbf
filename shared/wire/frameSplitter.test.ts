import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { concat, cut } from '../testing/chunks.ts';
import { encodeMessage } from './controlCodec.ts';
import { FrameSplitter, MAX_PACKET_LENGTH, UNPROVEN_PACKET_LENGTH } from './frameSplitter.ts';
import type { Frame } from './frameSplitter.ts';

describe('FrameSplitter', () => {
  it('finds the same packets however the stream is cut', () => {
    const stream = concat(
      encodeMessage(1, { kind: 'ping' }),
      encodeMessage(2, { kind: 'failed', code: 3, message: 'a sentence' }),
      encodeMessage(3, { kind: 'rewritten', bytes: new Uint8Array(300).fill(7), made: [] }),
      encodeMessage(0, { kind: 'done' }),
    );
    const whole = framesOf([stream]);
    expect(whole.map(({ id, type, fields }) => [id, type, fields.length])).toEqual([
      [1, 27, 0],
      [2, 28, 14],
      [3, 42, 308],
      [0, 19, 0],
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        expect(framesOf(cut(stream, sizes))).toEqual(whole);
      }),
    );
  });

  it.each([0, 4, UNPROVEN_PACKET_LENGTH + 1, 0xffffffff])('refuses a packet of length %i', (length) => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, length);
    expect(() => framesOf([bytes])).toThrow(`packet of length ${length}; 5 to 4096 are allowed`);
    expect(() => framesOf([bytes.subarray(0, 3), bytes.subarray(3)])).toThrow('5 to 4096 are allowed');
  });

  it('takes a raised limit from the next packet on, even within one chunk', () => {
    const big = encodeMessage(2, { kind: 'rewritten', bytes: new Uint8Array(100_000), made: [] });
    const stream = concat(encodeMessage(1, { kind: 'ping' }), big);
    expect(() => framesOf([stream])).toThrow('packet of length 100013');
    const lengths: number[] = [];
    const splitter = new FrameSplitter();
    for (const frame of splitter.frames(stream)) {
      lengths.push(frame.fields.length);
      splitter.limitBytes = MAX_PACKET_LENGTH;
    }
    expect(lengths).toEqual([0, 100_008]);
  });

  it('tells of a packet once, when its head has come and its fields have not', () => {
    const begun: number[][] = [];
    const splitter = new FrameSplitter(({ id, type }) => begun.push([id, type]));
    const packet = encodeMessage(7, { kind: 'rewritten', bytes: new Uint8Array(100), made: [] });
    const allAtOnce = packet;
    for (const part of [...cut(packet, [3, 5, 1, 40]), allAtOnce])
      for (const { id } of splitter.frames(part)) begun.push([id]);
    expect(begun).toEqual([[7, 42], [7], [7]]);
  });

  it('ends with what is thrown when a packet has begun', () => {
    const splitter = new FrameSplitter(() => {
      throw new Error('answers nothing');
    });
    const beginning = encodeMessage(7, { kind: 'rewritten', bytes: new Uint8Array(100), made: [] }).subarray(
      0,
      20,
    );
    expect(() => [...splitter.frames(beginning)]).toThrow('answers nothing');
  });

  it('leaves the fields of a packet alone when the next one comes in pieces too', () => {
    const splitter = new FrameSplitter();
    const packet = (byte: number): Uint8Array =>
      encodeMessage(1, { kind: 'rewritten', bytes: new Uint8Array(20).fill(byte), made: [] });
    const parts = [7, 9].flatMap((byte) => cut(packet(byte), [10]));
    const frames = parts.flatMap((part) => [...splitter.frames(part)]);
    expect(frames.map(({ fields }) => fields[10])).toEqual([7, 9]);
  });

  it('knows when the stream ends within a packet', () => {
    const splitter = new FrameSplitter();
    expect([...splitter.frames(encodeMessage(1, { kind: 'ping' }).subarray(0, 7))]).toEqual([]);
    expect(splitter.pendingBytes).toBe(7);
  });
});

function framesOf(chunks: readonly Uint8Array[]): Frame[] {
  const frames: Frame[] = [];
  const splitter = new FrameSplitter();
  for (const chunk of chunks)
    for (const frame of splitter.frames(chunk)) frames.push({ ...frame, fields: frame.fields.slice() });
  return frames;
}
