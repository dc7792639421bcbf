import type { DataSet } from '../recording/dataSet.ts';
import { isThreadState, type ThreadState } from './eventKinds.ts';

export const STATES_SET = 'states';

/**
 * Stretches of threads in a state, each with the context in which it was: a sample stands for the period until the next one. From
 * them the trees of a range of time are made.
 *
 *     thread  state    start  duration  context
 *     main    running      0        10        4     a sample each 10 ms
 *     main    blocked     12        31        7     an event
 */
export interface StateColumns {
  readonly rows: number;
  readonly state: readonly ThreadState[];
  /** Place in the threads of the recording. */
  readonly inThread: Int32Array;
  /** Node in the tree of that thread. */
  readonly context: Int32Array;
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
}

/** Rows of StateColumns as they come. */
export class StateRows {
  readonly #state: ThreadState[] = [];
  readonly #inThread: number[] = [];
  readonly #context: number[] = [];
  readonly #startNs: number[] = [];
  readonly #durationNs: number[] = [];

  get length(): number {
    return this.#state.length;
  }

  add(state: ThreadState, inThread: number, context: number, startNs: number, durationNs: number): void {
    this.#state.push(state);
    this.#inThread.push(inThread);
    this.#context.push(context);
    this.#startNs.push(startNs);
    this.#durationNs.push(durationNs);
  }

  /** @param names of the threads of the recording */
  dataSets(names: readonly string[]): readonly DataSet[] {
    if (this.length === 0) return [];
    const startNs = Float64Array.from(this.#startNs);
    const order = Int32Array.from(this.#state.keys()).sort((a, b) => startNs[a] - startNs[b]);
    const pick = (column: readonly number[]): Int32Array => Int32Array.from(order, (row) => column[row]);
    const isExact = false;
    return [
      {
        ...{ id: STATES_SET, title: 'What threads did', rows: order.length },
        texts: [
          { id: 'state', title: 'State', texts: Array.from(order, (row) => this.#state[row]) },
          { id: 'thread', title: 'Thread', texts: Array.from(order, (row) => names[this.#inThread[row]]) },
        ],
        links: [
          { id: 'inThread', title: 'Thread of the recording', rows: pick(this.#inThread) },
          { id: 'context', title: 'Context in its tree', rows: pick(this.#context) },
        ],
        values: [
          {
            ...{ id: 'startNs', title: 'Start', unit: 'ns', isExact },
            values: startNs.sort(),
          },
          {
            ...{ id: 'durationNs', title: 'Duration', unit: 'ns', isExact },
            values: Float64Array.from(order, (row) => this.#durationNs[row]),
          },
        ],
      },
    ];
  }
}

/** @returns null where there is no such set, or it has another form */
export function stateColumns(sets: readonly DataSet[]): StateColumns | null {
  const set = sets.find(({ id }) => id === STATES_SET);
  const state = set?.texts.find(({ id }) => id === 'state')?.texts;
  const link = (id: string): Int32Array | undefined => set?.links.find((column) => column.id === id)?.rows;
  const value = (id: string): Float64Array | undefined =>
    set?.values.find((column) => column.id === id)?.values;
  const [inThread, context, startNs, durationNs] = [
    ...[link('inThread'), link('context')],
    ...[value('startNs'), value('durationNs')],
  ] as [Int32Array?, Int32Array?, Float64Array?, Float64Array?];
  if (!set || !state?.every(isThreadState) || !inThread || !context || !startNs || !durationNs) return null;
  return { rows: set.rows, state, inThread, context, startNs, durationNs };
}
