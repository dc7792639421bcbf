import { describe, expect, it } from 'vitest';
import { deepTable } from '../testing/tableOf.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { reportJson } from './reportJson.ts';
import type { Snapshot } from '../recording/snapshot.ts';

const CALIBRATION = {
  innerNs: 1,
  outerNs: 2,
  spreadNs: 0.25,
  countNs: 0.5,
  countSpreadNs: 0.125,
  pausedPairNs: 0,
  pausedSpreadNs: 0,
  starvedPairNs: 0,
  starvedSpreadNs: 0,
  stepNs: 0,
  compilingShare: 0,
};
const twoThreads = exampleSnapshot(
  `
  main: 0>A 10>B 20<B 20>C 40<C 45<A
  other "thread": 5>B 9<B`,
  { calibration: CALIBRATION },
  { C: { className: 'demo.Gr\u00fc\u00dfe$1', name: '<init>', descriptor: '(I)V' } },
);

describe('the JSON report', () => {
  it('has exactly this form', () => {
    expect(reportOf(twoThreads)).toEqual({
      format: 'sluice-report',
      version: 1,
      target: {
        pid: 4242,
        mainClass: 'demo.Demo',
        javaVersion: '17.0.15',
        vmName: 'OpenJDK 64-Bit Server VM',
        commandLine: 'java -cp demo.jar demo.Demo',
      },
      roots: ['demo.Demo::A'],
      scheme: 'lazy',
      clock: 'nano',
      metrics: 'calls,time',
      bytecodes: 'precise',
      filter: { includes: [], excludes: [], includeCore: false },
      switches: [],
      followThreads: false,
      countTrivial: true,
      chargeCoreWaits: false,
      bareFirst: false,
      accountsOnly: false,
      sampledTimes: 'off',
      startedAtMs: 1_760_000_000_000,
      durationMs: 2_500,
      pausedMs: 0,
      timeline: [],
      calibration: CALIBRATION,
      complete: true,
      losses: [],
      notes: [],
      refusals: [],
      droppedEvents: 0,
      instrumentedMethods: 5,
      calledMethods: 3,
      instrumentedPerCalled: 5 / 3,
      reasons: [],
      instrumentation: { classes: 1, hotSwaps: 2, swapMs: 40, analysisMs: 12 },
      overhead: { probeNs: 12, programNs: 41 },
      classes: [
        { class: 'demo.Demo', planned: 2, instrumented: 2, called: 2 },
        { class: 'demo.Gr\u00fc\u00dfe$1', planned: 1, instrumented: 1, called: 1 },
      ],
      threads: [
        {
          id: 1,
          name: 'main',
          tree: node(0, '', 'main', '', 0, 0, 38, 0, [
            node(1, 'demo.Demo', 'A', '()V', 1, 10, 38, 4, [
              node(3, 'demo.Gr\u00fc\u00dfe$1', '<init>', '(I)V', 1, 19, 19, 4, []),
              node(2, 'demo.Demo', 'B', '()V', 1, 9, 9, 3, []),
            ]),
          ]),
        },
        {
          id: 2,
          name: 'other "thread"',
          tree: node(0, '', 'other "thread"', '', 0, 0, 3, 0, [
            node(1, 'demo.Demo', 'B', '()V', 1, 3, 3, 2, []),
          ]),
        },
      ],
      methods: [
        method('demo.Gr\u00fc\u00dfe$1', '<init>', '(I)V', 1, 19, 19, 3),
        method('demo.Demo', 'B', '()V', 2, 12, 12, 6),
        method('demo.Demo', 'A', '()V', 1, 10, 38, 3),
      ],
    });
  });

  it('marks methods that were only counted', () => {
    const counted = { method: 'B', calls: 1, selfNs: 0, totalNs: 0, timed: false };
    const report = reportOf(exampleSnapshot('main: 0>A +B 10<A'));
    expect(report).toMatchObject({
      threads: [{ tree: { children: [{ method: 'A', children: [{ ...counted, children: [] }] }] } }],
      methods: [{ method: 'A', selfNs: 10 }, counted],
    });
    expect(JSON.stringify(report).match(/"timed":/g)).toHaveLength(2);
  });

  it('sorts by calls where there is no clock', () => {
    const report = reportOf(exampleSnapshot('main: >A >B <B >C <C >C <C <A', { clock: 'none' }));
    expect(
      JSON.stringify(report)
        .match(/"method":"."/g)
        ?.map((text) => text[10]),
    ).toEqual([...['A', 'C', 'B'], ...['C', 'A', 'B']]);
  });

  it('says "[]" where there is nothing', () => {
    expect(reportOf(exampleSnapshot('main: |'))).toMatchObject({
      threads: [],
      methods: [],
      calledMethods: 0,
    });
  });

  it('is written for a tree of 100,000 levels, in pieces', () => {
    const snapshot = exampleSnapshot('main: 0>A 1>B 2<B 3<A');
    const thread = { ...snapshot.threads[0], table: deepTable(100_000, 2) };
    const pieces = [...reportJson({ ...snapshot, threads: [thread] })];
    expect(pieces.length).toBeGreaterThan(50);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(100_000);
    expect(pieces.join('').match(/"children":\[/g)).toHaveLength(100_001);
  });
});

function reportOf(snapshot: Snapshot): unknown {
  return JSON.parse([...reportJson(snapshot)].join(''));
}

function node(
  number: number,
  className: string,
  method: string,
  descriptor: string,
  calls: number,
  selfNs: number,
  totalNs: number,
  errorNs: number,
  children: unknown[],
): unknown {
  const names = { class: className, method, descriptor };
  return { node: number, ...names, calls, selfNs, totalNs, errorNs, children };
}

function method(
  className: string,
  name: string,
  descriptor: string,
  calls: number,
  selfNs: number,
  totalNs: number,
  probeNs: number,
): unknown {
  return { class: className, method: name, descriptor, calls, selfNs, totalNs, probeNs };
}
