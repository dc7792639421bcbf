import { hasTimes } from '../jvmEvents/narrowedRecording.ts';
import { SEPARATOR } from '../naming/formatNumbers.ts';
import type { ValueColumn } from '../recording/dataSet.ts';
import { eventsPerSecond, mergedSample, type TimelineSample } from '../recording/timeline.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { rangeText, timelineText } from '../report/timelineText.ts';
import { trackLines } from '../report/trackLines.ts';
import type { RecordingTable } from './recordingTable.ts';

const NS_PER_MS = 1e6;

interface StretchColumn extends Pick<ValueColumn, 'id' | 'title' | 'unit'> {
  readonly of: (stretch: TimelineSample) => number;
}

/** What is told of each stretch of time. */
const COLUMNS: readonly StretchColumn[] = [
  { id: 'eventsPerSecond', title: 'Events/s', unit: 'count', of: eventsPerSecond },
  { id: 'hotSwaps', title: 'Hot Swaps', unit: 'count', of: ({ hotSwaps }) => hotSwaps },
  { id: 'swapNs', title: 'Swapping', unit: 'ns', of: ({ swapMs }) => swapMs * NS_PER_MS },
  { id: 'compilingNs', title: 'JIT Compilers', unit: 'ns', of: ({ compilingMs }) => compilingMs * NS_PER_MS },
  { id: 'waitedNs', title: 'Waits for Sluice', unit: 'ns', of: ({ waitedMs }) => waitedMs * NS_PER_MS },
  { id: 'classLoadNs', title: 'Class Loads', unit: 'ns', of: ({ classLoadMs }) => classLoadMs * NS_PER_MS },
  { id: 'coreWaitNs', title: 'Waits for a Core', unit: 'ns', of: ({ coreWaitMs }) => coreWaitMs * NS_PER_MS },
  { id: 'pausedNs', title: 'Paused', unit: 'ns', of: ({ pausedMs }) => pausedMs * NS_PER_MS },
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
    return {
      rows: stretches.length,
      texts: [{ id: 'time', title: 'Time', texts: stretches.map(rangeText) }],
      links: [],
      values: COLUMNS.map(({ id, title, unit, of }) => ({
        ...{ id, title, unit, isExact: false },
        values: Float64Array.from(stretches, of),
      })),
    };
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
