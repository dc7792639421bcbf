import {
  hasPart,
  leavesTimesOut,
  withPart,
  type MetricsChoice,
} from '../../shared/recording/options/chosenMetrics.ts';
import { INITIAL_OPTIONS } from '../../shared/recording/options/chosenOptions.ts';
import type { OptionKey } from '../../shared/recording/options/options.ts';
import type { DraftOptions, DraftValue } from './draftOptions.ts';

type Draft = Pick<DraftOptions, 'metrics' | 'clock'>;

/** The metrics as boxes show them. Requests without a clock may name times: there are none. */
export function metricsShown({ metrics, clock }: Draft): MetricsChoice {
  return clock === 'none' ? withPart(metrics, 'time', false) : metrics;
}

/** What else changes in a form with that option: times and the clock go together, and how bytecodes are counted needs them. */
export function impliedBy(key: OptionKey, value: DraftValue, draft: Draft): Partial<DraftOptions> {
  if (key === 'clock') return { metrics: withPart(draft.metrics, 'time', value !== 'none') };
  if (key !== 'metrics') return {};
  const metrics = value as MetricsChoice;
  return {
    clock: leavesTimesOut(metrics) ? 'none' : draft.clock === 'none' ? INITIAL_OPTIONS.clock : draft.clock,
    ...(hasPart(metrics, 'bytecodes') ? {} : { bytecodes: INITIAL_OPTIONS.bytecodes, weights: '' }),
  };
}
