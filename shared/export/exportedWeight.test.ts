import { expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { sumsBelow, weightsOf } from './exportedWeight.ts';
import { exportedRecording, type ExportedRecording } from './exportedRecording.ts';
import { firefoxProfile } from './firefoxProfile.ts';
import { speedscopeFile } from './speedscope.ts';

/** main └ A └ B: B was blocked for 7 ns. */
function blocked(): ExportedRecording {
  const { threads, ...rest } = exampleSnapshot('main: 0>A 10>B 40<B 100<A');
  return exportedRecording({
    ...rest,
    threads: threads.map((thread) => ({
      ...thread,
      table: { ...thread.table, more: new Map([['blockedNs', Float64Array.of(0, 0, 7)]]) },
    })),
  });
}

it('what rows weigh with all below them is summed up along their levels', () => {
  //             A  B  C  D  E
  const depth = [0, 1, 2, 1, 0];
  expect([...sumsBelow(Float64Array.of(1, 2, 3, 4, 5), depth)]).toEqual([10, 5, 3, 4, 5]);
});

it('another metric of time is no time of the clock: it has profiles and tracks of its own', () => {
  const recording = blocked();
  expect(weightsOf(recording).map(({ name }) => name)).toEqual(['time', 'calls', 'blockedNs']);
  const { profiles } = JSON.parse([...speedscopeFile(recording)].join('')) as {
    readonly profiles: readonly { readonly name: string; readonly unit: string; readonly endValue: number }[];
  };
  expect(profiles.map(({ name, unit, endValue }) => `${name}, ${endValue} ${unit}`)).toEqual([
    'main: time (clock nano), 100 nanoseconds',
    'main: calls, 2 none',
    'main: blockedNs, 7 nanoseconds',
  ]);
  const { threads } = JSON.parse([...firefoxProfile(recording)].join('')) as {
    readonly threads: readonly { readonly processName: string; readonly pid: string }[];
  };
  expect(new Set(threads.map(({ pid }) => pid)).size).toBe(3);
  expect(threads[2].processName).toMatch(/: blockedNs$/);
});
