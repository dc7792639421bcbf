import { lossTexts } from '../recording/losses.ts';
import type { SessionStatus } from './engineApi.ts';

/** What is known of a recording of which no more comes, though it has not been stopped, or not all of it has come. */
export function cutShort(status: SessionStatus, ...notes: readonly string[]): SessionStatus {
  return {
    ...status,
    phase: 'ended',
    complete: false,
    losses: [...new Set([...status.losses, ...lossTexts({ cutShort: true })])],
    notes: [...status.notes, ...notes],
  };
}
