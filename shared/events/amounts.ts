import { HIGH_TIME_BITS } from './eventWord.ts';

/** Bytecodes that a context's own invocations have executed, exact. */
export const BYTECODES = 'bytecodes';
/** Where whole blocks of them are counted: so many of them, at most, were not executed, as an exception ended a block. */
export const BYTECODES_ERROR = 'bytecodesError';

/**
 * What probes count of the open frame beside its calls, each a column of the tree (`more` of CctTable) and a metric. The time field of a
 * word AMOUNT says by its position here which it is, and how much of it there is more:
 *
 *      43               36 35                                          0
 *     +-------------------+---------------------------------------------+
 *     |  position         |  amount                                     |
 *     +-------------------+---------------------------------------------+
 */
export const AMOUNTS: readonly string[] = [BYTECODES, BYTECODES_ERROR];
const AMOUNT_BITS = 36;
const HIGH_AMOUNT_BITS = AMOUNT_BITS - HIGH_TIME_BITS;

/** @param high of a word AMOUNT */
export function amountPosition(high: number): number {
  return high >>> HIGH_AMOUNT_BITS;
}

/** The high u32 of the word without its position: with its low one, the amount. */
export function highOfAmount(high: number): number {
  return high & (2 ** HIGH_AMOUNT_BITS - 1);
}

/** The time field of an AMOUNT. @throws Error if nothing of that name is told */
export function amountField(name: string, amount: number): number {
  return positionOf(name) * 2 ** AMOUNT_BITS + amount;
}

/** In AMOUNTS, as packets push it. @throws Error if nothing of that name is told */
export function positionOf(name: string): number {
  const position = AMOUNTS.indexOf(name);
  if (position < 0) throw new Error(`No word tells ${name}: it is not among the amounts`);
  return position;
}
