import { describe, expect, it } from 'vitest';
import {
  DEFAULT_RING_BYTES,
  PRODUCED_BYTES_OFFSET,
  encodeEventFileHeader,
  readPosition,
  writePosition,
} from './eventFileLayout.ts';
import { PROTOCOL_VERSION } from './protocolVersion.ts';

describe('the event file header', () => {
  it('begins with a magic and the version', () => {
    const header = encodeEventFileHeader(DEFAULT_RING_BYTES);
    expect(header.byteLength).toBe(4096);
    expect([...header.subarray(0, 8)]).toEqual([0x53, 0x44, 0x4c, 0x45, PROTOCOL_VERSION, 0, 0, 0]);
  });

  it('keeps positions above 4 GiB', () => {
    const view = new DataView(encodeEventFileHeader(DEFAULT_RING_BYTES).buffer);
    writePosition(view, PRODUCED_BYTES_OFFSET, 3 * 2 ** 40 + 0xfffffff8);
    expect(readPosition(view, PRODUCED_BYTES_OFFSET)).toBe(3 * 2 ** 40 + 0xfffffff8);
    expect(view.getBigUint64(PRODUCED_BYTES_OFFSET, true)).toBe(BigInt(3 * 2 ** 40 + 0xfffffff8));
  });

  it('is of no other size', () => {
    expect(() => encodeEventFileHeader(3 << 20)).toThrow('a power of two from 1048576 to 268435456');
  });
});
