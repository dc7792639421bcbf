import { describe, expect, it } from 'vitest';
import { diffTrees, SIDE } from '../analysis/diffTrees.ts';
import type { DiffTree } from '../analysis/diffTrees.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { randomTree } from '../testing/randomTree.ts';
import { MethodTable } from '../naming/methodTable.ts';
import { RecordingDiff } from './recordingDiff.ts';
import { transformed } from '../rows/transform.ts';
import type { Transform } from '../rows/transform.ts';
import { outlineOf, transformedDiff } from './transformedDiff.ts';

const BEFORE = exampleSnapshot('main: 0>A 10>B 20>C 30<C 40<B 50<A');
const AFTER = exampleSnapshot('main: 0>A 10>B 20<B 20>B 30<B 30>D 90<D 90<A');
const COMPARED = new RecordingDiff({ name: 'a', snapshot: BEFORE }, { name: 'b', snapshot: AFTER });
const { tree: DIFF } = COMPARED.compared();
const METHODS = COMPARED.methods;
const [A, B] = [16, 17];

describe('transformedDiff', () => {
  it('takes steps on both sides at once', () => {
    expect(lines(DIFF)).toEqual(['A 20 -> 10 both', 'B 20 -> 20 both', 'C 10 -> 0 onlyA', 'D 0 -> 60 onlyB']);
    const steps: Transform[] = [{ kind: 'mergeMethods', methods: [B] }];
    expect(lines(transformedDiff(DIFF, steps, METHODS).tree)).toEqual([
      'A 40 -> 30 both',
      'C 10 -> 0 onlyA',
      'D 0 -> 60 onlyB',
    ]);
    expect([...transformedDiff(DIFF, steps, METHODS).image]).toEqual([0, 1, 1, 2, 3]);
  });

  it('hides what is small on both sides, and shows what only one side has', () => {
    const { tree } = transformedDiff(DIFF, [{ kind: 'hideSmall', share: 0.15 }], METHODS);
    expect(lines(tree)).toEqual([
      'A 20 -> 10 both',
      'B 20 -> 20 both',
      'other 10 -> 0 onlyA',
      'D 0 -> 60 onlyB',
    ]);
  });

  it('does to each side what a step does to it alone', () => {
    const path = [A, B];
    const all: Transform[] = [
      { kind: 'focusMethods', methods: [A] },
      { kind: 'focusSubtree', path: [A] },
      { kind: 'dropMethods', methods: [B] },
      { kind: 'mergeMethods', methods: [A, B] },
      { kind: 'mergeNode', path },
      { kind: 'collapseMethods', methods: [A] },
      { kind: 'collapseRecursion', methods: null, directOnly: false },
      { kind: 'collapseRecursion', methods: null, directOnly: true },
    ];
    const methods = new MethodTable();
    for (let seed = 0; seed < 40; seed++) {
      const [a, b] = [randomTree(seed), randomTree(seed + 100)];
      const step = all[seed % all.length];
      const after = transformedDiff(diffTrees(a, b), [step], methods).tree;
      const apart = diffTrees(transformed(a, [step], methods).tree, transformed(b, [step], methods).tree);
      expect(contexts(after)).toEqual(contexts(apart));
    }
  });
});

describe('outlineOf', () => {
  it('is as wide as either side', () => {
    const { selfNs, totalNs, calls } = outlineOf(DIFF);
    expect([...selfNs]).toEqual([0, 20, 20, 10, 60]);
    expect([...totalNs]).toEqual([110, 110, 30, 10, 60]);
    expect([...calls]).toEqual([0, 1, 2, 1, 1]);
  });
});

/** Own times of both sides. */
function lines({ a, b, sides }: DiffTree): string[] {
  const nameOfSide = new Map<number, string>(Object.entries(SIDE).map(([name, side]) => [side, name]));
  return Array.from(a.method, (id, node) =>
    [METHODS.get(id).name, a.selfNs[node], '->', b.selfNs[node], nameOfSide.get(sides[node])].join(' '),
  ).slice(1);
}

/** In whatever order: path, calls and times of both sides; contexts that neither side calls or spends time in are none. */
function contexts({ a, b }: DiffTree): string[] {
  const paths: string[] = [''];
  const found: string[] = [];
  for (let node = 1; node < a.length; node++) {
    paths[node] = `${paths[a.parent[node]]}/${a.method[node]}`;
    const numbers = [a, b].flatMap((side) => [side.calls[node], side.selfNs[node], side.errorNs[node]]);
    if (numbers.some((number) => number > 0)) found.push(`${paths[node]} ${numbers.join(' ')}`);
  }
  return found.sort();
}
