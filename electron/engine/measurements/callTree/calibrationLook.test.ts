import { describe, expect, it } from 'vitest';
import { NO_CALIBRATION, type Calibration } from '../../../../shared/cct/cctTable.ts';
import { lookAtCalibration } from './calibrationLook.ts';

const PAIR_NS = 50;
const COUNT_NS = 2;

/** Of a pair and a counted call that take so many times what they were calibrated with. */
function costs(pair: number, count: number): Calibration {
  return { ...NO_CALIBRATION, innerNs: 0, outerNs: pair * PAIR_NS, countNs: count * COUNT_NS };
}

/** The pair's and the counted call's ratio of each check, the last again and again. */
async function lookAt(...checks: (readonly [pair: number, count: number])[]): Promise<string> {
  let asked = 0;
  const agent = {
    checkCalibration: () => Promise.resolve(costs(...checks[Math.min(asked++, checks.length - 1)])),
  };
  const found = await lookAtCalibration(agent, costs(1, 1));
  return `${found.outerNs / PAIR_NS} ${found.countNs / COUNT_NS} after ${asked}`;
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
