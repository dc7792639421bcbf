/**
 * One event of one thread: 8 bytes, read as two little-endian u32 (`low` first), never as a bigint (13 times slower).
 *
 *      63                                                    20 19 18                0
 *     +--------------------------------------------------------+--+-------------------+
 *     |  time: low 44 bits of System.nanoTime(), or 0          |x |  id               |
 *     +--------------------------------------------------------+--+-------------------+
 *                  high u32 = time >> 12   |   low u32 = (time & 0xfff) << 20 | x << 19 | id
 *
 * Where nothing is timed, an entry tells in place of a time which of the innermost open frames have ended before it: most exits are no
 * word of their own (endedFrames.ts).
 *
 * x: 0 = entry, 1 = exit. An id below FIRST_METHOD_ID is a control word. Meaning: shared/wire/README.md section 2.
 * 44 bits of ns wrap after 4.9 hours. Twin: backend-java/src/probe/java/java/lang/SluiceWord.java.
 */
export const ID_MASK = 0x7ffff;
export const EXIT_BIT = 0x80000;
export const LOW_TIME_SHIFT = 20;
/** One step of the high u32 is this many ns. */
export const HIGH_TIME_NS = 4096;
/** So many bits of the time field are in the low u32. */
export const HIGH_TIME_BITS = 12;
export const WORD_BYTES = 8;

/** Ids of the control words, with x where that is 1. */
export const CONTROL_WORD = {
  /** The time field is a duration: ns that the thread waited for Sluice since its previous word with a time. */
  adjust: 1,
  /** The next word is the entry of a root; the shadow stack is empty here. The time field is the number of its label; 0: none. */
  rootIn: 2,
  /** With EXIT_BIT: the next word is the exit of that root, and the time field is how many bytes the thread has allocated since. */
  rootOut: EXIT_BIT | 2,
  /** How the clock goes on after the next word: 0 = it pauses, n = it runs, and each stretch between words stands for n. */
  turn: 3,
  /** Where the clock pauses: so many ns, at least, the stretch took that ends with the next word. */
  halt: 4,
  /** The time field is a number: so many of the innermost open frames have ended without an exit of their own. */
  missedExits: 5,
  /** With EXIT_BIT, without a clock: one or two have, and the time field is the bytecodes that they have executed (endedFrames.ts). */
  ended: EXIT_BIT | 5,
  /** The time field is the id of a method that was called, and above it its bytecodes: one call, without times and without an exit. */
  counted: 6,
  /** Clock `cpu`, before a mark: where the clock of the thread stands. What passed is charged to the frame that is open. */
  clock: 7,
  /** Where the clock of bursts pauses: the time of the next word, which has none itself. */
  time: 8,
  /** What the open frame has more of something that is counted beside calls (amounts.ts). */
  amount: 9,
  /** Where objects are counted: the time field is a site and the length of what it made (madeWord.ts). */
  made: 10,
  /** The time field is a number: the array that was told last has so many times MADE_LENGTH_LIMIT elements more. */
  longer: 11,
  /** The time field is a number: what was told last was made so many times more. */
  again: 12,
  /** The time field is the number of an object, made by the open frame, that is followed until it is collected. */
  tracked: 13,
  /** The time field is a site and a number: so many arrays it has made in a loop; the next word tells their lengths. */
  arrays: 14,
  /** The time field is what they have together (madeArrays.ts). */
  elements: 15,
} as const;

/** In the time field of COUNTED: from this bit on there are bytecodes, 13 bits of them. */
export const COUNTED_BYTECODES = 19;
/** Of the high u32 of COUNTED, without a clock: from this bit on it says how many frames have ended before it. */
export const COUNTED_ENDED = 20;

/** The low u32 of a word. `timeNs` is any whole number of ns, negative ones too: only its low bits are kept. */
export function lowOfWord(id: number, exit: boolean, timeNs: number): number {
  const lowTime = timeNs - Math.floor(timeNs / HIGH_TIME_NS) * HIGH_TIME_NS;
  return ((lowTime << LOW_TIME_SHIFT) | (exit ? EXIT_BIT : 0) | id) >>> 0;
}

/** The high u32 of a word. */
export function highOfWord(timeNs: number): number {
  return Math.floor(timeNs / HIGH_TIME_NS) >>> 0;
}

/** The 44 bits of time that a word holds, as ns. */
export function timeOfWord(low: number, high: number): number {
  return (high >>> 0) * HIGH_TIME_NS + (low >>> LOW_TIME_SHIFT);
}
