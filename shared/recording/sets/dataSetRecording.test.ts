import { expect, test } from 'vitest';
import { dataSetRecording } from './dataSetRecording.ts';
import { decodeSnapshot, encodeSnapshot } from '../file/snapshotCodec.ts';

const TARGET = { pid: 7, mainClass: 'demo.Shop', javaVersion: '21', vmName: 'VM', commandLine: '' };

test('a recording of data sets alone has every option as a file has that is from before there was that option', () => {
  const recording = dataSetRecording([], { target: TARGET, startedAtMs: 1 });
  expect(recording).toMatchObject({
    ...{ clock: 'none', scheme: 'lazy', metrics: 'calls,time', bytecodes: 'precise', sampledTimes: 'off' },
    ...{ includes: null, excludes: null, includeCore: null, chargeCoreWaits: null, bareFirst: null },
    ...{ followThreads: false, countTrivial: false, accountsOnly: false },
    ...{ live: [], when: [], split: [], weights: [], accounts: [], slowCalls: [] },
  });
  expect(decodeSnapshot(encodeSnapshot(recording))).toEqual(recording);
});
