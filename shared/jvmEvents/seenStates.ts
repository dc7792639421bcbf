import type { Snapshot } from '../recording/snapshot.ts';
import { stateColumns, type StateColumns } from './stateSet.ts';

/** A context of a recording: a place in its threads, and a node of the tree of that thread. */
export interface SeenContext {
  readonly thread: number;
  readonly node: number;
}

/** Of one stretch of time so many states are looked at, the last ones. */
const LOOKED_AT = 64;

/** Where threads were seen in the course of time, by their names: samples of them, and waits. */
export class SeenStates {
  readonly #states: StateColumns;
  /** place in the threads -> rows of its states, by their starts */
  readonly #rowsOf: readonly (readonly number[])[];
  /** null: several threads have that name */
  readonly #places = new Map<string, number | null>();

  private constructor(states: StateColumns, threads: Snapshot['threads']) {
    this.#states = states;
    threads.forEach(({ name, virtual }, place) => {
      if (!virtual) this.#places.set(name, this.#places.has(name) ? null : place);
    });
    const rowsOf = threads.map((): number[] => []);
    const order = Array.from({ length: states.rows }, (_, row) => row);
    order.sort((a, b) => states.startNs[a] - states.startNs[b]);
    for (const row of order) {
      const thread = states.inThread[row];
      const node = states.context[row];
      if (thread < 0 || thread >= threads.length) continue; // a file of others may have anything
      if (node > 0 && node < threads[thread].table.length) rowsOf[thread].push(row);
    }
    this.#rowsOf = rowsOf;
  }

  /** @returns null: the recording does not tell when threads were where */
  static of({ dataSets, threads }: Pick<Snapshot, 'dataSets' | 'threads'>): SeenStates | null {
    const states = stateColumns(dataSets);
    return states === null ? null : new SeenStates(states, threads);
  }

  /**
   * Contexts in which a thread was within a stretch of time, and for how long. A sample stands for its period, a wait for its part.
   * @param isLeftOut of a state that begins then
   */
  *seen(
    name: string,
    { fromNs, toNs }: { readonly fromNs: number; readonly toNs: number },
    isLeftOut: (startNs: number) => boolean,
  ): Generator<{ readonly context: SeenContext; readonly ns: number }> {
    const thread = this.#places.get(name) ?? null;
    if (thread === null || !(toNs > fromNs)) return;
    const { state, context, startNs, durationNs } = this.#states;
    const rows = this.#rowsOf[thread];
    const end = firstFrom(rows, startNs, toNs);
    for (let at = end - 1; at >= Math.max(0, end - LOOKED_AT); at--) {
      const row = rows[at];
      const isSample = state[row] === 'running';
      const isBefore = startNs[row] < fromNs;
      const ns = Math.min(toNs, startNs[row] + durationNs[row]) - Math.max(fromNs, startNs[row]);
      // What was sampled before may be elsewhere by now. A sample whose period nobody knows counts for next to nothing.
      const isSeen = isSample ? !isBefore : ns > 0 && !isLeftOut(startNs[row]);
      if (isSeen) yield { context: { thread, node: context[row] }, ns: Math.max(1, ns) };
      if (isBefore) return;
    }
  }
}

/** Place of the first row that begins at that time or later. O(log rows) */
function firstFrom(rows: readonly number[], startNs: Float64Array, ns: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startNs[rows[middle]] < ns) low = middle + 1;
    else high = middle;
  }
  return low;
}
