import { expect, it } from 'vitest';
import { curvesOf } from './curves.ts';
import { curveText, monitorHead, monitorJson, monitorLine } from './monitorText.ts';
import type { MonitorSample } from './monitorSample.ts';

const SAMPLE: MonitorSample = {
  ...{ atMs: Date.UTC(2026, 10, 30, 16, 43, 2), lengthMs: 2000 },
  ...{ processCores: 1.526, collectorCores: 0.02, machineCores: 1.9 },
  ...{ heapUsedBytes: 12 << 20, heapCommittedBytes: 64 << 20, poolUsedBytes: [8 << 20, 4 << 20, 1 << 20] },
  ...{ liveThreads: 31, daemonThreads: 30, systemThreads: 45, loadedClasses: 12_345 },
  ...{ safepoints: 3, safepointMs: 8.4, collections: 2, collectionMs: 8.1 },
  busiest: [{ tid: 4712, name: 'http-nio-8080-e', cores: 0.913 }],
};
const NOTHING: MonitorSample = {
  ...{ atMs: SAMPLE.atMs, lengthMs: 1000, processCores: null, collectorCores: null, machineCores: null },
  ...{ heapUsedBytes: null, heapCommittedBytes: null, poolUsedBytes: [], systemThreads: 7 },
  ...{ liveThreads: null, daemonThreads: null, loadedClasses: null },
  ...{ safepoints: null, safepointMs: null, collections: null, collectionMs: null, busiest: null },
};
const JVM = { pools: ['Eden', 'Old', 'Metaspace'] };

it('a curve says its values with their unit, times per second', () => {
  const texts = (sample: MonitorSample | undefined): readonly string[] =>
    curvesOf(JVM).map((curve) => `${curve.id}: ${curveText(curve, sample)}`);
  expect(texts(SAMPLE)).toEqual([
    'cpu: process 1.53 cores, collector 0.02 cores, machine 1.90 cores',
    'heap: used 12.0 MiB, committed 64.0 MiB',
    'pools: Eden 8.0 MiB, Old 4.0 MiB, Metaspace 1.0 MiB',
    'pauses: safepoints 4.2 ms/s, collections 4.0 ms/s',
    'threads: live 31, daemon 30, with those of the JVM 45',
    'classes: loaded 12,345',
  ]);
  expect(texts(NOTHING).slice(2, 5)).toEqual([
    'pools: Eden –, Old –, Metaspace –',
    'pauses: safepoints –, collections –',
    'threads: live –, daemon –, with those of the JVM 7',
  ]);
  expect(texts(undefined)[1]).toBe('heap: used –, committed –');
});

it('a line has its columns below their titles, and the busiest thread in full', () => {
  const line = monitorLine(SAMPLE, new Map([[4712, 'http-nio-8080-exec-1']]));
  expect(`${monitorHead()}\n${line.replace(/^\d\d/, 'hh')}`).toBe(
    [
      '    time   cores      GC  machine        heap          of   GCs    GC ms  safepoints       ms  threads  classes  busiest thread',
      'hh:43:02    1.53    0.02     1.90    12.0 MiB    64.0 MiB     2      8.1           3      8.4       31   12,345  http-nio-8080-exec-1 0.91',
    ].join('\n'),
  );
  expect(monitorLine(NOTHING, new Map())).toMatch(/–\s+7\s+–$/);
});

it('JSON names pools and threads, and keeps what is not known as null', () => {
  expect(monitorJson(JVM, SAMPLE, new Map())).toMatchObject({
    time: '2026-11-30T16:43:02.000Z',
    pools: { Eden: 8 << 20, Old: 4 << 20, Metaspace: 1 << 20 },
    busiest: [{ tid: 4712, name: 'http-nio-8080-e', cores: 0.913 }],
  });
  expect(monitorJson(JVM, NOTHING, new Map())).toMatchObject({
    ...{ processCores: null, pools: { Eden: null }, busiest: null },
  });
});
