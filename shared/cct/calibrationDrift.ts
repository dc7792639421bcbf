import type { Calibration } from './cctTable.ts';

/** A smaller drift is what the calibration's own spread covers. */
const TOLD_DRIFT = 0.05;

/** What the probes cost at some moment, times what they were calibrated with. */
export interface CalibrationCheck {
  /** Of a pair; 0 = not known. */
  readonly pairRatio: number;
  /** Of a call that is only counted. */
  readonly countRatio: number;
}

/**
 * How the cost of probes changes while a recording runs: a processor changes its clock, and other programs take a part of it.
 *
 *     calibrated     check     check     check            pair 48.0 ns, x 1.04 in the mean of the four
 *        1.00         1.10      1.06      1.00            spread + 48.0 * (1.10 - 1.00) / 2
 *
 * Which calls of a context came when is not known: so the mean is taken out of all, and half the distance between the cheapest and the
 * dearest moment is part of the spread, and with it of each error.
 */
export class CalibrationDrift {
  readonly #calibrated: Calibration;
  readonly #pair = new Ratios();
  readonly #count = new Ratios();

  constructor(calibrated: Calibration) {
    this.#calibrated = calibrated;
  }

  take({ pairRatio, countRatio }: CalibrationCheck): void {
    if (pairRatio > 0) this.#pair.take(pairRatio);
    if (countRatio > 0) this.#count.take(countRatio);
  }

  /** As it holds for the recording up to now. */
  get calibration(): Calibration {
    const { innerNs, outerNs, spreadNs, countNs, countSpreadNs, ...others } = this.#calibrated;
    const { pausedPairNs, pausedSpreadNs, starvedPairNs, starvedSpreadNs } = others;
    const pair = this.#pair;
    const count = this.#count; // a pair while the clock pauses reads no clock either
    return {
      ...others,
      innerNs: innerNs * pair.mean,
      outerNs: outerNs * pair.mean,
      spreadNs: spreadNs + (innerNs + outerNs) * pair.halfRange,
      countNs: countNs * count.mean,
      countSpreadNs: countSpreadNs + countNs * count.halfRange,
      pausedPairNs: pausedPairNs * count.mean,
      pausedSpreadNs: pausedSpreadNs + pausedPairNs * count.halfRange,
      starvedPairNs: starvedPairNs * pair.mean,
      starvedSpreadNs: starvedSpreadNs + starvedPairNs * pair.halfRange,
    };
  }

  /** A sentence; null: there is nothing to tell. */
  get text(): string | null {
    const { least, most, checks } = this.#pair;
    if (most - least < TOLD_DRIFT) return null;
    const pairNs = this.#calibrated.innerNs + this.#calibrated.outerNs;
    const range = `${(pairNs * least).toFixed(1)} to ${(pairNs * most).toFixed(1)} ns a call`;
    return (
      `The calibration drifted by ${(100 * (most - least)).toFixed(0)} % (${range}, ${checks} checks): ` +
      'the mean is taken out of the times, and half the distance is part of their errors.'
    );
  }
}

/** Of the calibration itself, which is 1, and of the checks. */
class Ratios {
  #sum = 1;
  checks = 0;
  least = 1;
  most = 1;

  take(ratio: number): void {
    this.#sum += ratio;
    this.checks++;
    this.least = Math.min(this.least, ratio);
    this.most = Math.max(this.most, ratio);
  }

  get mean(): number {
    return this.#sum / (this.checks + 1);
  }

  get halfRange(): number {
    return (this.most - this.least) / 2;
  }
}
