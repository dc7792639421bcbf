import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import type { DataSet } from '../../shared/recording/dataSet.ts';
import type { RecordedTarget, Snapshot } from '../../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import { dataSetJson, dataSetLines } from '../../shared/report/dataSetReport.ts';
import type { OutputFormat } from './formatOption.ts';
import { print, printLines } from './print.ts';
import { dataSetView, TypedSteps } from './reportOptions.ts';
import type { Terminal } from './terminal.ts';
import { writeFileAtomically } from './writeFileAtomically.ts';

/** Where a data set of a heap comes from. */
export interface HeapOrigin {
  readonly target: RecordedTarget;
  readonly startedAtMs: number;
}

interface ShownAs {
  readonly filter?: string;
  readonly output?: string;
  readonly top: number;
  readonly format: OutputFormat;
}

/** Shows a data set, or saves it as a recording. */
export async function showHeapSet(
  terminal: Terminal,
  set: DataSet,
  origin: HeapOrigin,
  { filter, output, top, format }: ShownAs,
): Promise<void> {
  const flags = { method: [], thread: [], ...(filter === undefined ? {} : { filter }) };
  const view = dataSetView(set, flags, new TypedSteps());
  const snapshot = heapRecording(set, origin);
  if (output !== undefined) {
    await writeFileAtomically(output, encodeSnapshot(snapshot));
    terminal.talk(`saved ${output}: show it with --view ${set.id}`);
  } else if (format === 'json') await print(terminal, dataSetJson(snapshot, view));
  else await printLines(terminal, dataSetLines(view, top));
}

/** A recording that holds the data set alone: nothing was called while it was made. */
function heapRecording(set: DataSet, { target, startedAtMs }: HeapOrigin): Snapshot {
  return {
    target,
    ...{
      roots: [],
      scheme: 'lazy',
      clock: 'none',
      metrics: 'calls,time',
      accounts: [],
      switches: [],
      followThreads: false,
      countTrivial: false,
    },
    ...{ includes: null, excludes: null, includeCore: null, chargeCoreWaits: null, bareFirst: null },
    ...{ calibration: NO_CALIBRATION, bareRoot: null, complete: true, losses: [], droppedEvents: 0 },
    ...{ instrumentedMethods: 0, instrumentation: null, startedAtMs, durationMs: 0, pausedMs: 0 },
    ...{ timeline: [], methods: [], threads: [], dataSets: [set], skipped: [], notes: [], refusals: [] },
  };
}
