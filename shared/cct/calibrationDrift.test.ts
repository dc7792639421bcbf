import { describe, expect, it } from 'vitest';
import { CalibrationDrift } from './calibrationDrift.ts';
import { NO_CALIBRATION, type Calibration } from './cctTable.ts';

const CALIBRATED: Calibration = {
  ...NO_CALIBRATION,
  innerNs: 20,
  outerNs: 30,
  spreadNs: 1,
  countNs: 2,
  countSpreadNs: 0.1,
};

describe('the drift of a calibration', () => {
  it('leaves it as it was while probes cost the same', () => {
    const drift = new CalibrationDrift(CALIBRATED);
    expect(drift.calibration).toEqual(CALIBRATED);
    drift.take({ pairRatio: 1, countRatio: 1 });
    expect(drift.calibration).toEqual(CALIBRATED);
    expect(drift.text).toBeNull();
  });

  it('takes the mean of all moments, and half of their distance into the spread', () => {
    const drift = new CalibrationDrift(CALIBRATED);
    for (const pairRatio of [1.2, 1.4, 1.2]) drift.take({ pairRatio, countRatio: 1 });
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
    drift.take({ pairRatio: 0, countRatio: 1 });
    expect(drift.calibration).toEqual(CALIBRATED);
  });
});
