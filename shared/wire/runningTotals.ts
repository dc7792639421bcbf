import type { ByteReader } from '../base/byteReader.ts';
import type { ByteWriter } from '../base/byteWriter.ts';

/** What the agent has counted since the recording began; HEARTBEAT and STOPPED begin with it. */
export interface RunningTotals {
  readonly producedEvents: number;
  readonly droppedEvents: number;
  /** What threads waited for Sluice, all together. */
  readonly waitedNs: number;
  /** What recorded threads, ready to run, waited for a core beside that; 0 where that is not told. */
  readonly coreWaitNs: number;
  /** Classes at whose loading a thread of the program stood still as the tool was asked, and how long, all together. */
  readonly classLoads: number;
  readonly classLoadNs: number;
}

/** The same at the end of a recording, with what else may have cost it calls; STOPPED is this, and ENDING ends with it. */
export interface RecordingTotals extends RunningTotals {
  readonly firstWaitTimeouts: number;
  readonly loadTimeouts: number;
  readonly refusedLanes: number;
}

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
};

export function writeAccount(to: ByteWriter, account: RecordingTotals): ByteWriter {
  const { firstWaitTimeouts, loadTimeouts, refusedLanes } = account;
  return writeTotals(to, account).i64(firstWaitTimeouts).i64(loadTimeouts).i64(refusedLanes);
}

export function readAccount(from: ByteReader): RecordingTotals {
  return {
    ...readTotals(from),
    firstWaitTimeouts: from.i64('firstWaitTimeouts'),
    loadTimeouts: from.i64('loadTimeouts'),
    refusedLanes: from.i64('refusedLanes'),
  };
}

export function writeTotals(to: ByteWriter, totals: RunningTotals): ByteWriter {
  const { producedEvents, droppedEvents, waitedNs, coreWaitNs, classLoads, classLoadNs } = totals;
  return to
    .i64(producedEvents)
    .i64(droppedEvents)
    .i64(waitedNs)
    .i64(coreWaitNs)
    .u32(classLoads)
    .i64(classLoadNs);
}

export function readTotals(from: ByteReader): RunningTotals {
  return {
    producedEvents: from.i64('producedEvents'),
    droppedEvents: from.i64('droppedEvents'),
    waitedNs: from.i64('waitedNs'),
    coreWaitNs: from.i64('coreWaitNs'),
    classLoads: from.u32('classLoads'),
    classLoadNs: from.i64('classLoadNs'),
  };
}
