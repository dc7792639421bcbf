import { expect, it } from 'vitest';
import { recordingResults } from '../recording/recordingResults.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { openRecording } from './openRecording.ts';

/** @returns method -> [self time, CPU time alone, and with all below it; undefined: no such column] */
function timesOf(stacks: readonly string[]): Record<string, (number | undefined)[]> {
  const { all, methods } = recordingResults(openRecording(jfrFile(stacks)));
  const cpu = all.metrics?.get('cpuNs');
  return Object.fromEntries(
    Array.from(all.method.subarray(1), (id, i) => [
      methods.get(id).name,
      [all.selfNs[i + 1], cpu?.self[i + 1], cpu?.total[i + 1]],
    ]),
  );
}

it('has CPU time by the period that each sample tells, beside the times of a timer', () => {
  const times = timesOf([
    'main: A.a B.b',
    'main: A.a B.b cpu 4000000',
    'main: A.a cpu 2000000',
    'main: A.a B.b cpu 3000000',
  ]);
  expect(times).toEqual({ a: [0, 2e6, 9e6], b: [10e6, 7e6, 7e6] });
});

it('takes them for the times of a file that has no others', () => {
  const stacks = ['main: A.a cpu 2000000', 'main: A.a cpu 3000000'];
  expect(timesOf(stacks)).toEqual({ a: [5e6, undefined, undefined] });
  expect(openRecording(jfrFile(stacks)).calibration.stepNs).toBe(3e6);
});
