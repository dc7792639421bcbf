import { describe, expect, it } from 'vitest';
import { ByteReader } from './byteReader.ts';
import { ByteWriter } from './byteWriter.ts';

describe('ByteWriter', () => {
  it('keeps every byte however often it grows', () => {
    const to = new ByteWriter(1);
    to.u8(1)
      .u16(2)
      .u32(3)
      .i32(-4)
      .i64(-5_000_000_001)
      .f64(0.1)
      .raw(Uint8Array.of(6))
      .utf('é')
      .blob(Uint8Array.of(7));
    const from = new ByteReader(to.toBytes(), 'test');
    expect([from.u8(''), from.u16(''), from.u32(''), from.i32(''), from.i64(''), from.f64('')]).toEqual([
      1, 2, 3, -4, -5_000_000_001, 0.1,
    ]);
    expect([...from.view(1, ''), from.utf(''), ...from.blob('')]).toEqual([6, 'é', 7]);
    from.end();
  });
});
