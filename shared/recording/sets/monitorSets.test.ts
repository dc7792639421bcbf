import { expect, it } from 'vitest';
import { MonitorSampler } from '../../monitor/monitorSampler.ts';
import type { MonitorSample } from '../../monitor/monitorSample.ts';
import { encodeSnapshot, decodeSnapshot } from '../file/snapshotCodec.ts';
import { dataSetRecording } from './dataSetRecording.ts';
import { monitorSets } from './monitorSets.ts';

const NOTHING = { machineNs: null, systemThreads: 9, threads: null, counters: null, heapUsedBytes: 5 };

/** Two seconds: a thread that ran for 300 ms of the first, and nothing known of the second. */
function samples(): readonly MonitorSample[] {
  const sampler = new MonitorSampler('G1');
  const threads = (ms: number) => new Map([[7, { name: 'http-nio-8080-e', ranNs: ms * 1e6 }]]);
  return [
    { ...NOTHING, atMs: 0, processNs: 0, threads: threads(0) },
    { ...NOTHING, atMs: 1000, processNs: 400e6, threads: threads(300) },
    { ...NOTHING, atMs: 2000, processNs: null },
  ].flatMap((look) => sampler.next(look) ?? []);
}

it('seconds of a monitor are rows of a recording, and threads name theirs', () => {
  const target = { pid: 4711, mainClass: 'Shop', javaVersion: '', commandLine: '', vmName: '' };
  const sets = monitorSets({ pools: ['Eden'] }, samples(), new Map([[7, 'http-nio-8080-exec-1']]));
  const { dataSets } = decodeSnapshot(encodeSnapshot(dataSetRecording(sets, { target, startedAtMs: 0 })));
  const [monitor, threads] = dataSets;
  const column = (id: string): readonly number[] => [
    ...(monitor.values.find((one) => one.id === id)?.values ?? []),
  ];
  expect(monitor.texts[0].texts).toEqual(['1970-01-01T00:00:01.000Z', '1970-01-01T00:00:02.000Z']);
  expect(column('processCpu')).toEqual([400e6, NaN]);
  expect(column('heapUsed')).toEqual([5, 5]);
  expect(column('poolEden')).toEqual([NaN, NaN]);
  expect(column('safepointTime')).toEqual([NaN, NaN]);
  expect(threads.texts[1].texts).toEqual(['http-nio-8080-exec-1']);
  expect([...threads.links[0].rows]).toEqual([0]);
  expect([...threads.values[0].values]).toEqual([300e6]);
});
