import type { Calibration, CctTable, ExactTree } from '../../shared/cct/cctTable.ts';
import { COUNTED_CALLS, treeMetrics, type MetricColumns } from '../../shared/cct/metricColumns.ts';
import { subtreeSums } from '../../shared/cct/subtreeSums.ts';
import { timeColumns, writeExactTimes } from '../../shared/cct/overhead.ts';
import type { TimeSource } from '../../shared/events/clock.ts';

/** Room for so much more than there is: a tree that grows does not move at each moment. */
const SPARE = 1 / 64;

/**
 * The tree of a recording that goes on, with the probes' cost taken out. Its columns are written over at each moment, all in
 * one step: two moments of a large tree side by side would take twice the memory. What was handed out before has the new
 * numbers from then on, unless the tree has outgrown its room.
 */
export class LiveTree {
  #calls = new Float64Array(0);
  #counted = new Uint8Array(0);
  #times = timeColumns(0);
  /** Where there is no clock. */
  #totalCalls = new Float64Array(0);

  /**
   * O(nodes), some 20 ns each.
   * @param table without samples; each as it was or longer than at the last call; not kept
   * @param clock 'none': times and errors are 0
   */
  write(table: CctTable, calibration: Calibration, clock: TimeSource): ExactTree {
    const { length, method, parent } = table;
    if (length > this.#calls.length) this.#reserve(length + Math.ceil(length * SPARE));
    const times = {
      selfNs: this.#times.selfNs.subarray(0, length),
      totalNs: this.#times.totalNs.subarray(0, length),
      errorNs: this.#times.errorNs.subarray(0, length),
    };
    this.#calls.set(table.calls);
    this.#counted.set(table.counted);
    if (clock !== 'none') writeExactTimes(table, calibration, times);
    return {
      length,
      method,
      parent,
      calls: this.#calls.subarray(0, length),
      counted: this.#counted.subarray(0, length),
      ...times,
      ...(table.ticker === undefined ? {} : { ticker: table.ticker }),
      ...(table.coreWaits === undefined ? {} : { coreWaits: table.coreWaits }),
      ...(clock === 'none' ? { metrics: this.#countedMetrics(table) } : treeMetrics(table.more, parent)),
    };
  }

  /** Of a tree whose calls are written: theirs, and those below each node. */
  #countedMetrics({ length, parent, more }: CctTable): MetricColumns {
    const self = this.#calls.subarray(0, length);
    if (length > this.#totalCalls.length) this.#totalCalls = new Float64Array(this.#calls.length);
    const total = subtreeSums(parent, self, this.#totalCalls.subarray(0, length));
    return new Map([...(treeMetrics(more, parent).metrics ?? []), [COUNTED_CALLS, { self, total }]]);
  }

  #reserve(length: number): void {
    this.#calls = new Float64Array(length);
    this.#counted = new Uint8Array(length);
    this.#times = timeColumns(length);
  }
}
