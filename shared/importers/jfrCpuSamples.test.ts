import { expect, it } from 'vitest';
import { recordingResults } from '../recording/recordingResults.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { LiveRecording } from './liveRecording.ts';
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

/** Of a chunk (jfrChunk.ts). */
const HEADER_BYTES = 68;
const TIMED = Array<string>(21).fill('main: A.a B.b');

it('takes samples of CPU time for the times, each for the period that it tells, and leaves out those of a timer', () => {
  const stacks = ['main: A.a B.b', 'main: A.a N.write cpu 2000000', 'main: A.a N.write cpu 3000000'];
  for (const file of [stacks, stacks.toReversed(), stacks.slice(1)]) {
    const { clock, calibration, notes } = openRecording(jfrFile(file));
    expect(timesOf(file)).toMatchObject({ a: [0, undefined, undefined], write: [5e6, undefined, undefined] });
    expect([clock, calibration.stepNs > 1e6 && calibration.stepNs < 4e6, notes]).toEqual([
      'cpuSamples',
      true,
      [],
    ]);
  }
  expect(timesOf(stacks)).not.toHaveProperty('b');
});

it('has them beside the times of a timer where they are hardly any, as another profiler has taken their signal', () => {
  const stacks = [...TIMED, 'main: A.a B.b cpu 4000000', 'main: A.a cpu 2000000'];
  expect(timesOf(stacks)).toEqual({ a: [0, 2e6, 6e6], b: [210e6, 4e6, 4e6] });
  expect(openRecording(jfrFile(stacks)).clock).toBe('samples');
  expect(openRecording(jfrFile([...stacks, 'main: A.a cpu 1000000'])).clock).toBe('cpuSamples');
});

it('tells that a part of the samples is by a timer', () => {
  const chunks = [jfrFile(TIMED), jfrFile(Array<string>(29).fill('main: A.a cpu 10000000'))];
  const { clock, notes } = openRecording(Buffer.concat(chunks));
  expect([clock, ...notes]).toEqual([
    'cpuSamples',
    '21 of 50 samples are by the timer, which sees no native code: for a while the JVM took none of CPU time.',
  ]);
});

it('has the period of its samples, also where the last chunk has none', () => {
  const chunks = [jfrFile(['main: A.a cpu 4000000'], '20 ms'), jfrFile([], '20 ms')];
  expect(openRecording(Buffer.concat(chunks)).calibration.stepNs).toBe(4e6);
});

it('is read anew where a chunk that grows turns out to have samples of CPU time', () => {
  const early = jfrFile(['main: A.a N.write cpu 10000000', ...TIMED]);
  const event = early.slice(HEADER_BYTES, HEADER_BYTES + (early[HEADER_BYTES] & 0x7f));
  const late = Uint8Array.from([...early, ...event, ...event]);
  new DataView(late.buffer).setBigInt64(8, BigInt(late.length));
  const live = new LiveRecording(() => false);
  const add = (file: Uint8Array, at: number): void =>
    live.add([{ chunk: 0, at, header: file.subarray(0, HEADER_BYTES), bytes: file.subarray(at) }]);
  add(early, 0);
  expect(live.snapshot().clock).toBe('samples');
  add(late, early.length);
  expect(live.snapshot()).toEqual(openRecording(late));
  expect(live.snapshot().clock).toBe('cpuSamples');
});
