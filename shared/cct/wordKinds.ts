import { SluiceError } from '../base/errors.ts';
import { FIRST_METHOD_ID } from '../base/ids.ts';
import { CONTROL_WORD, EXIT_BIT, HIGH_TIME_NS, ID_MASK } from '../events/eventWord.ts';

/** Whether a word of the block moves the clock: counted calls may fill whole blocks. */
export function hasTimes(words: Uint32Array, eventCount: number): boolean {
  let at = eventCount - 1;
  while (at >= 0 && (words[2 * at] & ID_MASK) < FIRST_METHOD_ID) at--;
  return at >= 0;
}

/** A copy in which words of methods have no time. */
export function withoutTimes(words: Uint32Array, eventCount: number): Uint32Array {
  const timeless = words.slice(0, 2 * eventCount);
  for (let at = 0; at < timeless.length; at += 2) {
    if ((timeless[at] & ID_MASK) < FIRST_METHOD_ID) continue; // what it holds is no moment
    timeless[at] &= EXIT_BIT | ID_MASK;
    timeless[at + 1] = 0;
  }
  return timeless;
}

/** Of a word COUNTED. @param high of the word: what it says of the call ends at bit 20 */
export function isCountedCall(methodId: number, high: number): boolean {
  return methodId >= FIRST_METHOD_ID && high >>> 0 < 2 ** 32 / HIGH_TIME_NS;
}

/** Of a word COUNTED that tells no bytecodes, as most do. @param high of the word: the id has the low 7 bits of it */
export function isMethodAlone(methodId: number, high: number): boolean {
  return methodId >= FIRST_METHOD_ID && high >>> 0 < (ID_MASK + 1) / HIGH_TIME_NS;
}

/** Of a control word that means nothing. */
export function undefinedWord(low: number, high: number): SluiceError {
  const text = [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  const known = Object.entries(CONTROL_WORD)
    .sort(([, a], [, b]) => a - b)
    .map(([name, id]) => `${id} (${name.replace(/[A-Z]/g, '_$&').toUpperCase()})`);
  return new SluiceError(
    'protocol',
    `Event word 0x${text}: control word ${low & ID_MASK} is not defined, or names no method; ` +
      `known are ${known.slice(0, -1).join(', ')} and ${known.at(-1)}`,
  );
}
