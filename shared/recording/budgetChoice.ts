import type { MethodId } from '../base/ids.ts';
import type { MethodOverhead, ProbeOverhead } from './probeOverhead.ts';

/**
 * What a call that carries a probe costs besides the probe, ns: the compiler inlines less around it, and its cost shows as time of
 * the program. Measured, CPU time: all probes in, 15 a call in H2 and 6 in Xalan; 12 where H2 has counted calls only, of which
 * calibration says 1.3.
 */
const AROUND_NS = 10;
/** A program that carries all of its probes was seen to take 3 to 9 times what it takes bare, ... */
const SLOWEST = 10;
/** ... and 8 to 44 times while it is not compiled yet. */
const SLOWEST_UNSETTLED = 20;
/** What is left is well below the limit: estimates are rough, and each switch-off stops the program and has it compiled again. */
const AIM = 0.5;
/** While a program still gets faster, it must be that far over the limit. */
const UNSETTLED_EXCESS = 2;

/** At once: the engine takes no longer list. */
const MOST_METHODS = 5_000;

/** What is to be done about one moment of a recording. */
export interface BudgetChoice {
  /** Of the probes over the program. */
  readonly overhead: number;
  /** To be switched off, those first that cost most and tell least; none: the budget is kept. */
  readonly switchOff: readonly MethodId[];
  /** What the overhead will be without them. */
  readonly expected: number;
}

/**
 * Chooses at once all that must go for a budget to be kept.
 *
 *     cost of a method   its calls * (what calibration says of its probe + 10 ns)
 *     bare program       what it took - 10 ns * all calls, at least a tenth; a twentieth while it is not settled
 *     cost / program  >  limit   ->  methods go, until what is left is 0.5 * limit of the bare program
 *
 * A method goes early if it costs much, and more than it takes itself: its time stays in the caller, and little is lost. Roots stay.
 * @param moment what has come in it, the calls of counted methods among it
 * @param limit  cost over program: 0.1 is 10 %
 * @param isSettled the program gets no faster: it is compiled
 */
export function budgetChoice(
  { methods, programNs }: ProbeOverhead,
  limit: number,
  isSettled: boolean,
  isRoot: (methodId: MethodId) => boolean,
): BudgetChoice {
  const costs = methods.map((method) => ({ method, costNs: method.probeNs + AROUND_NS * method.calls }));
  const aroundNs = methods.reduce((ns, { calls }) => ns + AROUND_NS * calls, 0);
  let leftNs = costs.reduce((ns, { costNs }) => ns + costNs, 0);
  const shownNs = Math.max(1, programNs);
  const bareNs = isSettled ? Math.max(shownNs - aroundNs, shownNs / SLOWEST) : shownNs / SLOWEST_UNSETTLED;
  const overhead = leftNs / (isSettled ? bareNs : shownNs);
  const switchOff: MethodId[] = [];
  if (overhead > (isSettled ? limit : UNSETTLED_EXCESS * limit)) {
    costs.sort((a, b) => weight(b) - weight(a) || a.method.methodId - b.method.methodId);
    for (const { method, costNs } of costs) {
      if (leftNs <= AIM * limit * bareNs || switchOff.length === MOST_METHODS) break;
      if (costNs <= 0 || isRoot(method.methodId)) continue;
      switchOff.push(method.methodId);
      leftNs -= costNs;
    }
  }
  return { overhead, switchOff, expected: leftNs / bareNs };
}

/** Cost, weighted by how much of a call is the probe: a counted call tells nothing of time. */
function weight({ method, costNs }: { readonly method: MethodOverhead; readonly costNs: number }): number {
  return costNs <= 0 ? 0 : costNs * (costNs / (costNs + Math.max(0, method.selfNs ?? 0)));
}
