import { expect, it } from 'vitest';
import { heapUseIn } from './heapUse.ts';

it.each([
  [
    ' garbage-first heap   total 262144K, used 12345K [0x1, 0x2)\n Metaspace       used 900K, committed 1024K',
    12345,
  ],
  [
    ' PSYoungGen      total 76288K, used 100K [0x1)\n  eden space 65536K, 6% used\n ParOldGen       total 175104K, used 23K',
    123,
  ],
  [
    ' ZHeap           used 20M, capacity 512M, max capacity 4096M\n Metaspace       used 1K\n  class space    used 2K',
    20480,
  ],
  [
    ' def new generation   total 78656K, used 1K [0x1)\n tenured generation   total 174784K, used 2K [0x1)',
    3,
  ],
  [
    'garbage-first heap   total reserved 65536K, committed 48128K, used 22719K [0x1, 0x2)\n region size 1024K, 6 young (6144K)',
    22719,
  ],
  [
    'Shenandoah Heap\n 65536K max, 65536K soft max, 65536K committed, 48025K used\n 256 x 256 K regions',
    48025,
  ],
])('the heap in use is what its generations say: %j', (info, kib) => {
  expect(heapUseIn(info)).toBe(kib * 1024);
});

it('a JVM that does not say is not guessed at', () => {
  expect(heapUseIn('')).toBe(null);
});
