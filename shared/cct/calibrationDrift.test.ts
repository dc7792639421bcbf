import { describe, expect, it } from 'vitest';
import { CalibrationDrift, cheaperOf } from './calibrationDrift.ts';
import { NO_CALIBRATION, type Calibration } from './cctTable.ts';

const CALIBRATED: Calibration = {
  ...NO_CALIBRATION,
  innerNs: 20,
  outerNs: 30,
  spreadNs: 1,
  countNs: 2,
  countSpreadNs: 0.1,
};

/** A check that finds the probes at so many times what they were calibrated with. */
function check(pairRatio: number, countRatio = 1): Calibration {
  const { innerNs, outerNs, countNs } = CALIBRATED;
  return {
    ...NO_CALIBRATION,
    innerNs: innerNs * pairRatio,
    outerNs: outerNs * pairRatio,
    spreadNs: 0.5,
    countNs: countNs * countRatio,
    countSpreadNs: 0.05,
  };
}

describe('the drift of a calibration', () => {
  it('leaves it as it was while probes cost the same', () => {
    const drift = new CalibrationDrift(CALIBRATED);
    expect(drift.calibration).toEqual(CALIBRATED);
    drift.take(check(1));
    expect(drift.calibration).toEqual(CALIBRATED);
    expect(drift.text).toBeNull();
  });

  it('takes the mean of all moments, and half of their distance into the spread', () => {
    const drift = new CalibrationDrift(CALIBRATED);
    for (const pairRatio of [1.2, 1.4, 1.2]) drift.take(check(pairRatio));
    const { innerNs, outerNs, spreadNs, countNs, countSpreadNs } = drift.calibration;
    expect([innerNs, outerNs].map((ns) => ns.toFixed(3))).toEqual(['24.000', '36.000']);
    expect(spreadNs).toBeCloseTo(1 + 50 * 0.2);
    expect([countNs, countSpreadNs]).toEqual([2, 0.1]);
    expect(drift.text).toBe(
      'The calibration drifted by 40 % (50.0 to 70.0 ns a call, 3 checks): ' +
        'the mean is taken out of the times, and half the distance is part of their errors.',
    );
  });

  it('does not believe a check of a clock that nobody keeps', () => {
    const drift = new CalibrationDrift(CALIBRATED);
    drift.take(NO_CALIBRATION);
    drift.settle(NO_CALIBRATION);
    expect(drift.calibration).toEqual(CALIBRATED);
  });

  it('begins with the cheapest of the checks at the beginning: the others were not compiled yet', () => {
    const drift = new CalibrationDrift(CALIBRATED);
    for (const settling of [check(0.98, 3), check(0.6, 0.4), check(0.7, 0.35)]) drift.settle(settling);
    const { innerNs, outerNs, spreadNs, countNs, countSpreadNs } = drift.calibration;
    expect([innerNs, outerNs, spreadNs, countNs, countSpreadNs]).toEqual([12, 18, 0.5, 0.8, 0.05]);
    expect(drift.text).toBeNull();
    drift.take(check(0.72));
    expect(drift.calibration.innerNs).toBeCloseTo(12 * 1.1);
  });
});

describe('the cheaper of two calibrations', () => {
  it('is found for each kind of probe by itself', () => {
    const bursts = { ...CALIBRATED, pausedPairNs: 5, pausedSpreadNs: 1 };
    const other = { ...check(0.5, 2), pausedPairNs: 4, pausedSpreadNs: 0.2 };
    expect(cheaperOf(bursts, other)).toEqual({
      ...bursts,
      ...{ innerNs: 10, outerNs: 15, spreadNs: 0.5, pausedPairNs: 4, pausedSpreadNs: 0.2 },
    });
  });

  it('scales what a pair costs while nobody keeps the clock, which no check meets', () => {
    const ticker = { ...CALIBRATED, starvedPairNs: 60, starvedSpreadNs: 2 };
    expect(cheaperOf(ticker, check(0.5))).toMatchObject({ starvedPairNs: 30, starvedSpreadNs: 1 });
    expect(cheaperOf(ticker, check(1.5))).toEqual(ticker);
  });

  it('is not found among probes without a clock that are little cheaper, where so much is asked', () => {
    const other = { ...check(0.5, 0.8), pausedPairNs: 4 };
    expect(cheaperOf({ ...CALIBRATED, pausedPairNs: 5 }, other, 0.75)).toMatchObject({
      ...{ innerNs: 10, countNs: 2, pausedPairNs: 5 },
    });
  });

  it('knows no cost of 0 ns', () => {
    expect(cheaperOf(NO_CALIBRATION, CALIBRATED)).toEqual(CALIBRATED);
    expect(cheaperOf(CALIBRATED, NO_CALIBRATION)).toEqual(CALIBRATED);
  });
});
