import type { MonitoredJvm, MonitorSample } from '../../monitor/monitorSample.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { columnsOf, type RowValue } from '../dataSets/rowColumns.ts';

/**
 * What was seen of a JVM from outside, as a recording has it:
 *
 *     monitor        a row for each second: CPU times, heap, pools, pauses, threads, classes
 *     busyThreads    the threads that ran most in each; the link names the row of monitor
 */
export function monitorSets(
  { pools }: Pick<MonitoredJvm, 'pools'>,
  samples: readonly MonitorSample[],
  names: ReadonlyMap<number, string>,
): readonly DataSet[] {
  return [monitorRows(pools, samples), busyThreadRows(samples, names)];
}

const isoTime = ({ atMs }: MonitorSample): string => new Date(atMs).toISOString();

/** What cores did in the time of a sample, as CPU time. */
function ranNs(cores: number | null, { lengthMs }: MonitorSample): number | null {
  return cores === null ? null : cores * lengthMs * 1e6;
}

function nsOf(ms: number | null): number | null {
  return ms === null ? null : ms * 1e6;
}

function monitorRows(pools: readonly string[], samples: readonly MonitorSample[]): DataSet {
  return {
    id: 'monitor',
    title: 'What the JVM did, each second',
    ...columnsOf(samples, {
      texts: [['time', 'Time', isoTime]],
      values: [
        ['length', 'Length', 'ns', ({ lengthMs }) => lengthMs * 1e6],
        ['processCpu', 'CPU Time', 'ns', (sample) => ranNs(sample.processCores, sample)],
        ['collectorCpu', 'CPU Time of the Collector', 'ns', (sample) => ranNs(sample.collectorCores, sample)],
        ['machineCpu', 'CPU Time of the Machine', 'ns', (sample) => ranNs(sample.machineCores, sample)],
        ['heapUsed', 'Heap Used', 'bytes', (sample) => sample.heapUsedBytes],
        ['heapCommitted', 'Heap Committed', 'bytes', (sample) => sample.heapCommittedBytes],
        ...pools.map((name, pool): RowValue<MonitorSample> => [
          ...([`pool${name}`, name, 'bytes'] as const),
          (sample) => sample.poolUsedBytes.at(pool) ?? null,
        ]),
        ['collections', 'Collections', 'count', (sample) => sample.collections],
        ['collectionTime', 'Time in Collections', 'ns', (sample) => nsOf(sample.collectionMs)],
        ['safepoints', 'Safepoints', 'count', (sample) => sample.safepoints],
        ['safepointTime', 'Time in Safepoints', 'ns', (sample) => nsOf(sample.safepointMs)],
        ['liveThreads', 'Live Threads', 'count', (sample) => sample.liveThreads],
        ['daemonThreads', 'Daemon Threads', 'count', (sample) => sample.daemonThreads],
        ['systemThreads', 'Threads of the System', 'count', (sample) => sample.systemThreads],
        ['loadedClasses', 'Loaded Classes', 'count', (sample) => sample.loadedClasses],
      ],
    }),
  };
}

function busyThreadRows(samples: readonly MonitorSample[], names: ReadonlyMap<number, string>): DataSet {
  const rows = samples.flatMap((sample, at) =>
    (sample.busiest ?? []).map((thread) => ({ sample, at, thread })),
  );
  return {
    id: 'busyThreads',
    title: 'Threads that ran most, each second',
    ...columnsOf(rows, {
      texts: [
        ['time', 'Time', ({ sample }) => isoTime(sample)],
        ['thread', 'Thread', ({ thread: { tid, name } }) => names.get(tid) ?? name],
      ],
      links: [['monitor', 'Second', ({ at }) => at]],
      values: [['cpu', 'CPU Time', 'ns', ({ sample, thread }) => ranNs(thread.cores, sample)]],
    }),
  };
}
