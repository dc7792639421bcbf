import { NO_CALIBRATION } from '../../cct/cctTable.ts';
import { UNASKED_OPTIONS } from '../options/chosenOptions.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import type { RecordedTarget, Snapshot } from '../snapshot.ts';

/** Where data sets come from. */
export interface SetOrigin {
  readonly target: RecordedTarget;
  readonly startedAtMs: number;
}

/** A recording that holds data sets alone: nothing was called while they were made. */
export function dataSetRecording(dataSets: readonly DataSet[], { target, startedAtMs }: SetOrigin): Snapshot {
  return {
    target,
    ...{ ...UNASKED_OPTIONS, clock: 'none', roots: [], switches: [] },
    ...{ calibration: NO_CALIBRATION, bareRoot: null, complete: true, losses: [], droppedEvents: 0 },
    ...{ instrumentedMethods: 0, instrumentation: null, startedAtMs, durationMs: 0, pausedMs: 0 },
    ...{ timeline: [], methods: [], threads: [], dataSets, skipped: [], notes: [], refusals: [] },
  };
}
