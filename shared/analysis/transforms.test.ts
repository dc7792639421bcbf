import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { exactTree } from '../cct/overhead.ts';
import { formatTree } from '../testing/formatTree.ts';
import { randomTree } from '../testing/randomTree.ts';
import { tablesOf } from '../testing/tableOf.ts';
import { callPathOf, nodeAtPath } from './callPath.ts';
import type { CallPath } from './callPath.ts';
import { collapseDirectRecursion, collapseRecursion } from './collapseRecursion.ts';
import * as transforms from './transforms.ts';
import { OTHER_METHOD } from '../base/ids.ts';
import { GONE } from './treeMaker.ts';
import type { ReshapedTree } from './treeMaker.ts';

const SCRIPT = 'main: 0>A 10>B 20>C 30<C 30>A 45<A 50<B 50>C 90<C 100<A';

describe('transforms', () => {
  it('merge a method into its callers', () => {
    expect(after(SCRIPT, (tree, set) => transforms.mergeMethods(tree, set('B')))).toEqual([
      'A calls 1 total 100 self 35',
      '  C calls 2 total 50 self 50',
      '  A calls 1 total 15 self 15',
    ]);
  });

  it('keep the time of a merged root as that of other methods', () => {
    expect(after(SCRIPT, (tree, set) => transforms.mergeMethods(tree, set('A')))).toEqual([
      'B calls 1 total 40 self 30',
      '  C calls 1 total 10 self 10',
      'C calls 1 total 40 self 40',
      'other calls 1 total 20 self 20',
    ]);
  });

  it('leave nothing of a merged root that was sampled in other methods only', () => {
    const sampled = (tree: ExactTree): ExactTree => ({ ...tree, calls: new Float64Array(tree.length) });
    const merged = (script: string): string[] =>
      after(script, (tree, set) => transforms.mergeMethods(sampled(tree), set('A')));
    expect(merged('main: 0>A 0>B 40<B 40<A')).toEqual(['B calls 0 total 40 self 40']);
    expect(merged('main: 0>A 0>B 40<B 41<A')).toContain('other calls 0 total 1 self 1');
  });

  it('merge one node only', () => {
    expect(after(SCRIPT, (tree, _, node) => transforms.mergeNode(tree, node('A B C')))).toEqual([
      'A calls 1 total 100 self 20',
      '  B calls 1 total 40 self 25',
      '    A calls 1 total 15 self 15',
      '  C calls 1 total 40 self 40',
    ]);
  });

  it('drop a method with all that it calls', () => {
    expect(after(SCRIPT, (tree, set) => transforms.dropMethods(tree, set('C')))).toEqual([
      'A calls 1 total 50 self 20',
      '  B calls 1 total 30 self 15',
      '    A calls 1 total 15 self 15',
    ]);
  });

  it('focus on a subtree', () => {
    expect(after(SCRIPT, (tree, _, node) => transforms.focusSubtree(tree, node('A B')))).toEqual([
      'B calls 1 total 40 self 15',
      '  C calls 1 total 10 self 10',
      '  A calls 1 total 15 self 15',
    ]);
  });

  it('focus on a method: all its calls as one root, recursion inside', () => {
    const script = `${SCRIPT} ^ 100>D 100>A 107<A 110<D`;
    expect(after(script, (tree, set) => transforms.focusMethods(tree, set('A')))).toEqual([
      'A calls 2 total 107 self 27',
      '  B calls 1 total 40 self 15',
      '    C calls 1 total 10 self 10',
      '    A calls 1 total 15 self 15',
      '  C calls 1 total 40 self 40',
    ]);
  });

  it('collapse a method: what it calls is its own time', () => {
    expect(after(SCRIPT, (tree, set) => transforms.collapseMethods(tree, set('B')))).toEqual([
      'A calls 1 total 100 self 20',
      '  B calls 1 total 40 self 40',
      '  C calls 1 total 40 self 40',
    ]);
  });

  it('collapse a library to what it is entered by', () => {
    expect(after(SCRIPT, (tree, set) => transforms.collapseLibrary(tree, set('B', 'C')))).toEqual([
      'A calls 1 total 100 self 20',
      '  B calls 1 total 40 self 25',
      '    A calls 1 total 15 self 15',
      '  C calls 1 total 40 self 40',
    ]);
  });

  it('collapse recursion, also an indirect one', () => {
    const script = 'main: 0>A 10>A 15>B 25>A 30>B 40<B 45<A 50<B 60<A 70<A';
    expect(after(script, (tree) => collapseRecursion(tree, null))).toEqual([
      'A calls 3 total 70 self 45',
      '  B calls 2 total 25 self 25',
    ]);
    expect(after(script, (tree) => collapseDirectRecursion(tree, null))).toEqual([
      'A calls 2 total 70 self 35',
      '  B calls 1 total 35 self 15',
      '    A calls 1 total 20 self 10',
      '      B calls 1 total 10 self 10',
    ]);
  });

  it('hide what is small in one sum for each node', () => {
    expect(after(SCRIPT, (tree) => transforms.hideSmall(tree, 0.2))).toEqual([
      'A calls 1 total 100 self 20',
      '  B calls 1 total 40 self 15',
      '    other calls 2 total 25 self 25',
      '  C calls 1 total 40 self 40',
    ]);
  });

  it('show only the way to methods', () => {
    const script = 'main: 0>A 10>B 20>C 30<C 30>A 45<A 50<B 50>D 90<D 100<A';
    expect(after(script, (tree, set) => transforms.showPathsTo(tree, set('C')))).toEqual([
      'A calls 1 total 100 self 20',
      '  B calls 1 total 40 self 15',
      '    C calls 1 total 10 self 10',
      '    other calls 1 total 15 self 15',
      '  other calls 1 total 40 self 40',
    ]);
  });

  it('may follow each other, and what is hidden stays one sum', () => {
    const small = after(SCRIPT, (tree, set) =>
      transforms.mergeMethods(transforms.hideSmall(tree, 0.2).tree, set('B')),
    );
    expect(small).toEqual([
      'A calls 1 total 100 self 35',
      '  other calls 2 total 25 self 25',
      '  C calls 1 total 40 self 40',
    ]);
  });
});

