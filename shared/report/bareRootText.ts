import type { BareRoot } from '../recording/bareRoot.ts';
import { formatCount, formatTime } from '../naming/formatNumbers.ts';

/**
 * What the root took before it was recorded, and what follows from that.
 * @param contextNs of the calibration on the program; undefined: none explains what the root is charged with
 * @returns sentences; null: the root was not timed before
 */
export function bareRootText(bare: BareRoot | null, contextNs: number | undefined): string | null {
  if (bare === null) return null;
  const took = `Bare, a call of the root took ${formatTime(bare.meanNs)} (mean of ${formatCount(bare.passes)}).`;
  if (contextNs === undefined) {
    return `${took} Calibration could not be completed by that: the root was called fewer than 20 times since, does another work now, or was not compiled yet when it was timed.`;
  }
  const more = `${Math.abs(contextNs).toFixed(1)} ns ${contextNs < 0 ? 'less' : 'more'}`;
  return `${took} So probes cost ${more} here, for each stretch between two events, than in the loop that calibrates them; that is in what is taken out.`;
}
