import { expect, test } from 'vitest';
import { drained } from '../../shared/base/drained.ts';
import type { ThreadId } from '../../shared/base/ids.ts';
import type { CctTable } from '../../shared/cct/cctTable.ts';
import { mergeTrees } from '../../shared/cct/mergeTrees.ts';
import type { ThreadTree } from '../../shared/cct/threadTrees.ts';
import { LiveMerge } from './liveMerge.ts';

/** A random tree in which no two siblings have the same method; longer ones begin with the shorter ones. */
function tree(threadId: number, length: number, times: number): ThreadTree {
  let seed = threadId * 7919;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  const method = [-1];
  const parent = [-1];
  const taken = new Set<string>();
  while (method.length < length) {
    const under = random(method.length);
    const id = 16 + random(9);
    if (taken.has(`${under} ${id}`)) continue;
    taken.add(`${under} ${id}`);
    method.push(id);
    parent.push(under);
  }
  const table: CctTable = {
    length,
    method: Int32Array.from(method),
    parent: Int32Array.from(parent),
    calls: Float64Array.from(method, (_, i) => (i === 0 ? 0 : i * times)),
    selfNs: Float64Array.from(method, (_, i) => (i === 0 ? 0 : 10 * i * times)),
    counted: new Uint8Array(length),
  };
  return { threadId: threadId as ThreadId, name: '', virtual: false, table };
}

/** Path of methods -> calls and time, whatever the order of the nodes. */
function byPath({ length, method, parent, calls, selfNs }: CctTable): Map<string, string> {
  const paths = [''];
  const sums = new Map<string, string>();
  for (let node = 1; node < length; node++) {
    paths.push(`${paths[parent[node]]}/${method[node]}`);
    sums.set(paths[node], `${calls[node]} ${selfNs[node]}`);
  }
  return sums;
}

test('while three trees grow the merged one has the sums of mergeTrees, and its nodes keep their index', () => {
  const merge = new LiveMerge();
  let before: CctTable | null = null;
  for (let step = 1; step <= 12; step++) {
    const trees = [1, 2, 3].slice(0, step > 4 ? 3 : 2).map((id) => tree(id, 2 + step * 40 * id, step));
    const merged = drained(merge.update(trees));
    expect(byPath(merged)).toEqual(byPath(mergeTrees(trees.map(({ table }) => table))));
    if (before) {
      expect(merged.method.slice(0, before.length)).toEqual(before.method);
      expect(merged.parent.slice(0, before.length)).toEqual(before.parent);
    }
    before = merged;
  }
});

test('no trees make a tree of nothing', () => {
  expect(drained(new LiveMerge().update([])).length).toBe(1);
});
