import { HIGH_TIME_BITS, LOW_TIME_SHIFT } from './eventWord.ts';

/**
 * What the time field of an entry, or of ENDED, tells of frames that have ended before it, where nothing is timed:
 *
 *      43  42 41                   21 20                    0
 *     +------+-----------------------+-----------------------+
 *     |  0   |              how many have ended              |
 *     |  1   |           0           |  bytecodes of the one |
 *     |  2   |  bytecodes: the outer |  of the inner one     |
 *     +------+-----------------------+-----------------------+
 *
 * Twin: backend-java/src/probe/java/java/lang/SluiceUnseen.java.
 */

/** Of the high u32: from this bit on there is the kind; others than 0 tell bytecodes, and are the number of frames. */
export const ENDED_KIND_SHIFT = 30;

const BYTECODES_BITS = 21;
const BYTECODES_HIGH_BITS = BYTECODES_BITS - HIGH_TIME_BITS;

/** How many have ended. @param high u32 of the word, as `low` */
export function endedFrames(low: number, high: number): number {
  return high >>> ENDED_KIND_SHIFT || ((high << HIGH_TIME_BITS) | (low >>> LOW_TIME_SHIFT)) >>> 0;
}

/** Bytecodes of the inner frame, or of the only one. */
export function innerBytecodes(low: number, high: number): number {
  return ((high & ((1 << BYTECODES_HIGH_BITS) - 1)) << HIGH_TIME_BITS) | (low >>> LOW_TIME_SHIFT);
}

export function outerBytecodes(high: number): number {
  return (high >>> BYTECODES_HIGH_BITS) & ((1 << BYTECODES_BITS) - 1);
}

/** The time field where frames tell their bytecodes, the inner one first. */
export function endedField(bytecodes: readonly number[]): number {
  const [inner = 0, outer = 0] = bytecodes;
  return bytecodes.length * 2 ** (2 * BYTECODES_BITS) + outer * 2 ** BYTECODES_BITS + inner;
}
