import { WORD_BYTES } from '../events/eventWord.ts';

/**
 * One block of the event stream, little-endian. Twin: BlockLayout.java. Meaning and rules: README.md section 2.
 *
 *      0               4               8
 *     +---------------+-------+-------+-------------------------------+
 *     | blockBytes    | kind  | flags |  threadId (i64)               |
 *     +---------------+-------+-------+-------------------------------+
 *     |  baseTimeNs (i64)             | sequence      | dropped       |
 *     +-------------------------------+---------------+---------------+
 *     |  payload: blockBytes - 32 bytes
 */
export const BLOCK_BYTES_OFFSET = 0;
export const BLOCK_KIND_OFFSET = 4;
export const BLOCK_FLAGS_OFFSET = 6;
export const BLOCK_THREAD_OFFSET = 8;
export const BLOCK_BASE_TIME_OFFSET = 16;
export const BLOCK_SEQUENCE_OFFSET = 24;
export const BLOCK_DROPPED_OFFSET = 28;
export const BLOCK_HEADER_BYTES = 32;

/** blockBytes, kind and flags: all that a padding block must have. */
export const SHORT_HEADER_BYTES = 8;
export const BLOCK_ALIGNMENT_BYTES = 8;

export const BLOCK_KIND = {
  padding: 0,
  events: 1,
  thread: 2,
  threadEnd: 3,
  /** Durations of passes through a timed region, whose number stands where other blocks have their thread. */
  passes: 4,
  /** What becomes of the recording from here on; the flags say which RECORDING_MARK. */
  mark: 5,
  /** How the clock `ticker` gets on; the flags say which TICKER_NEWS, the payload is a duration (i64). */
  ticker: 6,
  /** What a thread has waited for a core; the payload is all of CoreWait but untilNs (i64 each). */
  coreWait: 7,
  /** Objects that are followed; the flags say which LIVE_NEWS, the number of collections so far stands where others have their thread. */
  live: 8,
  /** The value by which root calls are told apart, whose number stands where other blocks have their thread. */
  label: 9,
  /** Made by the tool, never by the agent: a new recording begins. Outside the sequence; the payload is an ObjectLayout where objects are
   *  counted, and the base time is how long a root call lasts at most that is not slow; 0: they are not told apart. */
  recordingStart: 64,
} as const;

/** durationNs, wordCount, sinceNs, ranNs, arrivals. */
export const CORE_WAIT_BYTES = 5 * WORD_BYTES;

/** Flags of a live block: what its objects are. */
export const LIVE_NEWS = { born: 1, gone: 2 } as const;
/** i64 serial; u32 code of the site, and above its bits LIVE_EXACT, u32 bornAt; i64 bytes. */
export const BIRTH_BYTES = 3 * WORD_BYTES;
export const LIVE_EXACT = 2 ** 22;

/** u16 alignmentBytes, u8 referenceBytes, u8 arrayBaseBytes, u8 wideArrayBaseBytes, zeros. */
export const LAYOUT_BYTES = WORD_BYTES;

/** At most MOST_LABEL_CHARS of three bytes, and their count, padded. */
export const MAX_LABEL_BYTES = 200;

/** Flag of a recordingStart block: each executed bytecode counts what it weighs. */
export const WEIGHTED_FLAG = 1;
/** Flag of an events block: the words carry times. */
export const TIMED_FLAG = 1;
/** The same: the recording has a clock, and it has no time of this thread. */
export const TIMELESS_FLAG = 2;
/** Flag of a thread block. */
export const VIRTUAL_FLAG = 1;

export const MAX_EVENTS_PER_BLOCK = 65_536 / WORD_BYTES;
/** The longest block that is not padding: a thread name of 65,535 bytes with its count, padded to 8. */
export const MAX_BLOCK_BYTES = BLOCK_HEADER_BYTES + 65_544;
