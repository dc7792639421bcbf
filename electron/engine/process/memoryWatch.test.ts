import { describe, expect, it } from 'vitest';
import { MemoryWatch, comingBytes, scarceHeap, scarceRoom } from './memoryWatch.ts';

const MIB = 2 ** 20;

describe('memory is scarce', () => {
  it('when what is held would not fit once more, with room for growing', () => {
    expect(scarceRoom({ held: 100 * MIB, coming: 0, free: 160 * MIB })).toBeNull();
    expect(scarceRoom({ held: 100 * MIB, coming: 0, free: 140 * MIB })).toBe(
      '100 MiB are taken, and 140 MiB are left, in which the recording must be saved',
    );
  });

  it('sooner where more comes until the recording has stopped', () => {
    expect(scarceRoom({ held: 100 * MIB, coming: 20 * MIB, free: 210 * MIB })).toBeNull();
    expect(scarceRoom({ held: 100 * MIB, coming: 20 * MIB, free: 190 * MIB })).not.toBeNull();
  });

  it('not because others have taken it: a small recording fits in what they leave', () => {
    expect(scarceRoom({ held: 2 * MIB, coming: 2 * MIB, free: 20 * MIB })).toBeNull();
  });

  it('before V8 takes the heap for full', () => {
    expect(scarceHeap(60 * MIB, 148 * MIB)).toBeNull();
    expect(scarceHeap(72 * MIB, 148 * MIB)).toBe(
      '72 MiB of the 100 MiB that the heap of Sluice may have are in use',
    );
  });
});

describe('what the ring holds becomes', () => {
  it('as much as has become of what was read', () => {
    expect(comingBytes(300 * MIB, { consumedBytes: 100 * MIB, ringBytes: 16 * MIB })).toBe(48 * MIB);
  });

  it('at most as much as is held, where less was read than it holds', () => {
    expect(comingBytes(2 * MIB, { consumedBytes: 0, ringBytes: 16 * MIB })).toBe(2 * MIB);
  });
});

it('says nothing while there is room', () => {
  const told: string[] = [];
  const watch = new MemoryWatch({ consumedBytes: 0, ringBytes: MIB }, (what) => told.push(what));
  watch.end();
  expect(told).toEqual([]);
});
