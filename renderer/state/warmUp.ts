import type { RecordingRequest, SessionStatus } from '../../shared/ipc/engineApi.ts';
import { swapShareOf, warmUpState, warmUpText } from '../../shared/recording/swapStall.ts';
import type { Timeline } from '../../shared/recording/timeline.ts';
import { atom, type Atom } from './atom.ts';
import type { SettingKind } from './settings.ts';

/**
 * What becomes of what was recorded while methods were swapped in: begun anew as soon as it is quiet, or kept. Calls are left out by
 * that, so it is told; whoever counts from the first call keeps everything.
 */
export const WARMUP: SettingKind<WarmUpChoice> = {
  name: 'warmup',
  version: 1,
  initial: 'auto',
  read: (stored) => (stored === 'auto' || stored === 'none' ? stored : null),
};
export type WarmUpChoice = 'auto' | 'none';

/** The warm-up of the recording that this window has begun. */
export class WarmUp {
  /** It lasts, and ends with a reset if that leaves stalls out. */
  readonly isOn: Atom<boolean> = atom(false);

  /** A recording has begun. */
  begin(choice: WarmUpChoice, request: RecordingRequest | null): void {
    // Counts have no stalls in them.
    this.isOn.set(choice === 'auto' && request !== null && request.clock !== 'none');
  }

  /** Nothing of this recording is left out. */
  keepAll(): void {
    this.isOn.set(false);
  }

  /**
   * Looks how far it has come.
   * @returns what a reset leaves out, in a sentence, when it is time for one; null: it is not
   */
  look({ phase, measurement, counters }: SessionStatus, timeline: Timeline): string | null {
    if (!this.isOn.get()) return null;
    const { paused, elapsedMs } = measurement;
    const { hotSwaps, pausedMs, events } = counters;
    // Who pauses looks at what there is.
    const state =
      phase === 'recording' && !paused ? warmUpState(timeline, hotSwaps, elapsedMs + pausedMs) : 'over';
    if (state === 'warming') return null;
    this.isOn.set(false);
    return state === 'reset' ? warmUpText(events, swapShareOf(timeline.samples)) : null;
  }
}
