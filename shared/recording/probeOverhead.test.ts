import { describe, expect, it } from 'vitest';
import { exactTree } from '../cct/overhead.ts';
import { tablesOf } from '../testing/tableOf.ts';
import { costlyMethods, probeOverhead } from './probeOverhead.ts';

const CALIBRATION = {
  innerNs: 10,
  outerNs: 15,
  spreadNs: 1,
  countNs: 2,
  countSpreadNs: 0.5,
  pausedPairNs: 0,
  pausedSpreadNs: 0,
  starvedPairNs: 0,
  starvedSpreadNs: 0,
  stepNs: 0,
  compilingShare: 0,
};

/** A calls B twice, which is short, and C once, which is long; B also runs in another thread; G is counted only. */
const SCRIPT = `
  main: 0>A 100>B 130<B 200>B 230<B +G +G +G 300>C 1310<C 1500<A
  worker: 0>A 100>B 150<B 400<A`;

describe('what the probes cost', () => {
  it('is told by method over all contexts and threads, the dearest first', () => {
    const { tables, methodNames } = tablesOf(SCRIPT);
    const trees = [...tables.values()].map((table) => exactTree(table, CALIBRATION, 'nano'));
    const overhead = probeOverhead(trees, CALIBRATION);
    const rows = overhead.methods.map(({ methodId, calls, probeNs, selfNs, share }) =>
      [methodNames.get(methodId), calls, probeNs, selfNs, share.toFixed(2)].join(' '),
    );
    expect(rows).toEqual(['B 3 75 80 0.48', 'A 2 50 694 0.32', 'C 1 25 1000 0.16', 'G 3 6  0.04']);
    expect(overhead.probeNs).toBe(156);
    expect(overhead.programNs).toBe(1774);
  });

  it('makes a method costly when it took less than its probes, unless it is a root or only counted', () => {
    const { tables, methodNames } = tablesOf('main: 0>A 10>B 21<B 30<A +G');
    const trees = [...tables.values()].map((table) => exactTree(table, CALIBRATION, 'nano'));
    const costly = costlyMethods(probeOverhead(trees, CALIBRATION), (id) => methodNames.get(id) === 'A');
    expect(costly.map(({ methodId }) => methodNames.get(methodId))).toEqual(['B']);
  });

  it('is nothing where nothing was called', () => {
    expect(probeOverhead([], CALIBRATION)).toEqual({ probeNs: 0, programNs: 0, methods: [] });
  });
});
