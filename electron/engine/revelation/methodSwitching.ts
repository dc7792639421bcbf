import type { SwitchedOffMethods } from '../../../shared/ipc/engineApi.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { ClassId } from '../../../shared/base/ids.ts';
import type { MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { Reachability } from '../../../shared/callgraph/reachability.ts';
import type { InstrumentationPlan, PlannedMethod } from '../../../shared/instrument/instrumentationPlan.ts';
import type { FirstStops } from './firstStops.ts';
import type { SubgraphPlanner } from './subgraphPlanner.ts';
import type { SwitchedOff } from './switchedOff.ts';

/** What switching changes. */
interface SwitchedParts {
  readonly reachability: Reachability;
  readonly plan: InstrumentationPlan;
  readonly planner: SubgraphPlanner;
  readonly firstStops: FirstStops;
  readonly switchedOff: SwitchedOff;
}

/** Methods of a call subgraph are taken out of its plan while it is recorded, or planned again. */
export class MethodSwitching {
  readonly #parts: SwitchedParts;

  constructor(parts: SwitchedParts) {
    this.#parts = parts;
  }

  summary(): SwitchedOffMethods {
    return this.#parts.switchedOff.summary();
  }

  /**
   * Methods are to be switched off, those that come later too. Plans what they can call: without a probe they will not tell of
   * their first invocation.
   * @returns the classes to swap before `dropOff`
   * @throws SluiceError 'usage' if a pattern can mean nothing that can be switched off
   */
  prepareOff(patterns: readonly MethodPattern[]): readonly ClassId[] {
    const { switchedOff, plan, planner, reachability } = this.#parts;
    switchedOff.addRules(patterns, false);
    for (const { method } of plan.methods()) if (switchedOff.covers(method)) reachability.reveal(method);
    return planner.planReached();
  }

  /** Takes what is switched off out of the plan. @returns it; its classes are to be swapped now */
  dropOff(): readonly PlannedMethod[] {
    const { switchedOff, plan, firstStops } = this.#parts;
    const dropped = [...plan.methods()].filter(({ method }) => switchedOff.covers(method));
    for (const planned of dropped) {
      plan.drop(planned);
      firstStops.delete(planned);
      switchedOff.add(planned.method, planned);
    }
    return dropped;
  }

  /** The JVM did not take the probes out: the methods are measured as before. */
  keepMeasured(methods: Iterable<PlannedMethod>): void {
    const { switchedOff, plan } = this.#parts;
    for (const planned of methods) {
      switchedOff.delete(planned.method);
      plan.restore(planned);
    }
  }

  /**
   * Plans methods again that were switched off.
   * @returns them; their classes are to be swapped
   * @throws SluiceError 'usage' if a pattern can mean nothing
   */
  on(patterns: readonly MethodPattern[]): readonly MethodNode[] {
    const { switchedOff, plan, planner } = this.#parts;
    switchedOff.addRules(patterns, true);
    const uncovered = switchedOff.takeUncovered();
    for (const [, planned] of uncovered) if (planned !== null) plan.restore(planned);
    const methods = uncovered.map(([method]) => method);
    planner.planMethods(
      uncovered.filter(([, planned]) => planned === null).map(([method]) => method),
      true,
    );
    return methods;
  }
}

/** The classes of methods, each once. */
export function classIdsOf(methods: readonly MethodNode[]): readonly ClassId[] {
  return [...new Set(methods.map(({ owner }) => owner.classId))];
}

export function nothingRecords(): SluiceError {
  return new SluiceError('busy', 'No recording runs in which methods could be switched.', 'Start one first.');
}

export const NOTHING_SWITCHED_OFF: SwitchedOffMethods = { count: 0, names: [] };
