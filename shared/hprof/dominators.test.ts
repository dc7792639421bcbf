import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slowDominated } from '../testing/slowDominators.ts';
import { dominatorTree, retainedBytes, type ReferenceGraph } from './dominators.ts';

/** References as ReferencePass has them. */
function graphOf(targets: readonly (readonly number[])[], roots: readonly number[]): ReferenceGraph {
  const first = new Int32Array(targets.length).fill(-1);
  const references: number[] = [];
  targets.forEach((each, object) => {
    if (each.length === 0) return;
    first[object] = references.length;
    references.push(...each);
    references[references.length - 1] = ~references[references.length - 1];
  });
  return {
    ...{ count: targets.length, first, references: Int32Array.from(references) },
    ...{ referenceCount: references.length, roots: Int32Array.from(roots) },
  };
}

/** object -> object that dominates it; -1: the heap itself; null: it is not reached. */
async function dominatorsOf(targets: number[][], roots: number[]): Promise<(number | null)[]> {
  const { placeOf, objectAt, dominator } = await dominatorTree(graphOf(targets, roots));
  return targets.map((_, object) => (placeOf[object] === 0 ? null : objectAt[dominator[placeOf[object]]]));
}

const graphs = fc.integer({ min: 1, max: 24 }).chain((count) =>
  fc.record({
    targets: fc.array(fc.array(fc.nat(count - 1), { maxLength: 4 }), { minLength: count, maxLength: count }),
    roots: fc.array(fc.nat(count - 1), { minLength: 1, maxLength: 3 }),
    units: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: count, maxLength: count }),
  }),
);

describe('dominators', () => {
  it('A holds all of the diamond, B and C only themselves', async () => {
    //            A -> B C   B -> D   C -> D
    expect(await dominatorsOf([[1, 2], [3], [3], []], [0])).toEqual([-1, 0, 0, 0]);
  });

  it('what two roots reach belongs to neither, and what none reaches to nobody', async () => {
    expect(await dominatorsOf([[2], [2], [3], [], [3]], [0, 1])).toEqual([-1, -1, -1, 2, null]);
  });

  it('and retained sizes are those of a slow reference, on random graphs', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async ({ targets, roots, units }) => {
        const tree = await dominatorTree(graphOf(targets, roots));
        const retained = retainedBytes(tree, Uint32Array.from(units));
        const slow = slowDominated(targets, roots);
        targets.forEach((_, object) => {
          const place = tree.placeOf[object];
          const bytes = [...slow[object]].reduce((sum, each) => sum + units[each] * 8, 0);
          expect(place === 0 ? 0 : retained[place]).toBe(bytes);
          // The nearest of those that dominate it.
          const above = targets
            .map((_each, other) => other)
            .filter((other) => other !== object && slow[other].has(object));
          const nearest = above.sort((a, b) => slow[a].size - slow[b].size).at(0) ?? -1;
          if (place !== 0) expect(tree.objectAt[tree.dominator[place]]).toBe(nearest);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('a list of two million objects is one path, and does not overflow', async () => {
    const count = 2_000_000;
    const graph: ReferenceGraph = {
      ...{ count, referenceCount: count - 1, roots: Int32Array.of(0) },
      first: Int32Array.from({ length: count }, (_, object) => (object < count - 1 ? object : -1)),
      references: Int32Array.from({ length: count - 1 }, (_, object) => ~(object + 1)),
    };
    const tree = await dominatorTree(graph);
    const retained = retainedBytes(tree, new Uint32Array(count).fill(3));
    expect(retained[tree.placeOf[0]]).toBe(count * 24);
    expect(retained[tree.placeOf[count - 2]]).toBe(48);
  });
});
