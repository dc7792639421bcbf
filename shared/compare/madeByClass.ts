import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { linksNamed, rowsWhere, withRows } from '../recording/dataSets/dataSetParts.ts';
import { MADE_CONTEXTS_SET } from '../recording/sets/madeSets.ts';
import { groupedSet } from '../rows/groupedSet.ts';
import { dataSetDiff } from './dataSetDiff.ts';
import type { NamedRecording, RecordingDiff } from './recordingDiff.ts';

/** What each class was made of by the threads that are compared, whoever made it: the columns of dataSetDiff, as recorded. */
export function madeByClass({ a, b }: RecordingDiff): DataSet {
  return dataSetDiff(classesOf(a, setOf(b)), classesOf(b, setOf(a)));
}

const NOTHING: DataSet = {
  ...{ id: MADE_CONTEXTS_SET, title: '', rows: 0, links: [], values: [] },
  texts: [{ id: 'made', title: 'Made', texts: [] }],
};

function setOf({ snapshot }: NamedRecording): DataSet | undefined {
  return snapshot.dataSets.find(({ id }) => id === MADE_CONTEXTS_SET);
}

/** @param other that of the other side: an older Sluice left out tables without rows, and columns of which nothing had been told */
function classesOf(recording: NamedRecording, other: DataSet = NOTHING): DataSet {
  const { snapshot, threads = 'all' } = recording;
  const own = setOf(recording) ?? withRows(other, []);
  const lacking = other.values.filter(({ id }) => own.values.every((column) => column.id !== id));
  const zeros = lacking.map((column) => ({ ...column, values: new Float64Array(own.rows) }));
  const set = { ...own, values: [...own.values, ...zeros] };
  const threadOf = linksNamed(set, 'thread');
  const isCompared = (row: number): boolean => {
    const thread = snapshot.threads.at(threadOf?.[row] ?? -1);
    return threads === 'all' || (thread !== undefined && threads.includes(thread.id));
  };
  return groupedSet(rowsWhere(set, isCompared), ['made']);
}
