/** At most four snapshots a second ... */
export const SHORTEST_INTERVAL_MS = 250;
/** ... and never more than a tenth of the time for taking them: ingest goes first. */
export const COST_FACTOR = 10;
/** Nobody reads the digits of rows that pass by. The next snapshot waits until they have stood still for so long ... */
export const STANDING_MS = 100;
/** ... but no longer than this: who scrolls on and on sees the tree grow, too. */
export const LONGEST_SCROLL_MS = 2_000;

/** Says when the next snapshot may be taken. All times are ms of one monotonic clock, which the caller reads. */
export class SnapshotPacer {
  #nextMs = 0;
  #scrolledMs = -Infinity;

  /** @returns ms to wait from `nowMs` until a snapshot may be taken, 0 = now; a scroll makes it longer */
  delayMs(nowMs: number): number {
    const standingMs = Math.min(this.#scrolledMs + STANDING_MS, this.#nextMs + LONGEST_SCROLL_MS);
    return Math.max(0, this.#nextMs - nowMs, standingMs - nowMs);
  }

  /** @param costMs what it took, without the turns that others had in between */
  taken(costMs: number, endMs: number): void {
    this.#nextMs = endMs + Math.max(SHORTEST_INTERVAL_MS - costMs, (COST_FACTOR - 1) * costMs);
  }

  /** The reader looks at something else than before. */
  scrolled(nowMs: number): void {
    this.#scrolledMs = nowMs;
  }
}
