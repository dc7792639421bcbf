import { expect, it } from 'vitest';
import { eventColumns } from '../jvmEvents/eventSet.ts';
import { timelineOf } from '../jvmEvents/tracks.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { LiveRecording } from './liveRecording.ts';
import { openRecording } from './openRecording.ts';

/** Several chunks, one after the other: a thread may have another name in each. */
function chunks(...ofChunks: readonly (readonly string[])[]): Uint8Array {
  return Buffer.concat(ofChunks.map((stacks) => jfrFile(stacks)));
}

/** id, name and samples of each thread. */
function threadsOf(file: Uint8Array): (readonly [number, string, number])[] {
  return openRecording(file).threads.map(({ id, name, table }) => [
    id,
    name,
    (table.more?.get('samples') ?? new Float64Array()).reduce((sum, samples) => sum + samples, 0),
  ]);
}

it('keeps a thread whole that was renamed between chunks, under all its names', () => {
  expect(threadsOf(chunks(['early#3: A.alpha'], ['late#3: A.beta', 'late#3: A.gamma']))).toEqual([
    [3, 'early, late', 3],
  ]);
  const requests = Array.from({ length: 50 }, (_, i) => [`request ${i}#31: A.run B.work`]);
  expect(threadsOf(chunks(...requests))).toEqual([
    [31, 'request 0, request 1, request 2 and 47 more names', 50],
  ]);
});

it('tells threads apart that are none of Java’s, though all have its id 0', () => {
  expect(
    threadsOf(jfrFile(['gc#-4699: |mark', 'gc#-4700: |mark', 'main#1: A.run', 'gc#-4700: |mark'])),
  ).toEqual([
    [-4699, 'gc', 1],
    [-4700, 'gc', 2],
    [1, 'main', 1],
  ]);
});

it('takes two threads of one name for two, and those without any number by their names', () => {
  expect(threadsOf(chunks(['pool#7: A.run'], ['pool#8: A.run']))).toEqual([
    [7, 'pool', 1],
    [8, 'pool', 1],
  ]);
  const unnumbered = threadsOf(chunks(['a#0: A.run', 'b#0: A.run'], ['b#0: A.run']));
  expect(unnumbered.map(([, ...facts]) => facts)).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(new Set(unnumbered.map(([id]) => id)).size).toBe(2);
});

it('has one tree of all virtual threads, which has the name of none of them', () => {
  expect(threadsOf(jfrFile(['vt-0~31: A.run', 'vt-1~32: A.run', 'main#1: A.run']))).toEqual([
    [0, 'virtual threads', 2],
    [1, 'main', 1],
  ]);
});

it('has the waits of a renamed thread in its one track', () => {
  const snapshot = openRecording(
    chunks(
      ['early#3: A.alpha', 'early#3@5: A.b blocked 500 on C by w'],
      ['late#3: A.beta blocked 700 on C by w'],
    ),
  );
  const tracks = timelineOf(snapshot.dataSets, snapshot.durationMs).tracks.filter(
    ({ kind }) => kind === 'thread',
  );
  expect(tracks).toMatchObject([
    {
      title: 'early, late',
      states: [{ state: 'running' }, { state: 'blocked', spans: { rows: { length: 2 } } }],
    },
  ]);
  expect(eventColumns(snapshot.dataSets)?.thread).toEqual(['early, late', 'early, late']);
});

it('is the same of chunks that come one after the other as of the whole', () => {
  const files = [jfrFile(['a#3: A.run', 'gc#-9: |mark']), jfrFile(['b#3: A.run', 'c#4: A.run'])];
  const live = new LiveRecording(() => false);
  files.forEach((bytes, chunk) => live.add([{ chunk, at: 0, header: bytes.subarray(0, 68), bytes }]));
  expect(live.snapshot()).toEqual(openRecording(Buffer.concat(files)));
});