/** What a transform does to each path by itself: the path that its time goes to, null = gone. */
const REFERENCES: Record<
  string,
  {
    readonly fast: (tree: ExactTree, set: Uint8Array, node: number) => ReshapedTree;
    readonly slow: (path: CallPath, isIn: (method: number) => boolean, at: CallPath) => CallPath | null;
  }
> = {
  mergeMethods: {
    fast: transforms.mergeMethods,
    slow: (path, isIn) => path.filter((method) => !isIn(method)),
  },
  mergeNode: {
    fast: (tree, _, node) => transforms.mergeNode(tree, node),
    slow: (path, _, at) => (startsWith(path, at) ? path.toSpliced(at.length - 1, 1) : path),
  },
  dropMethods: { fast: transforms.dropMethods, slow: (path, isIn) => (path.some(isIn) ? null : path) },
  collapseMethods: {
    fast: transforms.collapseMethods,
    slow: (path, isIn) => (path.some(isIn) ? path.slice(0, path.findIndex(isIn) + 1) : path),
  },
  collapseLibrary: {
    fast: transforms.collapseLibrary,
    slow: (path, isIn) => path.filter((method, i) => i === 0 || !isIn(method) || !isIn(path[i - 1])),
  },
  focusMethods: {
    fast: transforms.focusMethods,
    slow: (path, isIn) => (path.some(isIn) ? path.slice(path.findIndex(isIn)) : null),
  },
  focusSubtree: {
    fast: (tree, _, node) => transforms.focusSubtree(tree, node),
    slow: (path, _, at) => (startsWith(path, at) ? path.slice(at.length - 1) : null),
  },
  collapseRecursion: {
    fast: (tree) => collapseRecursion(tree, null),
    slow: (path) => withoutLoops(path, () => true),
  },
  'collapseRecursion of some': { fast: collapseRecursion, slow: (path, isIn) => withoutLoops(path, isIn) },
  collapseDirectRecursion: {
    fast: (tree) => collapseDirectRecursion(tree, null),
    slow: (path) => path.filter((method, i) => method !== path[i - 1]),
  },
};

describe.each(Object.entries(REFERENCES))('%s', (_, { fast, slow }) => {
  it('does to a tree what it does to each of its paths, whatever the tree', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 31 }),
        (seed, node, bits) => {
          const tree = randomTree(seed);
          const at = node % tree.length || 1;
          const set = Uint8Array.from({ length: 32 }, (__, id) => (id >= 16 ? (bits >> (id - 16)) & 1 : 0));
          const reshaped = fast(tree, set, at);
          checkSums(tree, reshaped);
          const expected = new Map<string, Numbers>();
          for (let old = 1; old < tree.length; old++) {
            const oldPath = callPathOf(tree, old);
            let path = slow(oldPath, (method) => set[method] === 1, callPathOf(tree, at));
            if (path === null) continue;
            if (path.length === 0) path = [OTHER_METHOD];
            const hasCalls = path.at(-1) === oldPath.at(-1) || path.at(-1) === OTHER_METHOD;
            addTo(expected, path, [hasCalls ? tree.calls[old] : 0, tree.selfNs[old], tree.errorNs[old]]);
          }
          expect(numbersByPath(reshaped.tree)).toEqual(expected);
        },
      ),
    );
  });
});

