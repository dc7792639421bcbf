import { messageOf } from '../../../shared/base/errors.ts';
import { checkedOptions } from '../../../shared/recording/options/chosenOptions.ts';
import { optionConflict } from '../../../shared/recording/options/optionConflict.ts';
import { OPTIONS, type RecordingOptions } from '../../../shared/recording/options/options.ts';
import { overheadLimitOf } from '../../../shared/recording/overheadBudget.ts';
import type { RecordingDraft } from '../appState.ts';
import { chosenOptions } from '../draftOptions.ts';

/** Why nothing can be recorded by what is chosen; "" when it can. */
export function whyNoRecording(draft: RecordingDraft): string {
  if (draft.roots.length === 0) return 'Choose a root method first.';
  const chosen = chosenOptions(draft);
  const conflict = optionConflict({ ...chosen, roots: draft.roots }, false);
  if (conflict !== null) return `${OPTIONS[conflict.key].label}: ${conflict.why}.`;
  return whyNotUnderstood(chosen) || whyNoLimit(draft);
}

function whyNotUnderstood(chosen: RecordingOptions): string {
  try {
    checkedOptions({ ...chosen });
    return '';
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** Why the overhead cannot be limited so; "" when it can, or is not. */
export function whyNoLimit({ maxOverhead, clock }: Pick<RecordingDraft, 'maxOverhead' | 'clock'>): string {
  if (maxOverhead.trim() === '') return '';
  if (overheadLimitOf(maxOverhead) === null) return 'Overhead limit: type a percentage above 0, as 10%.';
  return clock === 'none' ? 'Overhead limit: needs a clock, to know what the probes cost.' : '';
}
