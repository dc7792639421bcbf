import { describe, expect, it } from 'vitest';
import { FIRST_METHOD_ID } from '../base/ids.ts';
import { tableOf } from '../testing/tableOf.ts';
import { NO_CALIBRATION, type Calibration, type CctTable } from './cctTable.ts';
import { calibratedOn, ContextCalibration } from './contextCalibration.ts';
import { exactTree } from './overhead.ts';

/** A call of A takes 100 ns and makes two of B, of 30 and 4 ns: 66, 30 and 4 in five stretches. */
const CALL = [
  [0, '>A'],
  [20, '>B'],
  [50, '<B'],
  [60, '>C'],
  [64, '<C'],
  [100, '<A'],
] as const;

function calls(count: number): CctTable {
  const words = Array.from({ length: count }, (_, i) => CALL.map(([at, word]) => `${1_000 * i + at}${word}`));
  return tableOf(`main: ${words.flat().join(' ')}`);
}

function calibrated(table: CctTable, bareNs: number, loop: Calibration = NO_CALIBRATION) {
  const isRoot = (method: number): boolean => method === FIRST_METHOD_ID;
  const calibration = calibratedOn((tried) => [exactTree(table, tried, 'nano')], isRoot, loop, bareNs);
  const perCall = [...exactTree(table, calibration, 'nano').selfNs].map((ns) => ns / table.calls[1]);
  return { contextNs: calibration.contextNs ?? 0, perCall: perCall.slice(1), calibration };
}

describe('calibration on the program', () => {
  it('lays what the root is charged with too much on all stretches alike', () => {
    const { contextNs, perCall } = calibrated(calls(40), 90);
    expect(contextNs).toBeCloseTo(2);
    expect(perCall.map(Math.round)).toEqual([66 - 3 * 2, 30 - 2, 4 - 2]);
  });

  it('lays on the others what a method cannot bear that takes less', () => {
    const { contextNs, perCall } = calibrated(calls(40), 60);
    expect(contextNs).toBeCloseTo(9);
    expect(perCall.map(Math.round)).toEqual([66 - 3 * 9, 30 - 9, 0]);
  });

  it('comes on top of what probes cost in a loop, and may be less than nothing', () => {
    const loop = { ...NO_CALIBRATION, innerNs: 3, outerNs: 4 };
    const { contextNs, calibration } = calibrated(calls(40), 93, loop);
    expect(contextNs).toBeCloseTo(-2);
    expect([calibration.innerNs, calibration.outerNs].map(Math.round)).toEqual([1, 2]);
  });

  it('is in no doubt smaller than itself', () => {
    const loop = { ...NO_CALIBRATION, spreadNs: 0.5, pausedPairNs: 3, pausedSpreadNs: 0.25 };
    const { calibration } = calibrated(calls(40), 90, loop);
    expect(calibration.spreadNs).toBeCloseTo(2.5);
    expect(calibration.pausedPairNs).toBeCloseTo(7);
    expect(calibration.pausedSpreadNs).toBeCloseTo(4.25);
  });

  it('leaves all as it is while the root was called fewer than 20 times', () => {
    const loop = { ...NO_CALIBRATION, innerNs: 3 };
    expect(calibrated(calls(19), 90, loop).calibration).toBe(loop);
  });

  it('leaves all as it is where probes cannot be why: the root does another work now', () => {
    expect(calibrated(calls(40), 1).calibration).toBe(NO_CALIBRATION);
  });

  it('leaves all as it is where the bare root took much longer: it was not compiled yet', () => {
    const loop = { ...NO_CALIBRATION, innerNs: 20, outerNs: 20 };
    expect(calibrated(calls(40), 100, loop).calibration).toBe(loop);
  });

  it('leaves all as it is where most of what is too much is in a few stretches', () => {
    // One of the calls of C has waited: no cost of all stretches takes that out.
    const table = calls(40);
    table.selfNs[3] += 40 * 300;
    table.calls[3] = 1;
    expect(calibrated(table, 90).calibration).toBe(NO_CALIBRATION);
  });

  it('follows a tree that grows, a step at each moment', () => {
    const context = new ContextCalibration(90);
    const moments = [10, 30, 60, 90].map((count) => {
      const tree = exactTree(calls(count), context.applied(NO_CALIBRATION), 'nano');
      context.step([tree], (method) => method === FIRST_METHOD_ID, NO_CALIBRATION);
      const { contextNs } = context.applied(NO_CALIBRATION);
      return contextNs === undefined ? null : Number(contextNs.toFixed(3));
    });
    expect(moments).toEqual([null, 2, 2, 2]);
  });
});
