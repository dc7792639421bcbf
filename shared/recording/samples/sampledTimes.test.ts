import { expect, it } from 'vitest';
import { ensure } from '../../base/assert.ts';
import { jfrRecording } from '../../importers/jfrRecording.ts';
import { exampleSnapshot } from '../../testing/exampleSnapshot.ts';
import { jfrFile } from '../../testing/jfrFile.ts';
import { recordingResults } from '../recordingResults.ts';
import type { SampledPhase } from '../sampledPhase.ts';
import { withSampledTimes, type BareSampling } from './sampledTimes.ts';
import type { Snapshot } from '../snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from '../file/snapshotCodec.ts';

const PERIOD_NS = 1e6;

/** @param stacks of A, B, C without their class: 'A B' */
function phase(
  when: SampledPhase['when'],
  stacks: readonly string[],
  changes: Partial<Snapshot> = {},
): BareSampling['phases'][number] {
  const frames = (stack: string): string =>
    stack
      .split(' ')
      .map((name) => (name.length === 1 ? `demo.Demo.${name}` : name))
      .join(' ');
  const sampling = jfrRecording(
    jfrFile(
      stacks.map((stack) => `main: ${frames(stack)}`),
      '1 ms',
    ),
  );
  return { when, sampling: { ...sampling, durationMs: 1_000, ...changes } };
}

function times(count: number, stack: string): string[] {
  return Array<string>(count).fill(stack);
}

/** context as 'A>B' -> [sampled self, own samples], ns and samples */
function sampledOf(recorded: Snapshot, phases: BareSampling['phases'], callsPerSecond: number | null) {
  const { threads, bareSamples, notes } = combined(recorded, phases, callsPerSecond);
  const { all, methods } = recordingResults({ ...recorded, threads });
  const paths = [''];
  for (let node = 1; node < all.length; node++) {
    const caller = paths[all.parent[node]];
    paths[node] = `${caller}${caller === '' ? '' : '>'}${methods.get(all.method[node]).name}`;
  }
  const [ns, samples] = ['sampledNs', 'samples'].map((id) => all.metrics?.get(id)?.self);
  const of = Object.fromEntries(paths.slice(1).map((path, i) => [path, [ns?.[i + 1], samples?.[i + 1]]]));
  return { of, bareSamples, notes };
}

function combined(recorded: Snapshot, phases: BareSampling['phases'], callsPerSecond: number | null) {
  const { threads, sampledTimes, notes } = withSampledTimes(recorded, {
    phases,
    rootCalls: callsPerSecond === null ? null : { passes: callsPerSecond, ms: 1_000, threads: [] },
  });
  return { threads, bareSamples: sampledTimes, notes };
}

/** Two calls of A; B is called 10 times below it, and 10 times below C. */
const SCRIPT = `main: 0>A ${calls('B', 10)} 100>C ${calls('B', 10)} 900<C 910<A 920>A 930<A`;

function calls(name: string, count: number): string {
  return Array.from({ length: count }, () => `101>${name} 101<${name}`).join(' ');
}

it('lays stacks on the tree frame by frame from the root on; what carries no probe is its nearest measured caller’s', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const { of, bareSamples, notes } = sampledOf(
    recorded,
    [
      phase('before', [
        ...times(200, 'demo.Main.main A java.util.Map.get'),
        ...times(100, 'A B java.lang.String.hashCode'),
        ...times(100, 'A jdk.Call.it C'),
        ...times(100, 'C'), // outside of the root
      ]),
    ],
    2,
  );
  expect(bareSamples.phases[0]).toMatchObject({
    samples: 500,
    inRoot: 400,
    astray: 0,
    nsPerSample: PERIOD_NS,
  });
  expect(bareSamples.nsPerSample).toBe(PERIOD_NS); // two calls recorded, two calls sampled
  expect(of['A']).toEqual([200e6, 200]);
  expect(of['A>C']).toEqual([100e6, 100]);
  expect(notes).toEqual([]);
});

it('gives contexts without samples of their own their method’s by counts, and loses none of the method’s', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const { of } = sampledOf(recorded, [phase('before', [...times(100, 'A'), 'A B', 'A B', 'A B'])], 2);
  const [[below, own], [other, none]] = [of['A>B'], of['A>C>B']];
  expect([own, none]).toEqual([3, 0]);
  expect(Number(other)).toBeGreaterThan(0.3e6);
  expect(Number(below)).toBeGreaterThan(Number(other));
  expect(Number(below) + Number(other)).toBeCloseTo(3e6, -1);
});

it('is of as many calls of the root as were recorded', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const phases = [phase('before', times(400, 'A')), phase('after', times(400, 'A'))];
  // Two calls were recorded; sampled were 2 s with 40 calls a second.
  expect(sampledOf(recorded, phases, 40).bareSamples.nsPerSample).toBeCloseTo((PERIOD_NS * 2) / 80, 3);
  const assumed = sampledOf(recorded, phases, null);
  expect(assumed.bareSamples.nsPerSample).toBeCloseTo(PERIOD_NS / 2, 3);
  expect(assumed.notes).toEqual([expect.stringContaining('is not known')]);
});

