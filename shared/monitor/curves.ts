import { formatBytes, formatCount, SEPARATOR } from '../naming/formatNumbers.ts';
import type { MonitoredJvm, MonitorSample } from './monitorSample.ts';

/** What is asked next, to know why a curve is as it is. */
export type Explanation = 'samples' | 'heap' | 'threads';

export type CurveUnit = 'cores' | 'bytes' | 'count' | 'msPerS';

/** Some numbers of a JVM in the course of time, of one unit: a picture, or a column. */
export interface Curve {
  readonly id: 'cpu' | 'heap' | 'pools' | 'pauses' | 'threads' | 'classes';
  readonly title: string;
  readonly unit: CurveUnit;
  readonly lines: readonly CurveLine[];
  readonly explainedBy: Explanation;
}

export interface CurveLine {
  readonly name: string;
  /** In the unit of the curve; null: not known in that time. */
  readonly of: (sample: MonitorSample) => number | null;
}

/** All of them, in the order in which they are shown. */
export function curvesOf({ pools }: Pick<MonitoredJvm, 'pools'>): readonly Curve[] {
  return [
    {
      ...{ id: 'cpu', title: 'CPU', unit: 'cores', explainedBy: 'samples' },
      lines: [
        { name: 'process', of: (sample) => sample.processCores },
        { name: 'collector', of: (sample) => sample.collectorCores },
        { name: 'machine', of: (sample) => sample.machineCores },
      ],
    },
    {
      ...{ id: 'heap', title: 'Heap', unit: 'bytes', explainedBy: 'heap' },
      lines: [
        { name: 'used', of: (sample) => sample.heapUsedBytes },
        { name: 'committed', of: (sample) => sample.heapCommittedBytes },
      ],
    },
    {
      ...{ id: 'pools', title: 'Memory Pools', unit: 'bytes', explainedBy: 'heap' },
      lines: pools.map((name, pool) => ({ name, of: (sample) => sample.poolUsedBytes.at(pool) ?? null })),
    },
    {
      ...{ id: 'pauses', title: 'Pauses', unit: 'msPerS', explainedBy: 'samples' },
      lines: [
        { name: 'safepoints', of: (sample) => perSecond(sample.safepointMs, sample) },
        { name: 'collections', of: (sample) => perSecond(sample.collectionMs, sample) },
      ],
    },
    {
      ...{ id: 'threads', title: 'Threads', unit: 'count', explainedBy: 'threads' },
      lines: [
        { name: 'live', of: (sample) => sample.liveThreads },
        { name: 'daemon', of: (sample) => sample.daemonThreads },
        { name: 'with those of the JVM', of: (sample) => sample.systemThreads },
      ],
    },
    {
      ...{ id: 'classes', title: 'Classes', unit: 'count', explainedBy: 'heap' },
      lines: [{ name: 'loaded', of: (sample) => sample.loadedClasses }],
    },
  ];
}

function perSecond(ms: number | null, { lengthMs }: MonitorSample): number | null {
  return ms === null ? null : (1000 * ms) / lengthMs;
}

/** With its unit: 1.52 cores, 12.0 MiB, 31, 4.2 ms/s; – where it is not known. */
export function curveValueText(value: number | null, unit: CurveUnit): string {
  if (value === null) return '–';
  switch (unit) {
    case 'cores':
      return `${value.toFixed(2)} ${value.toFixed(2) === '1.00' ? 'core' : 'cores'}`;
    case 'bytes':
      return formatBytes(value);
    case 'count':
      return formatCount(value, SEPARATOR);
    case 'msPerS':
      return `${value.toFixed(1)} ms/s`;
  }
}
