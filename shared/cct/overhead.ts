import { drained } from '../base/drained.ts';
import { BurstEstimate } from './burstEstimate.ts';
import { countsCalls, EVENTS_PER_TIME, type TimeSource } from '../events/clock.ts';
import type { Calibration, CctTable, ExactTree } from './cctTable.ts';
import { codeDoubtNs } from './codeDoubt.ts';
import { COUNTED_CALLS, treeMetrics, type MetricColumns } from './metricColumns.ts';
import { subtreeSums } from './subtreeSums.ts';
import type { TickerAccount } from './tickerAccount.ts';
import { wholeTimeBound } from './uncertain.ts';

/** Of a clock whose step is not known, and of one that counts in fractions of it. */
const SHORTEST_STEP_NS = 1;
/**
 * While the JVM's compilers have work, times may be so many times what the bare program takes: code with probes is compiled later, and
 * until then probes and code take longer than what calibration takes out. The most that was measured: CPU time of launched compilers without
 * their probes is 1.6 to 2.8 times that of the bare run (docs/decisions/compiler-doubt.md).
 */
const UNCOMPILED_FACTOR = 2.8;
/** A step of exactTreeSteps: 2 ms on a machine of 2024. */
const STEP_NODES = 1 << 17;

export interface CorrectedTree extends ExactTree {
  /** Sum over all nodes of what had to be cut to keep times from falling below 0: large = the calibration does not fit. */
  readonly clampedNs: number;
}

/** What the probes of a call cost, by any clock that is kept, in the mean. */
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
 * than the time, the calibration is wrong by the difference at least: the bound is never below it. Nor is it below the
 * time itself where the correction exceeds what it leaves: such a time is marked wherever it is shown (uncertain.ts). To that comes
 * what probes make of the code around them (codeDoubt.ts), and what of the recording ran while the JVM compiled (UNCOMPILED_FACTOR).
 *
 * @param clock 'none': there are no times, only counts; times and errors are 0
 */
export function exactTree(table: CctTable, calibration: Calibration, clock: TimeSource): CorrectedTree {
  return drained(exactTreeSteps(table, calibration, clock));
}

/** The same in steps of some ms, for who must answer in between. */
export function* exactTreeSteps(
  table: CctTable,
  calibration: Calibration,
  clock: TimeSource,
): Generator<void, CorrectedTree> {
  if (clock === 'none') return countsOnly(table);
  if (!countsCalls(clock)) return sampledTree(table, calibration.stepNs);
  const { length } = table;
  if (table.samples !== undefined) return yield* estimatedTree(table, calibration);
  const times = timeColumns(length);
  const correction = new Correction(table, calibration, times);
  for (let end = length; end > 1; end -= STEP_NODES) {
    correction.run(Math.max(1, end - STEP_NODES), end);
    yield;
  }
  return { ...countsOf(table), ...times, clampedNs: correction.clampedNs };
}

/** What `exactTree` computes of each node. */
export interface TimeColumns extends Pick<ExactTree, 'selfNs' | 'totalNs'> {
  readonly errorNs: Float32Array;
}

export function timeColumns(length: number): TimeColumns {
  return {
    selfNs: new Float64Array(length),
    totalNs: new Float64Array(length),
    errorNs: new Float32Array(length),
  };
}

/**
 * `exactTree` into columns that are there: of a tree that grows the numbers of the moment before are written over. One step,
 * 20 ms for a million nodes. For trees without samples whose clock has times.
 * @param times as long as the table
 */
export function writeExactTimes(table: CctTable, calibration: Calibration, times: TimeColumns): void {
  times.selfNs.fill(0);
  times.totalNs.fill(0);
  times.errorNs.fill(0);
  new Correction(table, calibration, times).run(1, table.length);
}

/** From the last node to the first: what a node's callees cost it, and their totals, are known when its turn comes. */
class Correction {
  readonly #table: CctTable;
  readonly #calibration: Calibration;
  /** Of a node whose turn has not come, selfNs is the number of timed calls that it made. */
  readonly #times: TimeColumns;
  /** NodeIndex -> calls that it made and that were only counted; null: there are none. */
  readonly #countedCallees: Float64Array | null;
  clampedNs = 0;

  /** @param times zeros */
  constructor(table: CctTable, calibration: Calibration, times: TimeColumns) {
    this.#table = table;
    this.#calibration = table.ticker === undefined ? calibration : whileTicking(calibration, table.ticker);
    this.#times = times;
    this.#countedCallees = table.counted.includes(1) ? new Float64Array(table.length) : null;
  }

