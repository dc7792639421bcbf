/** At most four snapshots a second ... */
export const SHORTEST_INTERVAL_MS = 250;
/** ... and never more than a tenth of the time for taking them: ingest goes first. */
export const COST_FACTOR = 10;

/** Says when the next snapshot may be taken. All times are ms of one monotonic clock, which the caller reads. */
export class SnapshotPacer {
  #nextMs = 0;

  /** @returns ms to wait from `nowMs` until a snapshot may be taken, 0 = now */
  delayMs(nowMs: number): number {
    return Math.max(0, this.#nextMs - nowMs);
  }

  /** @param costMs what it took, without the turns that others had in between */
  taken(costMs: number, endMs: number): void {
    this.#nextMs = endMs + Math.max(SHORTEST_INTERVAL_MS - costMs, (COST_FACTOR - 1) * costMs);
  }
}
