import type { MethodId } from '../../shared/base/ids.ts';
import { exactTree } from '../../shared/cct/overhead.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import { OverheadBudget, overBudget, type OverBudget } from '../../shared/recording/overheadBudget.ts';
import { probeOverhead } from '../../shared/recording/probeOverhead.ts';
import type { TreeSource } from './treeSource.ts';

/** Says what is to be switched off for the probes of a recording to stay within a part of the program's time. */
export class BudgetWatch {
  readonly #limit: number;
  readonly #budget: OverheadBudget;
  #roots: ReadonlySet<MethodId> = new Set();
  #recording = -1;
  #events = -1;

  /** @param limit probes over program: 0.1 is 10 % */
  constructor(limit: number) {
    this.#limit = limit;
    this.#budget = new OverheadBudget(limit, (method) => this.#roots.has(method));
  }

  /**
   * Looks at what has come since it looked last. O(nodes of all threads), in one step.
   * @returns null: nothing is to be done
   */
  look(source: TreeSource, known: Iterable<MethodInfo>): OverBudget | null {
    const { recording, events, calibration, clock } = source;
    if (recording === this.#recording && events === this.#events) return null;
    this.#recording = recording;
    this.#events = events;
    const methods = new Map([...known].map((method) => [method.id, method]));
    this.#roots = new Set([...methods.values()].filter(({ root }) => root).map(({ id }) => id));
    const trees = source.trees().map(({ table }) => exactTree(table, calibration, clock));
    const step = this.#budget.step(probeOverhead(trees, calibration), recording);
    return overBudget(step, this.#limit, methods);
  }
}
