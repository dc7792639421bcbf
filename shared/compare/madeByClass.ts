import type { DataSet } from '../recording/dataSet.ts';
import { linksNamed, rowsWhere } from '../recording/dataSetParts.ts';
import { MADE_CONTEXTS_SET } from '../recording/madeSets.ts';
import { groupedSet } from '../rows/groupedSet.ts';
import { dataSetDiff } from './dataSetDiff.ts';
import type { NamedRecording, RecordingDiff } from './recordingDiff.ts';

/** What each class was made of by the threads that are compared, whoever made it: the columns of dataSetDiff, as recorded. */
export function madeByClass({ a, b }: RecordingDiff): DataSet {
  return dataSetDiff(classesOf(a), classesOf(b));
}

const NOTHING: DataSet = {
  ...{ id: MADE_CONTEXTS_SET, title: '', rows: 0, links: [], values: [] },
  texts: [{ id: 'made', title: 'Made', texts: [] }],
};

function classesOf({ snapshot, threads = 'all' }: NamedRecording): DataSet {
  const set = snapshot.dataSets.find(({ id }) => id === MADE_CONTEXTS_SET) ?? NOTHING;
  const threadOf = linksNamed(set, 'thread');
  const isCompared = (row: number): boolean => {
    const thread = snapshot.threads.at(threadOf?.[row] ?? -1);
    return threads === 'all' || (thread !== undefined && threads.includes(thread.id));
  };
  return groupedSet(rowsWhere(set, isCompared), ['made']);
}
