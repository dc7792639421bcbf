import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { formatCount, formatCountOf } from '../../../shared/naming/formatNumbers.ts';

/** What a recording or a timed region does now, in one line. */
export function progressLine({ phase, text, measurement, counters, droppedEvents }: SessionStatus): string {
  const { elapsedMs, region } = measurement;
  const seconds = Math.round(elapsedMs / 1000);
  if (phase === 'timing' && region)
    return `${seconds} s  ${text}, ${formatCountOf(region.summary.passes, 'pass', 'passes')}`;
  const dropped = droppedEvents > 0 ? `, ${formatCount(droppedEvents)} dropped` : '';
  return `${seconds} s  ${text}, ${formatCountOf(counters.events, 'event')}${dropped}`;
}
