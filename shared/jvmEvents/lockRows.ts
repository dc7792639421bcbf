import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
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

/** Blocked and waiting threads: by state, class of the lock, holder and place. */
export class LockRows {
  readonly #rows = new Map<string, LockRow>();
  /** Names may be long, and have line breaks: a row's key is made of their numbers. */
  readonly #numbers = new Map<string, number>();
  #leftOut = 0;

  /** Waits that found no room. */
  get leftOut(): number {
    return this.#leftOut;
  }

  add(state: ThreadState, className: string, heldBy: string, place: string, ns: number): void {
    const key = [state, className, heldBy, place].map((text) => this.#numberOf(text)).join(' ');
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

  #numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size));
    return number;
  }

  /** @param isAsked somebody recorded it: where no thread stood still the set has no rows, else there is none */
  dataSets(isAsked: boolean): readonly DataSet[] {
    return this.#rows.size === 0 && !isAsked ? [] : [this.dataSet()];
  }

  /** What was blocked comes first, then by time. */
  dataSet(): DataSet {
    const rows = [...this.#rows.values()].sort(
      (a, b) => THREAD_STATES.indexOf(a.state) - THREAD_STATES.indexOf(b.state) || b.ns - a.ns,
    );
    return {
      ...{ id: LOCKS_SET, title: 'Blocked and waiting threads' },
      ...columnsOf(rows, {
        texts: [
          ['state', 'State', ({ state }) => state],
          ['lock', 'Lock', ({ className }) => className],
          ['heldBy', 'Held or Notified By', ({ heldBy }) => heldBy],
          ['at', 'At', ({ place }) => place],
        ],
        values: [
          ['times', 'Times', 'count', ({ times }) => times],
          ['stillNs', 'Time', 'ns', ({ ns }) => ns],
          ['longestNs', 'Longest', 'ns', ({ longestNs }) => longestNs],
        ],
      }),
    };
  }
}
