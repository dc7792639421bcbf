import { expect, it } from 'vitest';
import type { ClassId } from '../../../shared/base/ids.ts';
import type { PlannedMethod } from '../../../shared/instrument/instrumentationPlan.ts';
import type { SwapBatches, TargetAgent } from '../agent/targetAgent.ts';
import { ClassSwaps } from './classSwaps.ts';
import type { Subgraph } from './revelationSubgraph.ts';
import { Shortcomings } from './shortcomings.ts';
import { Stopwatch } from './stopwatch.ts';

it.each(['prepared', 'asked'])(
  'what is planned for a class after it was rewritten is not in the JVM when its swap ends: %s',
  async (how) => {
    const classId = 1 as ClassId;
    const file = Uint8Array.of(1);
    const [first, later] = [0, 1].map(() => ({ method: { owner: { classId } } }) as PlannedMethod);
    const planned = new Set([first]);
    const prepared: number[] = [];
    const subgraph = { plannedOf: () => new Set(planned), rewrite: () => file, takeReached: () => [] };
    const agent: Pick<TargetAgent, 'retransform'> = {
      async retransform(batch, _retryMs, batches?: SwapBatches) {
        prepared.push((await batches?.prepare(batch))?.length ?? 0);
        if (how === 'asked') swaps.handedOut(classId, file);
        planned.add(later); // a class loads meanwhile
        return { batches: 1, elapsedNs: 1, results: [{ classId, status: 0, message: '' }] };
      },
    };
    const swaps = new ClassSwaps(
      agent as TargetAgent,
      subgraph as unknown as Subgraph,
      new Shortcomings(() => {}),
      {
        files: how === 'prepared' ? new Map([[classId, file]]) : new Map(),
        notRestored: new Set(),
        analysis: new Stopwatch(() => {}),
        signal: undefined,
      },
    );
    await swaps.swap([classId]);
    expect([first, later].map((method) => swaps.carries(method))).toEqual([true, false]);
    await swaps.swap([classId]);
    expect([first, later].map((method) => swaps.carries(method))).toEqual([true, true]);
    swaps.handedOut(classId, Uint8Array.of(2)); // others have changed it
    await swaps.swap([classId]);
    expect(prepared).toEqual(how === 'prepared' ? [1, 1, 0] : [0, 0, 0]);
  },
);
