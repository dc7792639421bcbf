import { optionConflict } from '../../shared/recording/optionConflict.ts';
import { OPTIONS } from '../../shared/recording/options.ts';
import { overheadLimitOf } from '../../shared/recording/overheadBudget.ts';
import type { RecordingDraft } from './appState.ts';

/** Why nothing can be recorded by what is chosen; "" when it can. */
export function whyNoRecording(draft: RecordingDraft): string {
  if (draft.roots.length === 0) return 'Choose a root method first.';
  const conflict = optionConflict(draft, false);
  return conflict === null ? whyNoLimit(draft) : `${OPTIONS[conflict.key].label}: ${conflict.why}.`;
}

/** Why the overhead cannot be limited so; "" when it can, or is not. */
export function whyNoLimit({ maxOverhead, clock }: Pick<RecordingDraft, 'maxOverhead' | 'clock'>): string {
  if (maxOverhead.trim() === '') return '';
  if (overheadLimitOf(maxOverhead) === null) return 'Overhead limit: type a percentage above 0, as 10%.';
  return clock === 'none' ? 'Overhead limit: needs a clock, to know what the probes cost.' : '';
}
