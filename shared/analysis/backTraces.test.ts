import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { hotMethods } from '../cct/hotMethods.ts';
import { exactTree } from '../cct/overhead.ts';
import { randomTree } from '../testing/randomTree.ts';
import { deepTable, tablesOf } from '../testing/tableOf.ts';
import { BackTraces } from './backTraces.ts';

describe('BackTraces', () => {
  it('show for each method who called it, with its own numbers', () => {
    expect(picture('main: 0>A 10>B 15<B 15>C 20>B 40<B 45<C 50<A')).toEqual([
      'A calls 1 self 15 total 50',
      'B calls 2 self 25 total 25',
      '  A calls 1 self 5 total 5',
      '  C calls 1 self 20 total 20',
      '    A calls 1 self 20 total 20',
      'C calls 1 self 10 total 30',
      '  A calls 1 self 10 total 30',
    ]);
  });

  it('count the total time of a recursion once, where it was entered', () => {
    expect(picture('main: 0>A 10>B 20>B 30<B 40<B 50<A')).toEqual([
      'A calls 1 self 20 total 50',
      'B calls 2 self 30 total 30',
      '  A calls 1 self 20 total 30',
      '  B calls 1 self 10 total 0',
      '    A calls 1 self 10 total 0',
    ]);
  });

  it('of some methods have these at the top only', () => {
    const only = new Uint8Array(32);
    only[17] = 1;
    expect(picture('main: 0>A 10>B 20<B 25<A', only)).toEqual([
      'B calls 1 self 10 total 10',
      '  A calls 1 self 10 total 10',
    ]);
  });

  it('come into being as they are looked at', () => {
    const backTraces = new BackTraces(exactTree(deepTable(100_000, 2), NO_CALIBRATION, 'nano'));
    expect(backTraces.tree.length).toBe(3);
    backTraces.makeChildren(1);
    backTraces.makeChildren(1);
    expect(backTraces.tree.length).toBe(4);
    expect(backTraces.tree.calls[3]).toBe(49_999); // nobody called the first one
  });

  it('take no more than a quarter more room than they need', () => {
    const backTraces = new BackTraces(exactTree(deepTable(3_000, 2), NO_CALIBRATION, 'nano'));
    for (let node = 1; node < backTraces.tree.length; node++) backTraces.makeChildren(node);
    const { length, calls } = backTraces.tree;
    expect(length).toBeGreaterThan(2_000);
    expect(calls.length).toBeLessThanOrEqual(1.25 * length + 256);
  });

  it('equal those of a slow reference, in whatever order they are opened', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, fromTheEnd) => {
        const tree = randomTree(seed);
        const backTraces = new BackTraces(tree);
        const todo = [0];
        for (let node = todo.pop(); node !== undefined; node = fromTheEnd ? todo.pop() : todo.shift()) {
          backTraces.makeChildren(node);
          for (let at = backTraces.childStart[node]; at < backTraces.childEnd[node]; at++) todo.push(at);
        }
        const lines = new Map<string, string>();
        const made = backTraces.tree;
        for (let node = 1; node < made.length; node++) {
          lines.set(pathOf(made, node), `${made.calls[node]} ${made.selfNs[node]} ${made.totalNs[node]}`);
        }
        expect(lines).toEqual(slowBackTraces(tree));
      }),
    );
  });

  it('have the numbers of the hot methods at the top', () => {
    const tree = randomTree(7);
    const hot = hotMethods([tree]);
    const { length, method, calls, selfNs, totalNs, errorNs } = new BackTraces(tree).tree;
    const rows = new Map(Array.from(hot.method, (id, row) => [id, row]));
    for (let node = 1; node < length; node++) {
      const row = rows.get(method[node]) ?? -1;
      expect([calls[node], selfNs[node], totalNs[node], errorNs[node]]).toEqual([
        hot.calls[row],
        hot.selfNs[row],
        hot.totalNs[row],
        hot.errorNs[row],
      ]);
    }
  });
});

/** Each context adds its numbers to every path that leads up from it. */
function slowBackTraces(tree: ExactTree): Map<string, string> {
  const sums = new Map<string, [number, number, number]>();
  for (let node = 1; node < tree.length; node++) {
    const path = pathOf(tree, node).split(' ');
    const isOutermost = path.filter((method) => method === path[path.length - 1]).length === 1;
    for (let steps = 1; steps <= path.length; steps++) {
      const key = path.slice(-steps).reverse().join(' ');
      const [calls, selfNs, totalNs] = sums.get(key) ?? [0, 0, 0];
      sums.set(key, [
        calls + tree.calls[node],
        selfNs + tree.selfNs[node],
        totalNs + (isOutermost ? tree.totalNs[node] : 0),
      ]);
    }
  }
  return new Map([...sums].map(([key, numbers]) => [key, numbers.join(' ')]));
}

function pathOf({ method, parent }: ExactTree, node: number): string {
  const path: number[] = [];
  for (let at = node; at > 0; at = parent[at]) path.unshift(method[at]);
  return path.join(' ');
}

function picture(script: string, only: Uint8Array | null = null): string[] {
  const { tables, methodNames } = tablesOf(script);
  const backTraces = new BackTraces(exactTree([...tables.values()][0], NO_CALIBRATION, 'nano'), only);
  const lines: string[] = [];
  const add = (node: number, indent: string): void => {
    backTraces.makeChildren(node);
    for (let at = backTraces.childStart[node]; at < backTraces.childEnd[node]; at++) {
      const child = backTraces.children[at];
      const { method, calls, selfNs, totalNs } = backTraces.tree;
      const name = `${indent}${methodNames.get(method[child])}`;
      lines.push(`${name} calls ${calls[child]} self ${selfNs[child]} total ${totalNs[child]}`);
      add(child, `${indent}  `);
    }
  };
  add(0, '');
  return lines;
}
