import { countsCalls } from '../events/clock.ts';
import { formatCount } from '../naming/formatNumbers.ts';
import type { Snapshot } from '../recording/snapshot.ts';

/** Whether all calls are in a recording, in a sentence. */
export function completenessText({
  clock,
  complete,
  losses,
  refusals,
}: Pick<Snapshot, 'clock' | 'complete' | 'losses' | 'refusals'>): string {
  if (!countsCalls(clock))
    return `No calls were counted.${complete ? '' : ` INCOMPLETE: ${losses.join(', ')}.`}`;
  if (!complete) return `INCOMPLETE: ${losses.join(', ') || 'calls were lost'}; counts are lower bounds.`;
  if (refusals.length === 0) return 'Complete: every call was counted.';
  return `Complete but for what is not measured, or in part (${formatCount(refusals.length, ',')}): every other call was counted.`;
}
