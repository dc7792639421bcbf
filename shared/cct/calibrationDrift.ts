import type { Calibration } from './cctTable.ts';

/** A smaller drift is what the calibration's own spread covers. */
const TOLD_DRIFT = 0.05;

/**
 * Where no clock is read, most of the cost is the words' cache lines, which are with the reader's core, or not if it had the same: both
 * are right. Only what is cheaper than this was not compiled before.
 */
const COMPILED_RATIO = 0.75;

/** What a pair of probes costs by itself; 0 = not known. */
export function pairNs({ innerNs, outerNs }: Pick<Calibration, 'innerNs' | 'outerNs'>): number {
  return innerNs + outerNs;
}

/**
 * Of two calibrations of one clock the cheaper one, each kind of probe by itself: code that is not compiled yet, or a core that is taken
 * away, only makes them dearer. 0 = not known.
 * @param clockless the other's probes without a clock must cost less than so many times the one's
 */
export function cheaperOf(one: Calibration, other: Calibration, clockless = 1): Calibration {
  const pair = isCheaper(pairNs(other), pairNs(one)) ? other : one;
  const count = isCheaper(other.countNs, one.countNs, clockless) ? other : one;
  const paused = isCheaper(other.pausedPairNs, one.pausedPairNs, clockless) ? other : one;
  const ratio = pair === one || pairNs(one) === 0 ? 1 : pairNs(other) / pairNs(one);
  return {
    ...one,
    ...{ innerNs: pair.innerNs, outerNs: pair.outerNs, spreadNs: pair.spreadNs },
    ...{ countNs: count.countNs, countSpreadNs: count.countSpreadNs },
    ...{ pausedPairNs: paused.pausedPairNs, pausedSpreadNs: paused.pausedSpreadNs },
    starvedPairNs: one.starvedPairNs * ratio, // no check meets it
    starvedSpreadNs: one.starvedSpreadNs * ratio,
  };
}

function isCheaper(ns: number, thanNs: number, ratio = 1): boolean {
  return ns > 0 && (thanNs === 0 || ns < thanNs * ratio);
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
  #calibrated: Calibration;
  #pair = new Ratios();
  #count = new Ratios();
  #paused = new Ratios();

  constructor(calibrated: Calibration) {
    this.#calibrated = calibrated;
  }

  /**
   * Soon after the beginning: the calibration had to be over at once, and may have met compilers with other work. Where probes are
   * cheaper now, this is the calibration.
   */
  settle(check: Calibration): void {
    this.#calibrated = cheaperOf(this.#calibrated, check, COMPILED_RATIO);
  }

  /** @param check kinds of probes that cost 0 ns are not known */
  take(check: Calibration): void {
    this.#pair.take(pairNs(check) / pairNs(this.#calibrated));
    this.#count.take(check.countNs / this.#calibrated.countNs);
    this.#paused.take(check.pausedPairNs / this.#calibrated.pausedPairNs);
  }

  /** What the probes cost where they are cheapest, without any drift. */
  get calibrated(): Calibration {
    return this.#calibrated;
  }

  /** As it holds for the recording up to now. */
  get calibration(): Calibration {
    const { innerNs, outerNs, spreadNs, countNs, countSpreadNs, ...others } = this.#calibrated;
    const { pausedPairNs, pausedSpreadNs, starvedPairNs, starvedSpreadNs } = others;
    const pair = this.#pair;
    const count = this.#count;
    const paused = this.#paused;
    return {
      ...others,
      innerNs: innerNs * pair.mean,
      outerNs: outerNs * pair.mean,
      spreadNs: spreadNs + (innerNs + outerNs) * pair.halfRange,
      countNs: countNs * count.mean,
      countSpreadNs: countSpreadNs + countNs * count.halfRange,
      pausedPairNs: pausedPairNs * paused.mean,
      pausedSpreadNs: pausedSpreadNs + pausedPairNs * paused.halfRange,
      starvedPairNs: starvedPairNs * pair.mean,
      starvedSpreadNs: starvedSpreadNs + starvedPairNs * pair.halfRange,
    };
  }

  /** A sentence; null: there is nothing to tell. */
  get text(): string | null {
    const { least, most, checks } = this.#pair;
    if (most - least < TOLD_DRIFT) return null;
    const calibratedNs = pairNs(this.#calibrated);
    const range = `${(calibratedNs * least).toFixed(1)} to ${(calibratedNs * most).toFixed(1)} ns a call`;
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

  /** @param ratio 0, or none of 0 ns: not known */
  take(ratio: number): void {
    if (!(ratio > 0) || ratio === Infinity) return;
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
