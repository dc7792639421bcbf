import { formatCount, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import { column, headLine, rowCells } from './textTable.ts';
import { eventsPerSecond, mergedSample, type TimelineSample } from '../recording/timeline.ts';
import { timelineText } from './timelineText.ts';

/**
 * How a recording went, a line for each stretch of it.
 * @param top at most so many lines, all of them together the whole recording; null: a line for each sample
 */
export function* timelineLines(samples: readonly TimelineSample[], top: number | null): Generator<string> {
  yield timelineText(samples, SEPARATOR);
  if (samples.length === 0) return;
  yield '';
  const stretches = merged(samples, Math.max(1, Math.ceil(samples.length / (top ?? samples.length))));
  const count = (of: (stretch: TimelineSample) => number) => (stretch: TimelineSample) =>
    formatCount(of(stretch), SEPARATOR);
  const time = (of: (stretch: TimelineSample) => number) => (stretch: TimelineSample) =>
    of(stretch) > 0 ? formatTime(of(stretch) * 1e6) : '';
  const columns = [
    { head: 'From [s]', text: ({ fromMs }: TimelineSample) => (fromMs / 1000).toFixed(1) },
    { head: 'Events/s', text: count(eventsPerSecond) },
    { head: 'Hot Swaps', text: count(({ hotSwaps }) => hotSwaps) },
    { head: 'Swapping', text: time(({ swapMs }) => swapMs) },
    { head: 'JIT Compilers', text: time(({ compilingMs }) => compilingMs) },
    { head: 'Waits for Sluice', text: time(({ waitedMs }) => waitedMs) },
    { head: 'Class Loads', text: time(({ classLoadMs }) => classLoadMs) },
    { head: 'Waits for a Core', text: time(({ coreWaitMs }) => coreWaitMs) },
    { head: 'Paused', text: time(({ pausedMs }) => pausedMs) },
  ].map(({ head, text }) => {
    const cells = stretches.map(text);
    return column(head, Math.max(...cells.map(({ length }) => length)), (row) => cells[row]);
  });
  yield headLine(columns);
  for (const row of stretches.keys()) yield rowCells(columns, row);
}

function merged(samples: readonly TimelineSample[], size: number): readonly TimelineSample[] {
  const count = Math.ceil(samples.length / size);
  return Array.from({ length: count }, (_, i) => mergedSample(samples.slice(i * size, (i + 1) * size)));
}
