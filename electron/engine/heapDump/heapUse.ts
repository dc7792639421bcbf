import { diagnose } from '../attach/attach.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';

const REPLY_LIMIT_BYTES = 1 << 20;
const UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** Bytes in use in the heap of a JVM, garbage too; null: it does not say. */
export async function heapUse(target: AttachTarget): Promise<number | null> {
  return heapUseIn(await diagnose(target, 'GC.heap_info', REPLY_LIMIT_BYTES));
}

/**
 * Each collector has lines of its own, one for each generation:
 *
 *      garbage-first heap   total 262144K, used 12345K [0x..)
 *      PSYoungGen           total 76288K, used 3932K [0x..)
 *      ZHeap                used 20M, capacity 512M, max capacity 4096M
 *       65536K max, 65536K soft max, 65536K committed, 48025K used          Shenandoah
 *      Metaspace            used 9021K, ..                                  not of the heap
 */
export function heapUseIn(info: string): number | null {
  let bytes: number | null = null;
  for (const line of info.split('\n')) {
    if (/Metaspace|class space/.test(line)) continue;
    const [, number, unit] = /\bused (\d+)([KMG])/.exec(line) ?? /\b(\d+)([KMG]) used/.exec(line) ?? [];
    if (number !== undefined) bytes = (bytes ?? 0) + Number(number) * UNITS[unit];
  }
  return bytes;
}
