import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { linksNamed, textsNamed, valuesNamed } from '../recording/dataSets/dataSetParts.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
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

  /**
   * @param names of the threads of the recording
   * @param isAsked somebody recorded them: where there are none the set has no rows, else there is none
   */
  dataSets(names: readonly string[], isAsked = false): readonly DataSet[] {
    if (this.length === 0 && !isAsked) return [];
    const order = [...this.#state.keys()].sort((a, b) => this.#startNs[a] - this.#startNs[b]);
    return [
      {
        ...{ id: STATES_SET, title: 'What threads did' },
        ...columnsOf(order, {
          texts: [
            ['state', 'State', (row) => this.#state[row]],
            ['thread', 'Thread', (row) => names[this.#inThread[row]]],
          ],
          links: [
            ['inThread', 'Thread of the recording', (row) => this.#inThread[row]],
            ['context', 'Context in its tree', (row) => this.#context[row]],
          ],
          values: [
            ['startNs', 'Start', 'ns', (row) => this.#startNs[row]],
            ['durationNs', 'Duration', 'ns', (row) => this.#durationNs[row]],
          ],
        }),
      },
    ];
  }
}

/** @returns null where there is no such set, or it has another form */
export function stateColumns(sets: readonly DataSet[]): StateColumns | null {
  const set = sets.find(({ id }) => id === STATES_SET);
  const state = textsNamed(set, 'state');
  const [inThread, context] = [linksNamed(set, 'inThread'), linksNamed(set, 'context')];
  const [startNs, durationNs] = [valuesNamed(set, 'startNs'), valuesNamed(set, 'durationNs')];
  if (!set || !state?.every(isThreadState) || !inThread || !context || !startNs || !durationNs) return null;
  return { rows: set.rows, state, inThread, context, startNs, durationNs };
}
