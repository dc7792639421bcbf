import { formatBytes, formatCount, SEPARATOR } from '../naming/formatNumbers.ts';
import { curveValueText, type Curve } from './curves.ts';
import type { MonitoredJvm, MonitorSample } from './monitorSample.ts';

/** What one curve says of a moment: "process 1.52 cores, collector 0.02 cores". @param sample none: nothing is known yet */
export function curveText({ unit, lines }: Curve, sample: MonitorSample | undefined): string {
  return lines
    .map(({ name, of }) => `${name} ${curveValueText(sample ? of(sample) : null, unit)}`)
    .join(', ');
}

type Cell = (sample: MonitorSample) => string;

const cores = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
const bytes = (value: number | null): string => (value === null ? '–' : formatBytes(value));
const count = (value: number | null): string => (value === null ? '–' : formatCount(value, SEPARATOR));
const ms = (value: number | null): string => (value === null ? '–' : value.toFixed(1));

const COLUMNS: readonly { readonly title: string; readonly width: number; readonly cell: Cell }[] = [
  { title: 'time', width: 8, cell: ({ atMs }) => timeOfDay(atMs) },
  { title: 'cores', width: 6, cell: (sample) => cores(sample.processCores) },
  { title: 'GC', width: 6, cell: (sample) => cores(sample.collectorCores) },
  { title: 'machine', width: 7, cell: (sample) => cores(sample.machineCores) },
  { title: 'heap', width: 10, cell: (sample) => bytes(sample.heapUsedBytes) },
  { title: 'of', width: 10, cell: (sample) => bytes(sample.heapCommittedBytes) },
  { title: 'GCs', width: 4, cell: (sample) => count(sample.collections) },
  { title: 'GC ms', width: 7, cell: (sample) => ms(sample.collectionMs) },
  { title: 'safepoints', width: 10, cell: (sample) => count(sample.safepoints) },
  { title: 'ms', width: 7, cell: (sample) => ms(sample.safepointMs) },
  { title: 'threads', width: 7, cell: (sample) => count(sample.liveThreads ?? sample.systemThreads) },
  { title: 'classes', width: 7, cell: (sample) => count(sample.loadedClasses) },
];

/** What stands above the lines of samples. */
export function monitorHead(): string {
  return `${COLUMNS.map(({ title, width }) => title.padStart(width)).join('  ')}  busiest thread`;
}

/** A sample in one line, as vmstat has it. @param names of threads, in full where they are known */
export function monitorLine(sample: MonitorSample, names: ReadonlyMap<number, string>): string {
  const [busiest] = sample.busiest ?? [];
  const thread = busiest ? `  ${names.get(busiest.tid) ?? busiest.name} ${cores(busiest.cores)}` : '';
  return COLUMNS.map(({ width, cell }) => cell(sample).padStart(width)).join('  ') + thread;
}

/** A sample as an object of JSON: docs/monitor.md. */
export function monitorJson(
  { pools }: Pick<MonitoredJvm, 'pools'>,
  sample: MonitorSample,
  names: ReadonlyMap<number, string>,
): Readonly<Record<string, unknown>> {
  const { atMs, poolUsedBytes, busiest, ...rest } = sample;
  return {
    time: new Date(atMs).toISOString(),
    ...rest,
    pools: Object.fromEntries(pools.map((name, pool) => [name, poolUsedBytes.at(pool) ?? null])),
    busiest:
      busiest?.map(({ tid, name, cores: ran }) => ({ tid, name: names.get(tid) ?? name, cores: ran })) ??
      null,
  };
}

/** In the reader's own time zone: 16:43:02. */
export function timeOfDay(atMs: number): string {
  return new Date(atMs).toTimeString().slice(0, 8);
}
