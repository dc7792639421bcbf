import type { DataSet } from '../recording/dataSet.ts';
import { THREAD_STATES, type ThreadState } from './eventKinds.ts';

export const LOCKS_SET = 'locks';
/** Of a file of others, which may have anything. */
export const MOST_LOCKS = 100_000;

interface LockRow {
  readonly state: ThreadState;
  readonly className: string;
  readonly heldBy: string;
  readonly place: string;
  times: number;
  ns: number;
  longestNs: number;
}

/** Where threads stood still: by state, class of the lock, holder and place. */
export class LockRows {
  readonly #rows = new Map<string, LockRow>();
  #leftOut = 0;

  /** Waits that found no room. */
  get leftOut(): number {
    return this.#leftOut;
  }

  add(state: ThreadState, className: string, heldBy: string, place: string, ns: number): void {
    const key = [state, className, heldBy, place].join('\n');
    let row = this.#rows.get(key);
    if (row === undefined) {
      if (this.#rows.size === MOST_LOCKS) return void this.#leftOut++;
      row = { state, className, heldBy, place, times: 0, ns: 0, longestNs: 0 };
      this.#rows.set(key, row);
    }
    row.times++;
    row.ns += ns;
    row.longestNs = Math.max(row.longestNs, ns);
  }

  /** None where no thread stood still, or nobody asked. What was blocked comes first, then by time. */
  dataSets(): readonly DataSet[] {
    return this.#rows.size === 0 ? [] : [this.dataSet()];
  }

  dataSet(): DataSet {
    const rows = [...this.#rows.values()].sort(
      (a, b) => THREAD_STATES.indexOf(a.state) - THREAD_STATES.indexOf(b.state) || b.ns - a.ns,
    );
    const isExact = false;
    return {
      ...{ id: LOCKS_SET, title: 'Where threads stood still', rows: rows.length, links: [] },
      texts: [
        { id: 'state', title: 'State', texts: rows.map(({ state }) => state) },
        { id: 'lock', title: 'Lock', texts: rows.map(({ className }) => className) },
        { id: 'heldBy', title: 'Held or Notified By', texts: rows.map(({ heldBy }) => heldBy) },
        { id: 'at', title: 'At', texts: rows.map(({ place }) => place) },
      ],
      values: [
        {
          ...{ id: 'times', title: 'Times', unit: 'count', isExact },
          values: Float64Array.from(rows, ({ times }) => times),
        },
        {
          ...{ id: 'stillNs', title: 'Time', unit: 'ns', isExact },
          values: Float64Array.from(rows, ({ ns }) => ns),
        },
        {
          ...{ id: 'longestNs', title: 'Longest', unit: 'ns', isExact },
          values: Float64Array.from(rows, ({ longestNs }) => longestNs),
        },
      ],
    };
  }
}
