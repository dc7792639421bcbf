import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callPathOf } from '../analysis/callPath.ts';
import { diffTrees } from '../analysis/diffTrees.ts';
import { FIRST_METHOD_ID, OTHER_METHOD, type MethodId } from '../base/ids.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { treeMetrics } from '../cct/metricColumns.ts';
import { transformedDiff } from '../compare/transformedDiff.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { MethodTable } from '../naming/methodTable.ts';
import { chosenTree } from '../recording/chosenThreads.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { formatTree } from '../testing/formatTree.ts';
import { randomTree } from '../testing/randomTree.ts';
import { transformed, transformText, type Transform } from './transform.ts';

const ofClass = (className: string) => (name: string) => ({ className, name, descriptor: '()V' });
const NAMES = {
  run: ofClass('org.tomcat.Worker')('run'),
  service: ofClass('org.tomcat.Valve')('service'),
  order: ofClass('com.acme.shop.Orders')('order'),
  cache: ofClass('org.lib.Cache')('get'),
  load: ofClass('com.acme.shop.Orders$Loader')('load'),
  sort: ofClass('java.util.ArrayList')('sort'),
  main: ofClass('Main')('main'),
};
const SHOP: Transform = { kind: 'myCode', packages: ['com.acme.shop'] };

/** Fields by name: order calls 1 total 100 self 45. */
function shown(script: string, ...steps: readonly Transform[]): string[] {
  const snapshot = exampleSnapshot(script, {}, NAMES);
  const methods = new MethodTable(snapshot.methods);
  const { tree } = transformed(chosenTree(snapshot, 'all'), steps, methods);
  return formatTree(tree, new Map([...tree.method].map((id) => [id, methods.get(id).name])));
}

describe('My Code', () => {
  it('folds other frames into the nearest own caller', () => {
    expect(
      shown(
        'main: 0>order 10>cache 20>load 40>sort 50<sort 60<load 70<cache 80>sort 90<sort 100<order',
        SHOP,
      ),
    ).toEqual(['order calls 1 total 100 self 60', '  load calls 1 total 40 self 40']);
  });

  it('makes own frames without an own caller roots, and tells what has none in one row', () => {
    expect(
      shown(
        'main: 0>run 10>service 20>order 50<order 60>sort 70<sort 80<service 85>service 90>order 95<order 95<service 100<run',
        SHOP,
      ),
    ).toEqual(['order calls 2 total 35 self 35', 'other calls 4 total 65 self 65']);
  });

  it('joins calls that other code alone had told apart', () => {
    expect(
      shown('main: 0>order 0>cache 0>load 10<load 10<cache 10>sort 10>load 30<load 30<sort 30<order', SHOP),
    ).toEqual(['order calls 1 total 30 self 0', '  load calls 2 total 30 self 30']);
  });

  it('knows the unnamed package, which has nothing below it', () => {
    const script = 'main: 0>main 10>order 30<order 40<main';
    expect(shown(script, { kind: 'myCode', packages: [''] })).toEqual(['main calls 1 total 40 self 40']);
  });

  it('takes no package for another one whose name goes on', () => {
    expect(shown('main: 0>order 10<order', { kind: 'myCode', packages: ['com.acme.sho'] })).toEqual([
      'other calls 1 total 10 self 10',
    ]);
  });

  it('leaves hidden what steps before it have hidden: own code may be in it', () => {
    expect(
      shown(
        'main: 0>order 40>cache 40>load 42<load 50<cache 100<order',
        { kind: 'hideSmall', share: 0.2 },
        SHOP,
      ),
    ).toEqual(['order calls 1 total 100 self 90', '  other calls 2 total 10 self 10']);
  });

  it('tells in its text which packages are own', () => {
    const textOf = (packages: readonly string[]): string =>
      transformText({ kind: 'myCode', packages }, String);
    expect(textOf(['com.acme.shop'])).toBe('My Code: com.acme.shop');
    expect(textOf(['', 'a', 'b', 'c', 'd'])).toBe('My Code: the unnamed package, a, b and 2 more');
  });
});

