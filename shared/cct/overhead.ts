import { drained } from '../base/drained.ts';
import { BurstEstimate } from './burstEstimate.ts';
import { EVENTS_PER_TIME, type Clock } from '../events/clock.ts';
import type { Calibration, CctTable, ExactTree } from './cctTable.ts';
import { subtreeSums } from './subtreeSums.ts';

/** System.nanoTime() counts in steps of 1 ns. */
const CLOCK_STEP_NS = 1;
/** A step of exactTreeSteps: 2 ms on a machine of 2024. */
const STEP_NODES = 1 << 17;

export interface CorrectedTree extends ExactTree {
  /** Sum over all nodes of what had to be cut to keep times from falling below 0: large = the calibration does not fit. */
  readonly clampedNs: number;
}

/** What the probes of a call cost, by any clock, in the mean. */
export function meanPairNs({ innerNs, outerNs, pausedPairNs }: Calibration): number {
  const pairNs = innerNs + outerNs;
  return pausedPairNs === 0 ? pairNs : pausedPairNs + Math.max(0, pairNs - pausedPairNs) / EVENTS_PER_TIME;
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
export function exactTree(table: CctTable, calibration: Calibration, clock: Clock): CorrectedTree {
  return drained(exactTreeSteps(table, calibration, clock));
}

/** The same in steps of some ms, for who must answer in between. */
export function* exactTreeSteps(
  table: CctTable,
  calibration: Calibration,
  clock: Clock,
): Generator<void, CorrectedTree> {
  if (clock === 'none') return countsOnly(table);
  const { length, method, parent, calls, counted } = table;
  const callees = { timed: new Float64Array(length), counted: new Float64Array(length) };
  for (let from = 1; from < length; from += STEP_NODES) {
    sumCallees(table, callees, from, Math.min(length, from + STEP_NODES));
    yield;
  }
  const selfNs = new Float64Array(length);
  const errorNs = new Float64Array(length);
  let clampedNs = 0;
  if (table.samples !== undefined) {
    clampedNs = yield* estimate(table, callees, calibration, selfNs, errorNs);
  } else {
    for (let from = 1; from < length; from += STEP_NODES) {
      const end = Math.min(length, from + STEP_NODES);
      clampedNs += correct(table, callees, calibration, selfNs, errorNs, from, end);
      yield;
    }
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

/** NodeIndex -> calls that the node made. */
interface Callees {
  readonly timed: Float64Array;
  readonly counted: Float64Array;
}

/** Of nodes in [from, end). */
function sumCallees({ parent, calls, counted }: CctTable, callees: Callees, from: number, end: number): void {
  const { timed: timedCallees, counted: countedCallees } = callees;
  for (let node = from; node < end; node++) {
    (counted[node] === 1 ? countedCallees : timedCallees)[parent[node]] += calls[node];
  }
}

/** Fills selfNs and errorNs in [from, end). @returns what had to be cut */
function correct(
  { calls, counted, selfNs: measuredNs }: CctTable,
  { timed: timedCallees, counted: countedCallees }: Callees,
  { innerNs, outerNs, spreadNs, countNs, countSpreadNs }: Calibration,
  selfNs: Float64Array,
  errorNs: Float64Array,
  from: number,
  end: number,
): number {
  let clampedNs = 0;
  for (let node = from; node < end; node++) {
    if (counted[node] === 1) continue;
    const stretches = calls[node] + timedCallees[node];
    const costNs = calls[node] * innerNs + timedCallees[node] * outerNs + countedCallees[node] * countNs;
    const correctedNs = measuredNs[node] - costNs;
    const cutNs = Math.max(0, -correctedNs);
    selfNs[node] = correctedNs + cutNs;
    const doubtNs = stretches * spreadNs + countedCallees[node] * countSpreadNs;
    errorNs[node] = Math.max(cutNs, doubtNs + Math.sqrt(stretches) * CLOCK_STEP_NS);
    clampedNs += cutNs;
  }
  return clampedNs;
}

/** The same where the clock pauses. */
function* estimate(
  table: CctTable,
  { timed: timedCallees, counted: countedCallees }: Callees,
  calibration: Calibration,
  selfNs: Float64Array,
  errorNs: Float64Array,
): Generator<void, number> {
  const { length, calls } = table;
  const { innerNs, outerNs, countNs } = calibration;
  const stretches = timedCallees.map((callees, node) => callees + calls[node]);
  const countedNs = countedCallees.map((counted) => counted * countNs);
  const costNs = countedNs.map((ns, node) => ns + calls[node] * innerNs + timedCallees[node] * outerNs);
  yield;
  const burst = new BurstEstimate(table, calibration, stretches, costNs, countedNs);
  let clampedNs = 0;
  const passes = [
    (from: number, end: number) => burst.collect(from, end),
    (from: number, end: number) => burst.estimateRest(selfNs, from, end),
    (from: number, end: number) => void (clampedNs += burst.complete(selfNs, errorNs, from, end)),
  ];
  for (const pass of passes) {
    for (let from = 1; from < length; from += STEP_NODES) {
      pass(from, Math.min(length, from + STEP_NODES));
      yield;
    }
  }
  return clampedNs;
}

function countsOnly(table: CctTable): CorrectedTree {
  const zeros = new Float64Array(table.length);
  return { ...table, selfNs: zeros, totalNs: zeros, errorNs: zeros, clampedNs: 0 };
}
