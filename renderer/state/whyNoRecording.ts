import { overheadLimitOf } from '../../shared/recording/overheadBudget.ts';
import type { RecordingDraft } from './appState.ts';

/** Why nothing can be recorded by what is chosen; "" when it can. */
export function whyNoRecording(draft: RecordingDraft): string {
  return draft.roots.length === 0 ? 'Choose a root method first.' : whyNoLimit(draft);
}

/** Why the overhead cannot be limited so; "" when it can, or is not. */
export function whyNoLimit({ maxOverhead, clock }: Pick<RecordingDraft, 'maxOverhead' | 'clock'>): string {
  if (maxOverhead.trim() === '') return '';
  if (overheadLimitOf(maxOverhead) === null) return 'Overhead at most: type a percentage above 0, as 10%.';
  return clock === 'none' ? 'Overhead at most: needs a clock, to know what the probes cost.' : '';
}
