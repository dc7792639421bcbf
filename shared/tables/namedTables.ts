import { heapSnapshotsIn, SNAPSHOTS_SET } from '../compare/heapSnapshotSets.ts';
import { LEAST_SNAPSHOTS, risingClasses } from '../compare/risingClasses.ts';
import { shownLine } from '../naming/shownName.ts';
import type { NameStyle } from '../naming/methodNames.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { MADE_SET } from '../recording/sets/madeSets.ts';
import { recordingResults } from '../recording/recordingResults.ts';
import { groupsText } from '../recording/sets/rootCallGroups.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { dataSetLines } from '../report/dataSetReport.ts';
import { madeLines } from '../report/madeText.ts';
import { framed } from '../report/reportFrame.ts';
import { stripLines } from '../report/snapshotStrip.ts';
import type { DataSetView } from '../rows/dataSetRows.ts';
import type { RecordingTable, TabledRecording } from './recordingTable.ts';
import { RECORDING_TABLES } from './recordingTables.ts';

/** A table that a recording has beside the views of its call trees: it holds it as a data set, or it is made of it. */
export interface NamedTable {
  readonly id: string;
  readonly title: string;
  /** The rows: those of a view are made by this call. */
  readonly set: () => DataSet;
  /** As a text. @param shown of `set`, or of what it was summed up to */
  readonly lines: (shown: DataSetView, top: number | null) => Iterable<string>;
}

export interface TableOptions {
  readonly names: NameStyle;
  /** As TabledRecording has it. */
  readonly top: number | null;
  /** As TabledRecording has it; left away: that is the recording itself. */
  readonly apart?: Snapshot;
  /** What it is compared with; left away: nothing. */
  readonly before?: Snapshot;
}

/** The views that are tables, then what was recorded, in that order. A data set with the name of a view stays in the file alone. */
export function namedTables(
  snapshot: Snapshot,
  options: TableOptions = { names: 'long', top: null },
): readonly NamedTable[] {
  return [
    ...RECORDING_TABLES.filter((view) => isTold(view, snapshot)).map((view) =>
      madeTable(view, snapshot, options),
    ),
    ...setsOf(snapshot).map((set) => heldTable(set, snapshot)),
  ];
}

/** Of which the recording has something: tabs of the window. */
export function tablesIn(snapshot: Snapshot): readonly RecordingTable[] {
  return RECORDING_TABLES.filter((view) => view.isOf(snapshot) && isTold(view, snapshot));
}

/** How the recording of all root calls went is nothing of some of them. */
function isTold({ isOfTrees }: RecordingTable, { groups }: Snapshot): boolean {
  return isOfTrees || groups === undefined;
}

function setsOf({ dataSets }: Snapshot): readonly DataSet[] {
  return dataSets.filter(({ id }) => RECORDING_TABLES.every((view) => view.id !== id));
}

function madeTable(view: RecordingTable, snapshot: Snapshot, options: TableOptions): NamedTable {
  const { id, title } = view;
  let viewed: TabledRecording | undefined;
  const recording = (): TabledRecording =>
    (viewed ??= { snapshot, apart: snapshot, results: recordingResults(snapshot), before: null, ...options });
  return {
    ...{ id, title },
    set: () => ({ id, title, ...view.rowsOf(recording()) }),
    lines: (shown, top) =>
      framed(snapshot, recording().results, null, linesOf(view, recording(), shown, top)),
  };
}

function* linesOf(
  view: RecordingTable,
  recording: TabledRecording,
  shown: DataSetView,
  top: number | null,
): Generator<string> {
  const drawn = view.drawn?.(recording) ?? null;
  if (drawn !== null) return yield* drawn;
  if (view.above !== undefined) yield* view.above(recording);
  yield* dataSetLines(shown, top);
  if (view.below !== undefined) yield* view.below(recording);
}

function heldTable(set: DataSet, snapshot: Snapshot): NamedTable {
  const { id, title } = set;
  return {
    ...{ id, title },
    set: () => set,
    lines: (shown, top) => {
      if (id === MADE_SET && shown.set === set) return madeLines(shown, snapshot, top);
      return id === SNAPSHOTS_SET ? withStrip(snapshot, shown, top) : setLines(snapshot, shown, top);
    },
  };
}

function* setLines(snapshot: Snapshot, shown: DataSetView, top: number | null): Generator<string> {
  const groups = groupsText(snapshot);
  if (groups !== null) yield shownLine(groups);
  yield* dataSetLines(shown, top);
}

/** Snapshots of a heap are drawn before they are listed, and what rises is listed behind. */
function* withStrip({ dataSets }: Snapshot, shown: DataSetView, top: number | null): Generator<string> {
  const snapshots = heapSnapshotsIn(dataSets);
  yield* stripLines(snapshots);
  yield* dataSetLines(shown, top);
  if (snapshots.length >= LEAST_SNAPSHOTS)
    yield* dataSetLines({ set: risingClasses(snapshots), value: null, filter: null }, top);
}
