import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/arbitraryEvents.ts';
import { sampledErrorNs } from '../../metrics/sampledError.ts';
import { sampledEstimate } from './sampledEstimate.ts';

/** @param contexts of one method: [calls, samples] */
function estimates(...contexts: readonly (readonly [number, number])[]): number[] {
  const rows = [[0, 0] as const, ...contexts];
  const estimate = sampledEstimate(
    Int32Array.from(rows, (_, row) => (row === 0 ? -1 : 16)),
    Float64Array.from(rows, ([calls]) => calls),
    Float64Array.from(rows, ([, samples]) => samples),
  );
  return [...estimate.subarray(1)];
}

describe('the samples of a method, shared by its contexts', () => {
  it('are those of the method in all', () => {
    const sum = estimates([900, 10], [100, 0], [5, 2]).reduce((a, b) => a + b);
    expect(sum).toBeCloseTo(12, 9);
  });

  it('are the context’s own where it has many, and by counts where it has none', () => {
    const [many, none] = estimates([500, 1000], [500, 0]);
    expect(many).toBeGreaterThan(995);
    expect(none).toBeLessThan(5);
    const [a, b] = estimates([300, 0], [100, 0], [1_000_000, 50]);
    expect(a / b).toBeCloseTo(3, 1);
  });

  it('are believed of a context that behaves as no other: five samples of a single call among a million', () => {
    const [rare] = estimates([1, 5], [1_000_000, 500]);
    expect(rare).toBeGreaterThan(4.9);
    const [chance] = estimates([1000, 1], [1_000_000, 500]);
    expect(chance).toBeLessThan(1);
  });

  it('are none where the method has none', () => {
    expect(estimates([10, 0], [20, 0])).toEqual([0, 0]);
  });
});

it('holds what another sampler finds, in nine contexts of ten and more', () => {
  const random = seededRandom(7);
  const poisson = (mean: number): number => {
    let [count, product] = [0, random()];
    for (const limit = Math.exp(-mean); product > limit; count++) product *= random();
    return count;
  };
  let [held, all] = [0, 0];
  for (let method = 0; method < 200; method++) {
    // Contexts whose calls cost five times as much as others, and of which some are called a hundred times as often.
    const contexts = Array.from({ length: 20 }, () => {
      const calls = Math.ceil(10 ** (2 * random()));
      return { calls, mean: calls * 10 ** (random() * 0.7 - 1.5) };
    });
    const found = contexts.map(({ mean }) => poisson(mean));
    const estimate = estimates(...contexts.map(({ calls }, i) => [calls, found[i]] as const));
    for (const [i, { mean }] of contexts.entries()) {
      const other = poisson(mean);
      all++;
      if (Math.abs(other - estimate[i]) <= sampledErrorNs(estimate[i], { nsPerSample: 1 })) held++;
    }
  }
  expect(held / all).toBeGreaterThan(0.9);
});
