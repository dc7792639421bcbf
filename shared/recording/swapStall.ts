import { formatCountOf, formatTime } from '../naming/formatNumbers.ts';
import { mergedSample, type Timeline, type TimelineSample } from './timeline.ts';

/** What the hot swaps had of a recording's results. */
export interface SwapShare {
  readonly hotSwaps: number;
  readonly swapMs: number;
  readonly lengthMs: number;
}

export const NO_SWAPS: SwapShare = { hotSwaps: 0, swapMs: 0, lengthMs: 0 };

/** From here on the stalls are worth a word: below it they are within what times are rough by. */
const NOTABLE = 0.1;
/** A time of more passes is not that of a first call. */
const FEW_CALLS = 3;
/** So long after the last swap a recording is taken for quiet. */
const QUIET_MS = 2_000;

/** @param samples of a recording's timeline, from its last reset on */
export function swapShareOf(samples: readonly TimelineSample[]): SwapShare {
  if (samples.length === 0) return NO_SWAPS;
  const { hotSwaps, swapMs, fromMs, toMs } = mergedSample(samples);
  return { hotSwaps, swapMs, lengthMs: toMs - fromMs };
}

/** A sentence on a recording of which hot swaps had a notable part; null: they had not. */
export function swapStallText({ hotSwaps, swapMs, lengthMs }: SwapShare): string | null {
  if (hotSwaps === 0 || swapMs < NOTABLE * lengthMs) return null;
  const [swaps, length] = [swapMs, lengthMs].map((ms) => formatTime(ms * 1e6));
  return `Hot swaps took ${swaps} of the ${length} recorded: they stop all threads, and that is in the times of what was called then.`;
}

/**
 * Whether much of a row's Self Time can be the stall of hot swaps. It is not known of a single stretch, so this asks for all of:
 * few calls, each as long as a hot swap took in the mean, and no more in all than twice what all the swaps took.
 */
export function mayBeStall(calls: number, selfNs: number, { hotSwaps, swapMs }: SwapShare): boolean {
  if (hotSwaps === 0 || calls === 0 || calls > FEW_CALLS) return false;
  const selfMs = selfNs / 1e6;
  return selfMs >= (calls * swapMs) / hotSwaps && selfMs <= 2 * swapMs;
}

export function stallHint(calls: number, { hotSwaps, swapMs }: SwapShare): string {
  return `Its time is of ${formatCountOf(calls, 'call')}, each longer than a hot swap, and ${formatCountOf(hotSwaps, 'hot swap')} took ${formatTime(swapMs * 1e6)}: much of it may be the stall. Reset, and look again.`;
}

/** Whether nothing has been swapped for two seconds. @param hotSwaps of the recording up to `atMs`, the moment in its timeline */
export function isQuiet({ samples, since }: Timeline, hotSwaps: number, atMs: number): boolean {
  if (since === null || since.hotSwaps !== hotSwaps) return false;
  const last = samples.findLast((sample) => sample.hotSwaps > 0);
  return last !== undefined && atMs - last.toMs >= QUIET_MS;
}

/** After so long a warm-up ends, quiet or not. */
const LONGEST_WARMUP_MS = 60_000;

/** How far a warm-up that ends by itself has come. */
export type WarmUpState =
  /** Methods are still being swapped in. */
  | 'warming'
  /** It is quiet, and what was recorded so far holds the stalls of hot swaps. */
  | 'reset'
  /** It is over, and nothing has to be left out. */
  | 'over';

/** @param hotSwaps of the recording up to `atMs`, the moment in its timeline */
export function warmUpState(timeline: Timeline, hotSwaps: number, atMs: number): WarmUpState {
  const { samples } = timeline;
  const firstAtMs = samples.find(({ events }) => events > 0)?.fromMs ?? Infinity;
  const hasSwaps = samples.some((sample) => sample.hotSwaps > 0);
  if (!hasSwaps && atMs - firstAtMs >= QUIET_MS) return 'over';
  if (!isQuiet(timeline, hotSwaps, atMs)) return atMs < LONGEST_WARMUP_MS ? 'warming' : 'over';
  return swapStallText(swapShareOf(samples)) === null ? 'over' : 'reset';
}

/** What a warm-up has left out, in a sentence. */
export function warmUpText(events: number, { hotSwaps, lengthMs }: SwapShare): string {
  const [swaps, calls] = [formatCountOf(hotSwaps, 'hot swap'), formatCountOf(Math.floor(events / 2), 'call')];
  return `The warm-up is over: ${formatTime(lengthMs * 1e6)} with ${swaps} and about ${calls} are left out.`;
}
