import type { MethodId } from '../base/ids.ts';
import { array, i64, idOf, u32, type ValuesOf } from './controlFields.ts';

/** What the agent has counted since the recording began; HEARTBEAT and STOPPED begin with it. */
export const RUNNING_TOTALS = {
  producedEvents: i64,
  droppedEvents: i64,
  /** What threads waited for Sluice, all together. */
  waitedNs: i64,
  /** What recorded threads, ready to run, waited for a core beside that; 0 where that is not told. */
  coreWaitNs: i64,
  /** Classes at whose loading a thread of the program stood still as the tool was asked, and how long, all together. */
  classLoads: u32,
  classLoadNs: i64,
};
export type RunningTotals = ValuesOf<typeof RUNNING_TOTALS>;

const MOST_OUTSIDE = 1_024;

/** The same at the end of a recording, with what else may have cost it calls; STOPPED is this, and ENDING ends with it. */
export const RECORDING_TOTALS = {
  ...RUNNING_TOTALS,
  firstWaitTimeouts: i64,
  loadTimeouts: i64,
  refusedLanes: i64,
  /** Methods that threads called which no root has called, since the first root call; at most 1,024. */
  calledOutside: array(idOf<MethodId>(), MOST_OUTSIDE),
};
export type RecordingTotals = ValuesOf<typeof RECORDING_TOTALS>;

/** Of none. */
export const NOTHING_RECORDED: RecordingTotals = {
  producedEvents: 0,
  droppedEvents: 0,
  waitedNs: 0,
  coreWaitNs: 0,
  classLoads: 0,
  classLoadNs: 0,
  firstWaitTimeouts: 0,
  loadTimeouts: 0,
  refusedLanes: 0,
  calledOutside: [],
};
