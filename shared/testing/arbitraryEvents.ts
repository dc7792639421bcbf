import { FIRST_METHOD_ID } from '../base/ids.ts';
import { CONTROL_WORD, COUNTED_ENDED, HIGH_TIME_BITS, highOfWord, lowOfWord } from '../events/eventWord.ts';
import type { SlowEvent } from './slowCct.ts';

/** How many frames have ended before a call that is counted, in its time field. */
const COUNTED_ENDED_FACTOR = 2 ** (COUNTED_ENDED + HIGH_TIME_BITS);

export interface EventShape {
  readonly seed: number;
  readonly events: number;
  readonly methods: number;
  readonly maxDepth: number;
  /** System.nanoTime() of the first event: near a multiple of 2^44 the words wrap. */
  readonly startNs: number;
  /** Chance that an exit is missing; half of them are told with the next event. */
  readonly missingExits: number;
  /** Chance that a call is only counted: of methods that are never timed. */
  readonly countedCalls?: number;
}

/** A repeatable random number in [0, 1) at each call (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The well-nested events of one thread: it opens roots, calls, returns and waits; some frames are open at the end. */
export function arbitraryEvents(shape: EventShape): SlowEvent[] {
  const random = seededRandom(shape.seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const events: SlowEvent[] = [];
  const open: number[] = [];
  let timeNs = shape.startNs;
  let missed = 0;
  const tellMissed = (): void => {
    if (missed > 0) events.push({ kind: 'missedExits', frames: missed });
    missed = 0;
  };
  while (events.length < shape.events) {
    timeNs += random() < 0.02 ? below(2 ** 40) : below(3_000);
    if (open.length > 0 && random() < 0.02) {
      const durationNs = below(100_000);
      events.push({ kind: 'adjust', durationNs });
      timeNs += durationNs;
    }
    const callee = open.length === 0 || (open.length < shape.maxDepth && random() < 0.5);
    if (!callee) {
      const method = open.pop() as number;
      if (random() < shape.missingExits) {
        if (random() < 0.5) missed++;
        continue;
      }
      tellMissed();
      events.push({ kind: 'exit', method, timeNs });
      continue;
    }
    tellMissed();
    if (open.length > 0 && random() < (shape.countedCalls ?? 0)) {
      events.push({ kind: 'counted', method: FIRST_METHOD_ID + shape.methods + below(shape.methods) });
      continue;
    }
    const method = FIRST_METHOD_ID + below(shape.methods);
    if (open.length === 0) events.push({ kind: 'rootIn' });
    events.push({ kind: 'entry', method, timeNs });
    open.push(method);
  }
  return events;
}

/** The words of these events, two u32 each. */
export function wordsOf(events: readonly SlowEvent[]): Uint32Array {
  return Uint32Array.from(events.flatMap(wordOf));
}

/**
 * The words of events that nest, as a thread tells them that reads no clock: of frames that end within a root only the number, in the
 * next word.
 */
export function untimedWordsOf(events: readonly SlowEvent[]): Uint32Array {
  const words: number[] = [];
  let depth = 0;
  let ended = 0;
  const add = (id: number, exit: boolean, timeField: number): void => {
    words.push(lowOfWord(id, exit, timeField), highOfWord(timeField));
  };
  const tellEnded = (): void => {
    if (ended > 0) add(CONTROL_WORD.missedExits, false, ended);
    ended = 0;
  };
  for (const event of events) {
    switch (event.kind) {
      case 'rootIn':
        tellEnded();
        add(CONTROL_WORD.rootIn, false, 0);
        depth = 0;
        break;
      case 'entry':
        add(event.method, false, ended);
        ended = 0;
        depth++;
        break;
      case 'counted':
        add(CONTROL_WORD.counted, false, ended * COUNTED_ENDED_FACTOR + event.method);
        ended = 0;
        break;
      case 'exit':
        depth--;
        if (depth > 0) {
          ended++;
          break;
        }
        tellEnded();
        add(event.method, true, 0);
        break;
      case 'missedExits':
        depth -= event.frames;
        ended += event.frames;
        break;
      case 'adjust':
    }
  }
  return Uint32Array.from(words);
}

/** The time of the last event that has one; the start when there is none. */
export function lastTimeOf(events: readonly SlowEvent[], startNs: number): number {
  return events.reduce((lastNs, event) => ('timeNs' in event ? event.timeNs : lastNs), startNs);
}

function wordOf(event: SlowEvent): [number, number] {
  switch (event.kind) {
    case 'rootIn':
      return [CONTROL_WORD.rootIn, 0];
    case 'missedExits':
      return [lowOfWord(CONTROL_WORD.missedExits, false, event.frames), highOfWord(event.frames)];
    case 'counted':
      return [lowOfWord(CONTROL_WORD.counted, false, event.method), highOfWord(event.method)];
    case 'adjust':
      return [lowOfWord(CONTROL_WORD.adjust, false, event.durationNs), highOfWord(event.durationNs)];
    default:
      return [lowOfWord(event.method, event.kind === 'exit', event.timeNs), highOfWord(event.timeNs)];
  }
}
