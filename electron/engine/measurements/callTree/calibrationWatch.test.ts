import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_CALIBRATION, type Calibration } from '../../../../shared/cct/cctTable.ts';
import { CalibrationWatch } from './calibrationWatch.ts';

/** What a pair costs, second by second of the recording. */
function pairOf(ns: number): Calibration {
  return { ...NO_CALIBRATION, innerNs: ns / 2, outerNs: ns / 2, spreadNs: 1, countNs: 1 };
}

/** Of a JVM whose loop is compiled only seconds after the recording begins. */
const CALIBRATED = pairOf(80);

let nowNs: number;
let checkedAtS: number[];
let beganMs: number;
let watch: CalibrationWatch;

beforeEach(() => {
  vi.useFakeTimers();
  nowNs = 80;
  checkedAtS = [];
  beganMs = Date.now();
  const checkCalibration = (): Promise<Calibration> => {
    checkedAtS.push((Date.now() - beganMs) / 1000);
    return Promise.resolve(pairOf(nowNs));
  };
  watch = new CalibrationWatch({ checkCalibration }, CALIBRATED);
});
afterEach(() => vi.useRealTimers());

describe('the watch over a calibration', () => {
  it('looks soon after the beginning, later each half minute', async () => {
    watch.start();
    await vi.advanceTimersByTimeAsync(80_000);
    expect(checkedAtS).toEqual([1, 2, 4, 8, 16, 46, 76]);
  });

  it('holds what is compiled later for the calibration, and all after that for its drift', async () => {
    watch.start();
    await vi.advanceTimersByTimeAsync(2_500);
    nowNs = 48;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(watch.calibration).toMatchObject({ innerNs: 24, outerNs: 24, spreadNs: 1 });
    nowNs = 60; // still among the looks at the beginning: it was not alone on its core
    await vi.advanceTimersByTimeAsync(20_000);
    expect(watch.calibration.innerNs).toBe(24);
    expect(watch.text).toBeNull();
    nowNs = 36;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(watch.calibration.innerNs).toBe((24 + 18) / 2);
    expect(watch.text).toContain('drifted by 25 % (36.0 to 48.0 ns a call, 1 checks)');
  });

  it('looks once more at the end of a short recording, but not of a long one', async () => {
    watch.start();
    await vi.advanceTimersByTimeAsync(200);
    nowNs = 48;
    await watch.end();
    expect(watch.calibration.innerNs).toBe(24);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checkedAtS).toEqual([0.2]);
  });

  it('does not wait long for a target that is stopped', async () => {
    const silent = new CalibrationWatch({ checkCalibration: () => new Promise(() => {}) }, CALIBRATED);
    silent.start();
    const ended = silent.end();
    await vi.advanceTimersByTimeAsync(500);
    await ended;
    expect(silent.calibration).toEqual(CALIBRATED);
  });

  it('does not look in a pause', async () => {
    watch.start();
    watch.pause();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(checkedAtS).toEqual([]);
    watch.resume();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(checkedAtS).toEqual([11, 12]);
  });

  it('goes on though a look is refused', async () => {
    let asked = 0;
    const refusing = new CalibrationWatch(
      {
        checkCalibration: () =>
          asked++ === 0 ? Promise.reject(new Error('no recording is running')) : Promise.resolve(pairOf(48)),
      },
      CALIBRATED,
    );
    refusing.start();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(refusing.calibration.innerNs).toBe(24);
  });
});
