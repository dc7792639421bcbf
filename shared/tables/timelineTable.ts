import { hasTimes } from '../jvmEvents/narrowedRecording.ts';
import { SEPARATOR } from '../naming/formatNumbers.ts';
import { columnsOf, type RowValue } from '../recording/dataSets/rowColumns.ts';
import { eventsPerSecond, mergedSample, type TimelineSample } from '../recording/timeline.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { rangeText, timelineText } from '../report/timelineText.ts';
import { trackLines } from '../report/trackLines.ts';
import type { RecordingTable } from './recordingTable.ts';

const NS_PER_MS = 1e6;

/** What is told of each stretch of time. */
const VALUES: readonly RowValue<TimelineSample>[] = [
  ['eventsPerSecond', 'Events/s', 'count', eventsPerSecond],
  ['hotSwaps', 'Hot Swaps', 'count', ({ hotSwaps }) => hotSwaps],
  ['swapNs', 'Swapping', 'ns', ({ swapMs }) => swapMs * NS_PER_MS],
  ['compilingNs', 'JIT Compilers', 'ns', ({ compilingMs }) => compilingMs * NS_PER_MS],
  ['waitedNs', 'Waits for Sluice', 'ns', ({ waitedMs }) => waitedMs * NS_PER_MS],
  ['classLoadNs', 'Class Loads', 'ns', ({ classLoadMs }) => classLoadMs * NS_PER_MS],
  ['coreWaitNs', 'Waits for a Core', 'ns', ({ coreWaitMs }) => coreWaitMs * NS_PER_MS],
  ['pausedNs', 'Paused', 'ns', ({ pausedMs }) => pausedMs * NS_PER_MS],
];

/** How a recording of calls went, a row for each stretch of it. What the JVM told of itself is drawn as tracks. */
export const TIMELINE_TABLE: RecordingTable = {
  id: 'timeline',
  title: 'Timeline',
  shows: 'events, hot swaps and waits in the course of time',
  isOf: (snapshot) => snapshot.timeline.length > 0 && !isOfEvents(snapshot),
  isOfTrees: false,
  rowsOf: ({ snapshot: { timeline }, top }) => {
    const stretches = merged(timeline, Math.max(1, Math.ceil(timeline.length / (top ?? timeline.length))));
    return columnsOf(stretches, { texts: [['time', 'Time', rangeText]], values: VALUES });
  },
  above: ({ snapshot: { timeline } }) => [timelineText(timeline, SEPARATOR), ''],
  drawn: ({ snapshot, top }) => (isOfEvents(snapshot) ? trackLines(snapshot, top) : null),
};

/** Of a recording of samples: what the JVM told, and no stretches. */
function isOfEvents(snapshot: Snapshot): boolean {
  return snapshot.timeline.length === 0 && hasTimes(snapshot);
}

function merged(samples: readonly TimelineSample[], size: number): readonly TimelineSample[] {
  const count = Math.ceil(samples.length / size);
  return Array.from({ length: count }, (_, i) => mergedSample(samples.slice(i * size, (i + 1) * size)));
}