  /** Of nodes in [from, end). */
  run(from: number, end: number): void {
    const { parent, calls, counted, selfNs: measuredNs } = this.#table;
    const { innerNs, outerNs, spreadNs, countNs, countSpreadNs } = this.#calibration;
    const clockStepNs = Math.max(SHORTEST_STEP_NS, this.#calibration.stepNs);
    const { selfNs, totalNs, errorNs } = this.#times;
    const countedCallees = this.#countedCallees;
    let clampedNs = 0;
    for (let node = end - 1; node >= from; node--) {
      const above = parent[node];
      if (countedCallees !== null && counted[node] === 1) {
        countedCallees[above] += calls[node];
        selfNs[node] = 0;
        totalNs[above] += totalNs[node];
        continue;
      }
      const timedCalls = selfNs[node];
      const countedCalls = countedCallees === null ? 0 : countedCallees[node];
      const stretches = calls[node] + timedCalls;
      const costNs = calls[node] * innerNs + timedCalls * outerNs + countedCalls * countNs;
      const correctedNs = measuredNs[node] - costNs;
      const cutNs = Math.max(0, -correctedNs);
      const doubtNs = stretches * spreadNs + countedCalls * countSpreadNs;
      selfNs[node] = correctedNs + cutNs;
      const leastNs = costNs > selfNs[node] ? wholeTimeBound(selfNs[node]) : 0;
      const measuringNs = Math.max(cutNs, leastNs, doubtNs + Math.sqrt(stretches) * clockStepNs);
      errorNs[node] = measuringNs + codeDoubtNs(selfNs[node]);
      totalNs[node] += selfNs[node];
      totalNs[above] += totalNs[node];
      selfNs[above] += calls[node];
      clampedNs += cutNs;
    }
    this.clampedNs += clampedNs;
    if (from > 1) return;
    selfNs[0] = 0; // nobody's
    shareDoubt(this.#table, this.#calibration, this.#times);
  }
}

/**
 * What the probes cost in the mean, where the clock was kept by a thread at some events and read at the others. Which nodes
 * the others were in is not known: that doubt is in the spread.
 */
function whileTicking(calibration: Calibration, { words, starvedWords }: TickerAccount): Calibration {
  const { innerNs, outerNs, spreadNs, starvedPairNs, starvedSpreadNs, stepNs } = calibration;
  const share = words > 0 ? starvedWords / words : 0;
  const starvedHalfNs = starvedPairNs / 2; // a clock read on either side
  const moreNs = Math.max(0, starvedHalfNs - (innerNs + outerNs) / 2);
  return {
    ...calibration,
    innerNs: (1 - share) * innerNs + share * starvedHalfNs,
    outerNs: (1 - share) * outerNs + share * starvedHalfNs,
    stepNs: stepNs * Math.sqrt(1 - share),
    spreadNs: (1 - share) * spreadNs + share * starvedSpreadNs + 2 * share * (1 - share) * moreNs,
  };
}

/**
 * Doubt that comes whatever the program does, so a node has met as much of it as it has of the time: gaps of the clock, waits for a
 * core, and code that is not compiled yet. That last one says that less is true, which is never below 0.
 */
function shareDoubt(
  { ticker, coreWaits }: CctTable,
  { compilingShare }: Calibration,
  { selfNs, totalNs, errorNs }: TimeColumns,
): void {
  const doubtNs = (ticker?.doubtNs ?? 0) + (coreWaits?.doubtNs ?? 0);
  if (totalNs[0] === 0 || doubtNs + compilingShare === 0) return;
  const share = doubtNs / totalNs[0];
  const lessShare = compilingShare * (1 - 1 / UNCOMPILED_FACTOR);
  for (let node = 1; node < selfNs.length; node++) {
    const ns = selfNs[node];
    const boundNs = errorNs[node] + share * ns;
    errorNs[node] = Math.max(boundNs, Math.min(boundNs + lessShare * ns, ns));
  }
}

/** The same where the clock pauses. */
function* estimatedTree(table: CctTable, calibration: Calibration): Generator<void, CorrectedTree> {
  const { length, parent, calls, counted } = table;
  const { innerNs, outerNs, countNs } = calibration;
  const timedCallees = new Float64Array(length);
  const countedCallees = new Float64Array(length);
  for (let node = 1; node < length; node++) {
    (counted[node] === 1 ? countedCallees : timedCallees)[parent[node]] += calls[node];
  }
  yield;
  const stretches = timedCallees.map((callees, node) => callees + calls[node]);
  const countedNs = countedCallees.map((calls) => calls * countNs);
  const costNs = countedNs.map((ns, node) => ns + calls[node] * innerNs + timedCallees[node] * outerNs);
  yield;
  const burst = new BurstEstimate(table, calibration, stretches, costNs, countedNs);
  const selfNs = new Float64Array(length);
  const errorNs = new Float32Array(length);
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
  const times = { selfNs, errorNs, totalNs: subtreeSums(parent, selfNs) };
  shareDoubt(table, calibration, times);
  return { ...countsOf(table), ...times, clampedNs };
}

/**
 * Of samples nothing is to be taken out. s samples of a node, each for a period P, are s · P, give or take √s · P: whether a sample
 * meets a node is a matter of chance (Poisson), for each node by itself.
 */
function sampledTree(table: CctTable, periodNs: number): CorrectedTree {
  const { selfNs, parent } = table;
  const errorNs = Float32Array.from(selfNs, (ns) => Math.sqrt(ns * periodNs));
  const times = { selfNs, totalNs: subtreeSums(parent, selfNs), errorNs };
  return { ...countsOf(table), ...times, independentErrors: true, clampedNs: 0 };
}

function countsOnly(table: CctTable): CorrectedTree {
  const more = new Map([...(table.more ?? []), [COUNTED_CALLS, table.calls] as const]);
  return { ...countsOf({ ...table, more }), ...timeColumns(table.length), clampedNs: 0 };
}

function countsOf({
  length,
  method,
  parent,
  calls,
  counted,
  ticker,
  coreWaits,
  more,
}: CctTable): Omit<CctTable, 'selfNs' | 'samples' | 'more'> & { readonly metrics?: MetricColumns } {
  return {
    ...{ length, method, parent, calls, counted },
    ...(ticker === undefined ? {} : { ticker }),
    ...(coreWaits === undefined ? {} : { coreWaits }),
    ...treeMetrics(more, parent),
  };
}
