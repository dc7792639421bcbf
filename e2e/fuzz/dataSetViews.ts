import { heapSnapshotSets, heapSnapshotsIn } from '../../shared/compare/heapSnapshotSets.ts';
import { risingClasses } from '../../shared/compare/risingClasses.ts';
import { jfrRecording } from '../../shared/importers/jfrRecording.ts';
import { eventSets, EVENTS_SET, NO_EVENT_FACTS } from '../../shared/jvmEvents/eventSet.ts';
import { hasTimes, narrowedRecording } from '../../shared/jvmEvents/narrowedRecording.ts';
import { timelineOf } from '../../shared/jvmEvents/tracks.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { EXAMPLE_SET } from '../../shared/testing/exampleDataSet.ts';
import { jfrFile } from '../../shared/testing/jfrFile.ts';

/** Threads that wait: what a file of the Flight Recorder says of them becomes states, locks and times. */
export const WAITING = jfrFile([
  'main@10: A.run A.parse',
  'w@30: B.run',
  'main@40: A.run A.lock blocked 20000000 on demo.Cart by w',
]);

/** A recording that has each data set which a view of its own shows. */
export function recordingOfAllSets(): Snapshot {
  const sampled = jfrRecording(WAITING);
  const snapshot = { sinceMs: 0, pauseMs: 1, set: { ...EXAMPLE_SET, id: 'histogram' } };
  const events = eventSets([
    { ...NO_EVENT_FACTS, kind: 'collection', startNs: 1e6, durationNs: 2e6, bytes: 10, bytesBefore: 30 },
    { ...NO_EVENT_FACTS, kind: 'CPU of the JVM', startNs: 5e6, percent: 50 },
  ]);
  return {
    ...sampled,
    dataSets: [
      ...sampled.dataSets.filter(({ id }) => id !== EVENTS_SET),
      ...events,
      ...heapSnapshotSets([snapshot, { ...snapshot, sinceMs: 9 }]),
    ],
  };
}

/** Data sets that a file has under the names of ours are shown as ours are, whatever is in them. */
export function showDataSets(snapshot: Snapshot): void {
  timelineOf(snapshot.dataSets, snapshot.durationMs);
  const snapshots = heapSnapshotsIn(snapshot.dataSets);
  if (snapshots.length > 0) risingClasses(snapshots);
  if (hasTimes(snapshot)) narrowedRecording(snapshot, { fromNs: 0, toNs: 25e6 });
}
