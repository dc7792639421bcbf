import { setTimeout as delay } from 'node:timers/promises';

/** Rounds in quick succession that plan only what the waiting methods can call. */
const STRICT_ROUNDS = 8;
/** What takes one round in quick succession off the count. */
const QUIET_MS = 500;

/** While nobody waits: what is told meanwhile is one swap with it. */
const GATHER_MS = 250;

/**
 * Whether a round of first invocations looks ahead. A swap costs the program tens of ms and about a ms for each class, and a
 * probe that is never called next to nothing. So rounds in quick succession look ahead, and one by itself does not: small
 * subgraphs are instrumented strictly as they are called.
 */
export class RoundPace {
  /** The program runs with all probes, and nobody waits for a round. */
  isRehearsal = false;
  /** Rounds in quick succession until now, and when the last one began. */
  #haste = 0;
  #lastRoundMs = 0;

  /** A recording begins. */
  reset(): void {
    this.#haste = 0;
    this.isRehearsal = false;
  }

  /** Resolves when the next round may begin. */
  async roundIsDue(): Promise<void> {
    if (this.isRehearsal) await delay(GATHER_MS);
  }

  /** A round begins. @returns whether it looks ahead */
  looksAhead(nowMs: number): boolean {
    const quietMs = nowMs - this.#lastRoundMs;
    this.#lastRoundMs = nowMs;
    this.#haste = Math.max(0, this.#haste - Math.floor(quietMs / QUIET_MS)) + 1;
    return this.#haste > STRICT_ROUNDS;
  }
}
