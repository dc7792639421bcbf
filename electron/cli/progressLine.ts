import type { SessionStatus } from '../../shared/ipc/engineApi.ts';

/** What a recording does now, in one line. */
export function progressLine(status: SessionStatus): string {
  const seconds = Math.round(status.elapsedMs / 1000);
  const dropped = status.droppedEvents > 0 ? `, ${status.droppedEvents} dropped` : '';
  return `${seconds} s  ${status.text}, ${status.producedEvents} events${dropped}`;
}
