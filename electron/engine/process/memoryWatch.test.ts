import { describe, expect, it } from 'vitest';
import { MemoryWatch, scarceHeap, scarceRoom } from './memoryWatch.ts';

const MIB = 2 ** 20;

describe('memory is scarce', () => {
  it('when what is held would not fit once more, with room for growing', () => {
    expect(scarceRoom({ held: 100 * MIB, free: 260 * MIB })).toBeNull();
    expect(scarceRoom({ held: 100 * MIB, free: 240 * MIB })).toBe(
      '100 MiB are taken, and 240 MiB are left, in which the recording must be saved',
    );
  });

  it('not because others have taken it: a small recording fits in what they leave', () => {
    expect(scarceRoom({ held: 2 * MIB, free: 20 * MIB })).toBeNull();
  });

  it('before V8 takes the heap for full', () => {
    expect(scarceHeap(60 * MIB, 148 * MIB)).toBeNull();
    expect(scarceHeap(72 * MIB, 148 * MIB)).toBe(
      '72 MiB of the 100 MiB that the heap of Sluice may have are in use',
    );
  });
});

it('says nothing while there is room', () => {
  const told: string[] = [];
  const watch = new MemoryWatch((what) => told.push(what));
  watch.end();
  expect(told).toEqual([]);
});
