import type { MethodId } from '../base/ids.ts';
import type { Calibration, ExactTree } from '../cct/cctTable.ts';
import { meanPairNs } from '../cct/overhead.ts';

/** What the probes of one method cost, over all of its calls, against what the method itself took. */
export interface MethodOverhead {
  readonly methodId: MethodId;
  readonly calls: number;
  /** By the calibration: it is in no time that is shown, but it made the program slower. */
  readonly probeNs: number;
  /** Without the probes. null: its calls were counted only. */
  readonly selfNs: number | null;
  /** Of what the probes of all methods cost: 0 to 1. */
  readonly share: number;
}

export interface ProbeOverhead {
  /** What all probes cost, and what the program took in the call subgraph without them. */
  readonly probeNs: number;
  readonly programNs: number;
  /** Those called, the dearest first. */
  readonly methods: readonly MethodOverhead[];
}

/**
 * Which methods' probes slow the program down most. Of a recording as of one that still runs. O(nodes).
 *
 *     a call that is timed costs t_I + t_O, less where the clock pauses, one that is counted t_C (overhead.ts in shared/cct)
 *
 * @param trees with the probes' cost taken out
 */
export function probeOverhead(trees: readonly ExactTree[], calibration: Calibration): ProbeOverhead {
  const { countNs } = calibration;
  const pairNs = meanPairNs(calibration);
  const sums = new Map<number, { calls: number; probeNs: number; selfNs: number | null }>();
  let allNs = 0;
  let programNs = 0;
  for (const { length, method, calls, counted, selfNs } of trees) {
    for (let node = 1; node < length; node++) {
      let sum = sums.get(method[node]);
      if (sum === undefined) sums.set(method[node], (sum = { calls: 0, probeNs: 0, selfNs: null }));
      const probeNs = calls[node] * (counted[node] === 1 ? countNs : pairNs);
      sum.calls += calls[node];
      sum.probeNs += probeNs;
      if (counted[node] === 0) sum.selfNs = (sum.selfNs ?? 0) + selfNs[node];
      allNs += probeNs;
      programNs += selfNs[node];
    }
  }
  const methods = [...sums].map(([methodId, sum]) => ({
    methodId: methodId as MethodId,
    ...sum,
    share: allNs === 0 ? 0 : sum.probeNs / allNs,
  }));
  methods.sort((a, b) => b.probeNs - a.probeNs || b.calls - a.calls || a.methodId - b.methodId);
  return { probeNs: allNs, programNs, methods };
}

/**
 * Whether a method costs more than it tells: its probes took longer than it did itself, so that switching it off loses less
 * than it gains. Not one that is counted only: what it took is not known, and its probe costs a twentieth.
 */
export function isCostly({ probeNs, selfNs }: MethodOverhead): boolean {
  return selfNs !== null && probeNs > selfNs;
}

/** The methods to switch off first, the dearest first; roots cannot be. */
export function costlyMethods(
  { methods }: ProbeOverhead,
  isRoot: (methodId: MethodId) => boolean,
): readonly MethodOverhead[] {
  return methods.filter((method) => isCostly(method) && !isRoot(method.methodId));
}
