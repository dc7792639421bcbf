import { describe, expect, it } from 'vitest';
import { exactTree } from '../cct/overhead.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { tablesOf } from '../testing/tableOf.ts';
import { costlyMethods, probeOverhead } from './probeOverhead.ts';
import { reportText } from '../report/reportText.ts';

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

  it('is reported with what to do about it', () => {
    const script = 'main: 0>A 1000>B 1020<B 2000>B 2020<B +G 5000>C 9000<C 10000<A';
    const snapshot = exampleSnapshot(script, { calibration: CALIBRATION });
    const report = [...reportText(snapshot, { view: 'overhead', top: 3, names: 'shortened' })];
    expect(report.slice(6)).toEqual([
      "The probes took 102 ns beside the program's 9.91 µs: 1.0 % of both. 1 method (*) took less than its probes.",
      '',
      '  Share  Probes [ns]  Self Time [µs]  Invocations    Method',
      ' 49.0 %           50           0.020            2  * d.Demo.B()',
      ' 24.5 %           25           5.903            1    d.Demo.A()',
      ' 24.5 %           25           3.990            1    d.Demo.C()',
      '… 1 smaller rows are not shown',
      '',
      'Switch off while it records (off PATTERN), or leave out the next time (--exclude PATTERN):',
      "  'demo.Demo::B()'",
      '',
    ]);
    const untimed = exampleSnapshot('main: >A <A', { clock: 'none' });
    const text = [...reportText(untimed, { view: 'overhead', top: 3, names: 'short' })].join('\n');
    expect(text).toContain('Without a clock nobody knows what the probes cost: record with --clock nano.');
  });
});
