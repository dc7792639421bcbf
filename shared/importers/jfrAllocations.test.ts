import { expect, it } from 'vitest';
import { recordingResults } from '../recording/recordingResults.ts';
import { jfrFile, profilerSettings } from '../testing/jfrFile.ts';
import { openRecording } from './openRecording.ts';

const STACKS = [
  'main: A.run B.make allocated 524288',
  'main: A.run B.make allocated 1048576',
  'main: A.run libc.so.6|malloc malloc 64',
  'main: A.run free',
];

it('has what was allocated at each context, of files that have no samples of work', () => {
  const snapshot = openRecording(jfrFile(STACKS, profilerSettings('', 0)));
  const { all, methods } = recordingResults(snapshot);
  const of = (metric: string): number[] => [...(all.metrics?.get(metric)?.total ?? [])];
  expect(Array.from(all.method.subarray(1), (id) => methods.get(id).name)).toEqual(['run', 'make', 'malloc']);
  expect(of('allocatedBytes')).toEqual([1_572_864, 1_572_864, 1_572_864, 0]);
  expect(of('mallocBytes')).toEqual([64, 64, 0, 64]);
});

it('says of which events with stacks there is no view', () => {
  expect(openRecording(jfrFile(STACKS)).notes).toEqual([
    'Events with stacks that are not shown: 1 of profiler.Free.',
  ]);
});
