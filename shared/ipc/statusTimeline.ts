import { EMPTY_TIMELINE, withTotals, type Timeline } from '../recording/timeline.ts';
import type { SessionStatus } from './engineApi.ts';

/** The timeline of the recording that a session runs, or ran last, up to this status of it. */
export function withStatus(timeline: Timeline, status: SessionStatus): Timeline {
  const { phase, measurement, counters } = status;
  const { startedAtMs, elapsedMs } = measurement;
  if (phase === 'preparing') return EMPTY_TIMELINE;
  if (startedAtMs === 0) return timeline; // nothing is recorded
  const isLast = phase !== 'recording' && phase !== 'stopping';
  return withTotals(timeline, { ...counters, startedAtMs, atMs: elapsedMs + counters.pausedMs }, isLast);
}