describe.each([
  ['hideSmall', (tree: ExactTree) => transforms.hideSmall(tree, 0.1)],
  [
    'showPathsTo',
    (tree: ExactTree) =>
      transforms.showPathsTo(
        tree,
        Uint8Array.from({ length: 32 }, (_, id) => +(id === 17)),
      ),
  ],
])('%s', (_, hide) => {
  it('hides, and loses nothing: sums and calls stay, and so does every node that is shown', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const tree = randomTree(seed);
        const reshaped = hide(tree);
        checkSums(tree, reshaped);
        expect(reshaped.image.includes(GONE)).toBe(false);
        expect(sum(reshaped.tree.calls)).toBe(sum(tree.calls));
        for (let node = 1; node < reshaped.tree.length; node++) {
          if (reshaped.tree.method[node] === OTHER_METHOD) continue;
          const old = nodeAtPath(tree, callPathOf(reshaped.tree, node));
          expect(reshaped.tree.totalNs[node]).toBe(tree.totalNs[old]);
          expect(reshaped.tree.selfNs[node]).toBe(tree.selfNs[old]);
        }
      }),
    );
  });
});

type Numbers = [calls: number, selfNs: number, errorNs: number];

/** Time moves along the image and is lost only where that is GONE; row 0 has the sum of all; parents come first. */
function checkSums(old: ExactTree, { tree, image }: ReshapedTree): void {
  const selfNs = new Float64Array(tree.length);
  for (let node = 0; node < old.length; node++)
    if (image[node] !== GONE) selfNs[image[node]] += old.selfNs[node];
  expect(tree.selfNs).toEqual(selfNs);
  expect(tree.totalNs[0]).toBe(sum(tree.selfNs));
  expect([tree.method[0], tree.parent[0], tree.selfNs[0], tree.calls[0]]).toEqual([-1, -1, 0, 0]);
  for (let node = 1; node < tree.length; node++) expect(tree.parent[node]).toBeLessThan(node);
}

function numbersByPath(tree: ExactTree): Map<string, Numbers> {
  const numbers = new Map<string, Numbers>();
  for (let node = 1; node < tree.length; node++) {
    const path = callPathOf(tree, node);
    expect(numbers.has(path.join(' '))).toBe(false);
    const own: Numbers = [tree.calls[node], tree.selfNs[node], tree.errorNs[node]];
    addTo(numbers, path, own);
  }
  return numbers;
}

function addTo(numbers: Map<string, Numbers>, path: CallPath, own: Numbers): void {
  const key = path.join(' ');
  const before = numbers.get(key) ?? [0, 0, 0];
  numbers.set(key, [before[0] + own[0], before[1] + own[1], before[2] + own[2]]);
}

function withoutLoops(path: CallPath, isIn: (method: number) => boolean): CallPath {
  const out: number[] = [];
  for (const method of path) {
    const open = out.indexOf(method);
    if (open >= 0 && isIn(method)) out.length = open + 1;
    else out.push(method);
  }
  return out;
}

function startsWith(path: CallPath, start: CallPath): boolean {
  return start.every((method, i) => path[i] === method);
}

function sum(values: Float64Array): number {
  return values.reduce((all, value) => all + value, 0);
}

function after(
  script: string,
  transform: (
    tree: ExactTree,
    set: (...names: string[]) => Uint8Array,
    node: (path: string) => number,
  ) => ReshapedTree,
): string[] {
  const { tables, methodNames } = tablesOf(script);
  const tree = exactTree([...tables.values()][0], NO_CALIBRATION, 'nano');
  const id = (name: string): number => [...methodNames].find((entry) => entry[1] === name)?.[0] ?? -1;
  const set = (...names: string[]): Uint8Array => {
    const column = new Uint8Array(32);
    for (const name of names) column[id(name)] = 1;
    return column;
  };
  const node = (path: string): number => nodeAtPath(tree, path.split(' ').map(id));
  return formatTree(transform(tree, set, node).tree, new Map([...methodNames, [OTHER_METHOD, 'other']]));
}
