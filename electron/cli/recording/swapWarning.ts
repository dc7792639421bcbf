import { formatTime } from '../../../shared/naming/formatNumbers.ts';
import { mergedSample, type TimelineSample } from '../../../shared/recording/timeline.ts';

/** Above it a recording tells of the swaps more than of the program. */
const TOO_LARGE_A_PART = 0.5;

/** Of a recording that was mostly hot swaps, as short ones are; null: it was not. @param samples of its timeline */
export function swapWarning(samples: readonly TimelineSample[]): string | null {
  if (samples.length === 0) return null;
  const { fromMs, toMs, swapMs } = mergedSample(samples);
  if (swapMs < TOO_LARGE_A_PART * (toMs - fromMs)) return null;
  const [swaps, all] = [swapMs, toMs - fromMs].map((ms) => formatTime(ms * 1e6));
  return `hot swaps took ${swaps} of the ${all} recorded, and threads waited for them: --warmup auto leaves them out`;
}