it('takes what a sample stands for from the CPU time of the threads, for a starved timer takes fewer', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const starved = phase('before', times(200, 'A'));
  const threads = starved.sampling.threads.map((thread) => ({
    ...thread,
    cpu: { ranNs: 800e6, readyNs: 0 },
  }));
  const { bareSamples } = sampledOf(
    recorded,
    [{ ...starved, sampling: { ...starved.sampling, threads } }],
    2,
  );
  expect(bareSamples.phases[0].nsPerSample).toBe(4e6);
});

it('counts calls by the CPU time that they take: a program that shares its cores is now fast, now slow', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const { sampling, when } = phase('before', times(200, 'A'));
  const [main] = sampling.threads;
  const threads = [{ ...main, cpu: { ranNs: 400e6, readyNs: 600e6 } }];
  const others = { id: main.id + 1, ranNs: 5e9 };
  // 10 calls took 200 ms of a core: while 400 ms were sampled, there were 20. Two are recorded: 40 ms in 200 samples.
  const { sampledTimes } = withSampledTimes(recorded, {
    phases: [{ when, sampling: { ...sampling, threads } }],
    rootCalls: { passes: 10, ms: 77, threads: [{ id: main.id, ranNs: 200e6 }, others] },
  });
  expect(sampledTimes.nsPerSample).toBeCloseTo(40e6 / 200, 3);
});

it('says what samples are astray, few, or none at all', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const notesOf = (stacks: readonly string[]): readonly string[] =>
    sampledOf(recorded, [phase('before', stacks)], 2).notes;
  expect(notesOf([...times(150, 'A'), ...times(50, 'A B C')])).toEqual([
    expect.stringMatching(/^25\.0 % of the samples within a root are of paths that were not recorded/),
  ]);
  expect(notesOf(times(99, 'A'))).toEqual([expect.stringMatching(/^Only 99 samples/)]);
  expect(notesOf(times(300, 'demo.Main.main'))).toEqual([expect.stringMatching(/^None of 300 samples/)]);
  expect(combined(recorded, [phase('before', times(300, 'demo.Main.main'))], 2).threads).toBe(
    recorded.threads,
  );
});

it('tells that the program was at other work after the recording', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const before = phase('before', [...times(300, 'A'), ...times(100, 'A B')]);
  const notesOf = (after: readonly string[]): readonly string[] =>
    sampledOf(recorded, [before, phase('after', after)], 2).notes;
  expect(notesOf([...times(310, 'A'), ...times(90, 'A B')])).toEqual([]);
  expect(notesOf([...times(200, 'A'), ...times(200, 'A B')])).toEqual([
    expect.stringMatching(/25\.0 % of the sampled time is at other methods.*Demo\.A\(\) 75\.0 % and 50\.0 %/),
  ]);
});

it('pools threads, and gives each its part by counts', () => {
  const recorded = exampleSnapshot('one: 0>A 1<A 2>A 3<A 4>A 5<A\ntwo: 0>A 1<A', { durationMs: 1_000 });
  const { threads } = combined(recorded, [phase('before', times(400, 'A'))], 4);
  expect(threads.map(({ table }) => table.more?.get('sampledNs')?.[1])).toEqual([300e6, 100e6]);
  // No thread has the samples of the others as well: together they are those that were taken.
  expect(threads.map(({ table }) => table.more?.get('samples')?.[1])).toEqual([300, 100]);
});

it('gives each thread its part of the samples too, and no sample twice', () => {
  const recorded = exampleSnapshot(
    'one: 0>A 1>B 2<B 3<A 4>A 5<A 6>A 7<A\ntwo: 0>A 1>B 2<B 3>B 4<B 5>B 6<B 7<A',
    {
      durationMs: 1_000,
    },
  );
  const { threads } = combined(recorded, [phase('before', [...times(400, 'A'), ...times(40, 'A B')])], 4);
  const samples = threads.map(({ table }) => [...(table.more?.get('samples') ?? [])]);
  expect(samples).toEqual([
    [0, 300, 10],
    [0, 100, 30],
  ]);
});

it('stands in the file', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const found = combined(recorded, [phase('before', times(400, 'A'))], 2);
  const threads = found.threads.map((thread) => ({ ...thread, cpu: { ranNs: 5, readyNs: 7 } }));
  const snapshot: Snapshot = { ...recorded, threads, bareSamples: found.bareSamples, sampledTimes: '20s' };
  const again = decodeSnapshot(encodeSnapshot(snapshot));
  expect(again).toEqual(snapshot);
  expect(ensure(again.bareSamples, 'samples').rootCallsPerSecond).toBe(2);
});

it('has times where no call of the root began in the recording: one that runs since before a reset', () => {
  const recorded = exampleSnapshot(SCRIPT, { durationMs: 1_000 });
  const threads = recorded.threads.map((thread) => ({
    ...thread,
    table: { ...thread.table, calls: thread.table.calls.map((calls, node) => (node === 1 ? 0 : calls)) },
  }));
  const { sampledTimes, notes } = withSampledTimes(
    { ...recorded, threads },
    { phases: [phase('before', times(400, 'A'))], rootCalls: { passes: 3, ms: 1_000, threads: [] } },
  );
  expect(sampledTimes.nsPerSample).toBe(PERIOD_NS);
  expect(notes).toEqual([expect.stringContaining('is not known')]);
});
