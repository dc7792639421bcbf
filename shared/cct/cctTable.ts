import { BYTECODES, BYTECODES_ERROR } from '../events/amounts.ts';
import type { ErrorKind } from './errorSums.ts';
import type { StretchSamples } from './stretchSamples.ts';
import type { CoreWaitAccount } from './coreWaitAccount.ts';
import type { LiveTable } from './liveTable.ts';
import type { MadeTable } from './madeTable.ts';
import type { MetricColumns, SelfColumns } from './metricColumns.ts';
import type { TickerAccount } from './tickerAccount.ts';

/**
 * CctTable: the calling context tree of one thread (or of several merged) as columns.
 *
 * Row 0 is the thread itself (method NO_METHOD, calls 0); its children are the root methods.
 * A parent comes before its children (parent[i] < i), so one backward pass sums totals.
 * Times are ns, exact below 2^53 ns (104 days); they are measured times: overhead.ts subtracts the probes' cost.
 * Source: M. Dmitriev, JFluid, section 5; the CCT is Ammons, Ball and Larus, PLDI 1997.
 *
 *      main                 row  method  parent  calls  selfNs
 *       └ A  2 calls         0     -1      -1      0      -
 *          └ B 3 calls       1      A       0      2      25
 *                            2      B       1      3      20
 */
export interface CctTable {
  readonly length: number;
  readonly method: Int32Array; //  NodeIndex -> MethodId | NO_METHOD for row 0
  readonly parent: Int32Array; //  NodeIndex -> NodeIndex | -1 for row 0
  readonly calls: Float64Array; // NodeIndex -> exact number of invocations in this context
  readonly selfNs: Float64Array; // NodeIndex -> ns measured between the node's own events, probe cost included
  readonly counted: Uint8Array; //  NodeIndex -> 1: its calls were counted only; their time is in its parent's selfNs
  /** Where the clock paused between bursts: then selfNs is only what was measured. */
  readonly samples?: StretchSamples;
  /** Where a thread kept the clock. */
  readonly ticker?: TickerAccount;
  /** Where waits for a core were taken out. */
  readonly coreWaits?: CoreWaitAccount;
  /** Further metrics, of each node alone; absent where none was measured. */
  readonly more?: SelfColumns;
  /** Where objects are counted: what its contexts have made, by site. */
  readonly made?: MadeTable;
  /** Where objects are followed: what of that is still there, by site. */
  readonly live?: LiveTable;
}

/** In `more`, in place of bytecodes: where each of them counts what it weighs. */
export const WEIGHTED_BYTECODES = 'weightedBytecodes';
export const WEIGHTED_BYTECODES_ERROR = 'weightedBytecodesError';

/** The same where what is told of bytecodes is what they weigh: another metric. */
export function weighted(table: CctTable): CctTable {
  const { more } = table;
  if (more === undefined) return table;
  return { ...table, more: new Map([...more].map(([id, column]) => [WEIGHTED_ID[id] ?? id, column])) };
}

const WEIGHTED_ID: Readonly<Record<string, string>> = {
  [BYTECODES]: WEIGHTED_BYTECODES,
  [BYTECODES_ERROR]: WEIGHTED_BYTECODES_ERROR,
};

export const NO_METHOD = -1;

/** A tree whose times have the probes' cost taken out and which is summed up, ready for views. Same rows as its CctTable. */
export interface ExactTree extends Omit<CctTable, 'more' | 'made' | 'live'>, ErrorKind {
  readonly selfNs: Float64Array; //  NodeIndex -> ns, corrected, never negative
  readonly totalNs: Float64Array; // NodeIndex -> ns, self plus all descendants
  /** NodeIndex -> ns, bound of the error of selfNs; errorSums.ts adds them up. Seven digits are enough for it, but not for adding up. */
  readonly errorNs: Float32Array | Float64Array;
  /** Further metrics with their totals; absent where none was measured. */
  readonly metrics?: MetricColumns;
}

export interface Calibration {
  /** Part of a probe pair's cost that lands inside the method's own measured time (paper: t_I). */
  readonly innerNs: number;
  /** Part that lands in the caller's measured time, per call (paper: t_O). */
  readonly outerNs: number;
  /** Half the distance between the quartiles of the calibration's batches, per pair. */
  readonly spreadNs: number;
  /** What counting one call without times costs; all of it lands in the caller's measured time. */
  readonly countNs: number;
  /** Half the distance between the quartiles of countNs, over the batches of the calibration. */
  readonly countSpreadNs: number;
  /** What a pair costs while the clock pauses, and half the distance between its quartiles; 0 for clocks that never pause. */
  readonly pausedPairNs: number;
  readonly pausedSpreadNs: number;
  /** The same while nobody keeps the clock `ticker`; 0 for other clocks. */
  readonly starvedPairNs: number;
  readonly starvedSpreadNs: number;
  /** Clock resolution, ns; 0 = not known. */
  readonly stepNs: number;
  /** Share of the recording in which the JVM's compilers had work, 0 to 1; 0 = they had none, or it is not known. */
  readonly compilingShare: number;
  /** What of innerNs, of outerNs and of half a paused or starved pair was found on the program itself, not in the loop (ContextCalibration). */
  readonly contextNs?: number;
}

export const NO_CALIBRATION: Calibration = {
  innerNs: 0,
  outerNs: 0,
  spreadNs: 0,
  countNs: 0,
  countSpreadNs: 0,
  pausedPairNs: 0,
  pausedSpreadNs: 0,
  starvedPairNs: 0,
  starvedSpreadNs: 0,
  stepNs: 0,
  compilingShare: 0,
};
