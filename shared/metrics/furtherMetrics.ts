import { WEIGHTED_BYTECODES, WEIGHTED_BYTECODES_ERROR } from '../cct/cctTable.ts';
import { BYTECODES, BYTECODES_ERROR } from '../events/amounts.ts';
import { LIVE_BYTES, LIVE_OBJECTS } from '../cct/liveTable.ts';
import { BYTES, ELEMENTS, OBJECTS } from '../cct/madeColumns.ts';
import type { MetricUnit } from './metricUnit.ts';

/** What may be measured of each context beside calls and times. It sums: that of a context and of all below it is its total. */
export interface FurtherMetric {
  /** Its column in the recording, and its field in JSON; its total is totalId. */
  readonly id: string;
  /** Behind "Self" and "Total". */
  readonly title: string;
  /** Other names on the command line. */
  readonly aliases?: readonly string[];
  readonly unit: MetricUnit;
  /** The same on each run of a program that does the same. */
  readonly isExact: boolean;
  /** Of a choice of metrics (recording/options/chosenMetrics.ts): who asks for that measures it. */
  readonly part?: string;
  /** The metric that bounds its error, where a recording has that: it was counted by whole blocks. */
  readonly errorId?: string;
  /** The field of its error, where samples of the bare program tell both. */
  readonly sampledErrorId?: string;
}

/** What the context takes in the bare program: its samples, and its part of those of its method (recording/sampledTimes.ts). */
export const SAMPLED_TIME = 'sampledNs';
/** Samples of a sampler that were taken of the context. */
export const SAMPLES = 'samples';
/** On a core, by samples that each tell their period: of JDK 25 and later. */
export const CPU_TIME = 'cpuNs';
// Times in which a thread stood still, from the JVM's events. No clock of samples or probes is in them.
export const BLOCKED = 'blockedNs';
/** How often it was blocked. */
export const BLOCKED_TIMES = 'blocks';
export const WAITING = 'waitingNs';
export const PARKED = 'parkedNs';
export const SLEEPING = 'sleepingNs';
// Memory that was asked for, by samples that each stand for the bytes since the one before.
export const ALLOCATED = 'allocatedBytes';
/** Of the system, by native code. */
export const MALLOC = 'mallocBytes';

const OF_OBJECTS = { isExact: true, part: 'objects' } as const;

/** One entry each: file, reports, comparison, gates, exports and window take it from here. */
export const FURTHER_METRICS: readonly FurtherMetric[] = [
  {
    ...{ id: BYTECODES, title: 'Bytecodes', unit: 'bytecodes', isExact: true },
    ...{ part: 'bytecodes', errorId: BYTECODES_ERROR },
  },
  { id: BYTECODES_ERROR, title: 'Bytecodes ±', unit: 'bytecodes', isExact: true },
  {
    id: WEIGHTED_BYTECODES,
    title: 'Weighted Bytecodes',
    aliases: ['weighted'],
    unit: 'bytecodes',
    isExact: true,
    part: 'bytecodes',
    errorId: WEIGHTED_BYTECODES_ERROR,
  },
  { id: WEIGHTED_BYTECODES_ERROR, title: 'Weighted Bytecodes ±', unit: 'bytecodes', isExact: true },
  { id: OBJECTS, title: 'Objects', unit: 'count', ...OF_OBJECTS },
  { id: ELEMENTS, title: 'Elements', unit: 'count', ...OF_OBJECTS },
  { id: BYTES, title: 'Bytes', unit: 'bytes', ...OF_OBJECTS },
  { id: LIVE_OBJECTS, title: 'Live Objects', aliases: ['live'], unit: 'count', isExact: false },
  { id: LIVE_BYTES, title: 'Live Bytes', unit: 'bytes', isExact: false },
  { id: SAMPLED_TIME, title: 'Time (sampled)', unit: 'ns', isExact: false, sampledErrorId: 'sampledErrorNs' },
  { id: SAMPLES, title: 'Samples', unit: 'samples', isExact: false },
  { id: CPU_TIME, title: 'CPU Time', unit: 'ns', isExact: false },
  { id: BLOCKED, title: 'Blocked', unit: 'ns', isExact: false },
  { id: BLOCKED_TIMES, title: 'Blocks', unit: 'count', isExact: false },
  { id: WAITING, title: 'Waiting', unit: 'ns', isExact: false },
  { id: PARKED, title: 'Parked', unit: 'ns', isExact: false },
  { id: SLEEPING, title: 'Sleeping', unit: 'ns', isExact: false },
  { id: ALLOCATED, title: 'Allocated', unit: 'bytes', isExact: false },
  { id: MALLOC, title: 'Malloc', unit: 'bytes', isExact: false },
];