const METRICS = ['bytes', 'samples'];

/** A further metric is also where there are neither calls nor time: samples of allocations alone. */
function measuredTree(seed: number): ExactTree {
  const tree = randomTree(seed);
  const bare = (column: Float64Array): Float64Array =>
    column.map((value, node) => (node % 3 === 0 ? 0 : value));
  const selves = METRICS.map(
    (id, place) =>
      [id, tree.selfNs.map((ns, node) => (node === 0 ? 0 : (ns * 7 + node * (place + 1)) % 101))] as const,
  );
  return {
    ...tree,
    calls: bare(tree.calls),
    selfNs: bare(tree.selfNs),
    ...treeMetrics(new Map(selves), tree.parent),
  };
}

/** Those whose bit is set are own. */
function methodsOf(bits: number): MethodTable {
  return new MethodTable(
    Array.from({ length: 5 }, (_, i): MethodInfo => ({
      id: (FIRST_METHOD_ID + i) as MethodId,
      className: (bits >> i) & 1 ? 'com.acme.shop.A' : 'com.acme.shopping.A',
      name: `m${i}`,
      descriptor: '()V',
      root: false,
    })),
  );
}

/** Path -> own numbers of each metric, in the slowest way: path by path. */
function reference(tree: ExactTree, isOwn: (method: number) => boolean): Map<string, number[]> {
  const sums = new Map<string, number[]>();
  for (let node = 1; node < tree.length; node++) {
    const own = callPathOf(tree, node).filter(isOwn);
    add(sums, own.length === 0 ? [OTHER_METHOD] : own, selvesAt(tree, node));
  }
  return sums;
}

function byPath(tree: ExactTree): Map<string, number[]> {
  const sums = new Map<string, number[]>();
  for (let node = 1; node < tree.length; node++) add(sums, callPathOf(tree, node), selvesAt(tree, node));
  return sums;
}

function selvesAt(tree: ExactTree, node: number): number[] {
  return [tree.selfNs[node], ...METRICS.map((id) => tree.metrics?.get(id)?.self[node] ?? NaN)];
}

function add(sums: Map<string, number[]>, path: readonly number[], values: readonly number[]): void {
  if (values.every((value) => value === 0)) return; // a context of calls alone
  const before = sums.get(path.join(' '));
  sums.set(
    path.join(' '),
    values.map((value, i) => value + (before?.[i] ?? 0)),
  );
}

describe('My Code of whatever tree', () => {
  const CASES = [fc.integer(), fc.integer({ min: 0, max: 31 })] as const;

  it('puts each number where the path without other frames is, and keeps the sums of all metrics', () => {
    fc.assert(
      fc.property(...CASES, (seed, bits) => {
        const [tree, methods] = [measuredTree(seed), methodsOf(bits)];
        const after = transformed(tree, [SHOP], methods).tree;
        expect(byPath(after)).toEqual(
          reference(tree, (method) => ((bits >> (method - FIRST_METHOD_ID)) & 1) === 1),
        );
        expect(after.totalNs[0]).toBe(tree.selfNs.reduce((sum, ns) => sum + ns, 0));
        for (const id of METRICS) {
          const { self, total } = after.metrics?.get(id) ?? { self: [NaN], total: [NaN] };
          expect(total[0]).toBe(tree.metrics?.get(id)?.total[0]);
          expect(self[0]).toBe(0);
        }
      }),
    );
  });

  it('does to each side of a comparison what it does to it alone', () => {
    fc.assert(
      fc.property(...CASES, (seed, bits) => {
        const [a, b, methods] = [measuredTree(seed), measuredTree(seed + 1), methodsOf(bits)];
        const isOwn = (method: number): boolean => ((bits >> (method - FIRST_METHOD_ID)) & 1) === 1;
        const { tree } = transformedDiff(diffTrees(a, b), [SHOP], methods);
        expect(byPath(tree.a)).toEqual(reference(a, isOwn));
        expect(byPath(tree.b)).toEqual(reference(b, isOwn));
      }),
    );
  });
});
