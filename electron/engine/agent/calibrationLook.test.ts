import { describe, expect, it } from 'vitest';
import { lookAtCalibration } from './calibrationLook.ts';

/** The pair's and the counted call's ratio of each check, the last again and again. */
async function lookAt(...checks: (readonly [pair: number, count: number])[]): Promise<string> {
  let asked = 0;
  const found = await lookAtCalibration({
    checkCalibration() {
      const [pairRatio, countRatio] = checks[Math.min(asked++, checks.length - 1)];
      return Promise.resolve({ pairRatio, countRatio });
    },
  });
  return `${found.pairRatio} ${found.countRatio} after ${asked}`;
}

describe('a look at the calibration', () => {
  it('believes a check that finds it as it was, or cheaper', async () => {
    expect(await lookAt([1.04, 1])).toBe('1.04 1 after 1');
    expect(await lookAt([0.8, 0.9])).toBe('0.8 0.9 after 1');
  });

  it('takes the cheapest of checks while the loop is being compiled', async () => {
    expect(await lookAt([2.1, 3], [1.4, 2], [1.01, 1.5], [1.3, 1.02])).toBe('1.01 1.02 after 4');
  });

  it('believes at last that probes are dearer', async () => {
    expect(await lookAt([1.5, 1])).toBe('1.5 1 after 12');
  });

  it('takes what is known of a clock that stood still now and then', async () => {
    expect(await lookAt([0, 2], [1.2, 1], [0, 1], [1, 1])).toBe('1 1 after 4');
  });
});
