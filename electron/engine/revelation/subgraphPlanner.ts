import type { ClassId } from '../../../shared/base/ids.ts';
import type { ClassNode, MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { Lookahead } from '../../../shared/callgraph/lookahead.ts';
import type { Reachability, RevelationScheme } from '../../../shared/callgraph/reachability.ts';
import type { CountingPolicy } from '../../../shared/instrument/countingPolicy.ts';
import type { InstrumentationPlan, PlannedMethod } from '../../../shared/instrument/instrumentationPlan.ts';
import { refusalReason, refusalSentence } from '../../../shared/messages/refusalMessages.ts';
import type { MethodInfo } from '../../../shared/naming/methodInfo.ts';
import type { CallGates } from './callGates.ts';
import type { FirstStops } from './firstStops.ts';
import type { MadeClasses } from './madeClasses.ts';
import type { KnownClasses } from './revelationClasses.ts';
import type { SwitchedOff } from './switchedOff.ts';

export interface PlannerOptions {
  readonly scheme: RevelationScheme;
  readonly counting: CountingPolicy;
  /** Methods got ids: to be told before code that holds the ids is handed out. */
  readonly onMethods: (methods: readonly MethodInfo[]) => void;
  readonly onRefusal: (sentence: string) => void;
  /** Work got on by a step: a method, or a call of one. */
  readonly onStep: () => void;
}

/** What a plan is made from and keeps up to date. */
interface PlannedParts {
  readonly classes: KnownClasses;
  readonly reachability: Reachability;
  readonly lookahead: Lookahead;
  readonly plan: InstrumentationPlan;
  readonly switchedOff: SwitchedOff;
  readonly callGates: CallGates;
  readonly firstStops: FirstStops;
  readonly made: MadeClasses;
}

/** Decides which of the methods that were reached carry probes, and which wait at their first invocation. */
export class SubgraphPlanner {
  readonly #options: PlannerOptions;
  readonly #parts: PlannedParts;
  /** The JVM has refused them: each further swap would be refused too. */
  readonly #leftAlone = new Set<ClassNode>();
  #idsAreUsedUp = false;

  constructor(options: PlannerOptions, parts: PlannedParts) {
    this.#options = options;
    this.#parts = parts;
  }

  /** Gives ids to what was reached since the last look. @returns the classes concerned */
  planReached(): readonly ClassId[] {
    const { reachability, classes } = this.#parts;
    const classIds = new Set<ClassId>();
    // What is switched off is passed through, which may reach more.
    for (let reached = reachability.takeReached(); reached.length > 0;) {
      for (const classId of this.planMethods(reached, true)) classIds.add(classId);
      reached = reachability.takeReached();
    }
    classes.hidden.tellReached(this.#options.scheme === 'everything');
    return [...classIds];
  }

  /** @param mayCount those that are trivial get probes that count only. @returns the classes concerned */
  planMethods(methods: readonly MethodNode[], mayCount: boolean): readonly ClassId[] {
    const { classes, reachability, lookahead, plan, switchedOff, callGates, firstStops, made } = this.#parts;
    const { scheme, counting, onMethods, onStep } = this.#options;
    const classIds = new Set<ClassId>();
    const infos: MethodInfo[] = [];
    for (const method of methods) {
      onStep();
      if (this.#leftAlone.has(method.owner)) {
        reachability.reveal(method);
        continue;
      }
      if (switchedOff.covers(method)) {
        switchedOff.add(method, null);
        callGates.passThrough(method);
        continue;
      }
      callGates.delete(method);
      const root = classes.roots.has(method);
      const counted = mayCount && !root && counting.isCounted(method.triviality);
      const waits = !counted && scheme !== 'everything';
      const planned = plan.add(method, { root, counted });
      if (planned === null) {
        this.#refuseForIds();
        continue;
      }
      if (waits) {
        firstStops.add(planned);
        lookahead.reached(method);
      }
      classIds.add(method.owner.classId);
      infos.push(made.infoOf(planned));
    }
    if (infos.length > 0) onMethods(infos);
    return [...classIds];
  }

  /** A method without probe never tells of its first invocation: what it calls must be there before. */
  giveUp(planned: PlannedMethod): void {
    const { plan, firstStops, reachability, made } = this.#parts;
    plan.drop(planned);
    this.#options.onMethods([{ ...made.infoOf(planned), refused: true }]);
    firstStops.delete(planned);
    reachability.reveal(planned.method);
  }

  /** From now on no method of the class is planned: what it calls is reached without an invocation. */
  leaveAlone(node: ClassNode): void {
    this.#leftAlone.add(node);
  }

  #refuseForIds(): void {
    if (this.#idsAreUsedUp) return;
    this.#idsAreUsedUp = true;
    this.#options.onRefusal(refusalSentence('methodIdsUsedUp', refusalReason('methodIdsUsedUp')));
  }
}
