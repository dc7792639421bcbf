import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { formatCount, formatCountOf } from '../../../shared/naming/formatNumbers.ts';

/** What a recording or a timed region does now, in one line. */
export function progressLine(status: SessionStatus): string {
  const seconds = Math.round(status.elapsedMs / 1000);
  if (status.phase === 'timing' && status.region)
    return `${seconds} s  ${status.text}, ${formatCountOf(status.region.summary.passes, 'pass', 'passes')}`;
  const dropped = status.droppedEvents > 0 ? `, ${formatCount(status.droppedEvents)} dropped` : '';
  return `${seconds} s  ${status.text}, ${formatCountOf(status.producedEvents, 'event')}${dropped}`;
}
