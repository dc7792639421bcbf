import type { SessionStatus } from '../../shared/ipc/engineApi.ts';

/** What a recording or a timed region does now, in one line. */
export function progressLine(status: SessionStatus): string {
  const seconds = Math.round(status.elapsedMs / 1000);
  if (status.phase === 'timing' && status.region)
    return `${seconds} s  ${status.text}, ${status.region.summary.passes} passes`;
  const dropped = status.droppedEvents > 0 ? `, ${status.droppedEvents} dropped` : '';
  return `${seconds} s  ${status.text}, ${status.producedEvents} events${dropped}`;
}
