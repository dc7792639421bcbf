/** How long the worker works before messages get a turn: no question waits much longer than this. */
export const LONGEST_TURN_MS = 5;

const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.onmessage = () => waiting.shift()?.();

/** Resolves when messages and timers that are due have had their turn; a timeout of 0 would take 4 ms at least. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    turns.port2.postMessage(null);
  });
}

/** Worker, page, painting and engine each have work while events arrive: with fewer cores one of them waits. */
const ENOUGH_CORES = 4;
/** Who scrolls or presses a key goes on to do so. */
const ASKING_MS = 250;
/** Of a turn: with rests as long as turns, the page, painting and the stream wanted more than two cores have. */
const REST_TURNS = 2;

/**
 * Says when the reading of events rests: on a machine of few cores, while the page asks for something, after each turn twice as
 * long as the turn. What is not read waits in the event file, and then in the program, so nothing is lost; a reader who
 * scrolls would have to share a core with the stream.
 */
export class ReadingRests {
  readonly #isCrowded: boolean;
  #askedMs = -Infinity;

  /** @param cores of the machine */
  constructor(cores: number) {
    this.#isCrowded = cores < ENOUGH_CORES;
  }

  /** The page has asked for something that a reader sees. @param nowMs of a clock that goes forward */
  asked(nowMs: number): void {
    this.#askedMs = nowMs;
  }

  /** How long to rest after a turn of the longest kind, ms; 0 = not at all. */
  restMs(nowMs: number): number {
    return this.#isCrowded && nowMs - this.#askedMs < ASKING_MS ? REST_TURNS * LONGEST_TURN_MS : 0;
  }
}
