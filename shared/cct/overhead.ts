import type { Calibration, CctTable, ExactTree } from './cctTable.ts';
import { subtreeSums } from './subtreeSums.ts';

/** System.nanoTime() counts in steps of 1 ns. */
const CLOCK_STEP_NS = 1;

export interface CorrectedTree extends ExactTree {
  /** Sum over all nodes of what had to be cut to keep times from falling below 0: large = the calibration does not fit. */
  readonly clampedNs: number;
}

/**
 * Takes the probes' cost out of measured times and sums them up (JFluid, section 5.3).
 *
 *     caller ... [ x1 | y1 ] body of the method [ x2 | y2 ] ... caller         | = the clock is read
 *                      '-------- t_meas ---------'
 *
 *     t_I = y1 + x2 is inside the method's own time, t_O = x1 + y2 in its caller's. Over all calls of a node, with m
 *     direct calls that it made to measured methods:
 *
 *         t_exact = t_meas - calls * t_I - m * t_O - k * t_C        never below 0
 *
 * k calls that it made were only counted: such a call costs t_C, all of it within the caller's time, as is the time that
 * the called method itself took. A counted node has no times, nor an error.
 *
 * errorNs is a bound on the error of selfNs. A node's time consists of `calls + m` stretches between two events.
 * Each stretch carries the doubt of the calibration, always to the same side: (calls + m) * spread. Each also carries up
 * to one step of the clock, to either side at random: the square root of their number. A counted call carries the doubt of
 * its own cost. Where the correction is larger
 * than the time, the calibration is wrong by the difference at least: the bound is never below it.
 *
 * @param clock 'none': there are no times, only counts; times and errors are 0
 */
export function exactTree(table: CctTable, calibration: Calibration, clock: 'nano' | 'none'): CorrectedTree {
  if (clock === 'none') return countsOnly(table);
  const { length, method, parent, calls, counted } = table;
  const { innerNs, outerNs, spreadNs, countNs, countSpreadNs } = calibration;
  const timedCallees = new Float64Array(length); // calls that the node made
  const countedCallees = new Float64Array(length);
  for (let node = 1; node < length; node++) {
    (counted[node] === 1 ? countedCallees : timedCallees)[parent[node]] += calls[node];
  }
  const selfNs = new Float64Array(length);
  const errorNs = new Float64Array(length);
  let clampedNs = 0;
  for (let node = 1; node < length; node++) {
    if (counted[node] === 1) continue;
    const stretches = calls[node] + timedCallees[node];
    const costNs = calls[node] * innerNs + timedCallees[node] * outerNs + countedCallees[node] * countNs;
    const correctedNs = table.selfNs[node] - costNs;
    const cutNs = Math.max(0, -correctedNs);
    selfNs[node] = correctedNs + cutNs;
    const doubtNs = stretches * spreadNs + countedCallees[node] * countSpreadNs;
    errorNs[node] = Math.max(cutNs, doubtNs + Math.sqrt(stretches) * CLOCK_STEP_NS);
    clampedNs += cutNs;
  }
  return {
    length,
    method,
    parent,
    calls,
    counted,
    selfNs,
    errorNs,
    totalNs: subtreeSums(parent, selfNs),
    clampedNs,
  };
}

function countsOnly(table: CctTable): CorrectedTree {
  const zeros = new Float64Array(table.length);
  return { ...table, selfNs: zeros, totalNs: zeros, errorNs: zeros, clampedNs: 0 };
}
