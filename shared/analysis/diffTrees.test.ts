import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { codeDoubtNs } from '../cct/codeDoubt.ts';
import { exactTree } from '../cct/overhead.ts';
import { randomTree } from '../testing/randomTree.ts';
import { tableOf, tablesOf } from '../testing/tableOf.ts';
import { differenceCauses } from './differenceCauses.ts';
import { diffTrees, SIDE } from './diffTrees.ts';

describe('diffTrees', () => {
  it('lays two trees over each other by call path, vanished and new ones too', () => {
    expect(
      diff(
        'main: 0>main 0>X 20<X 20>X 40<X 40>Y 50<Y 50<main',
        'main: 0>main 0>X 20<X 20>X 40<X 40>X 70<X 70>Z 71<Z 80<main',
      ),
    ).toEqual([
      'main         1 -> 1 calls, self   0 ->   9, total  50 ->  80',
      '  X          2 -> 3 calls, self  40 ->  70, total  40 ->  70',
      '  Y vanished 1 -> 0 calls, self  10 ->   0, total  10 ->   0',
      '  Z new      0 -> 1 calls, self   0 ->   1, total   0 ->   1',
    ]);
  });

  it('adds nodes whose methods are the same in the joint numbering', () => {
    const a = exact('main: 0>A 1>B 2<B 3>C 5<C 5<A'); // B and C: one lambda in the other recording
    const ids = Int32Array.from({ length: 32 }, (_, id) => (id === 18 ? 17 : id));
    const { a: side, sides } = diffTrees(a, exact('main: 0>A 1>B 4<B 5<A'), ids);
    expect([...side.calls]).toEqual([0, 1, 2]);
    expect([...side.totalNs]).toEqual([5, 5, 3]);
    expect([...sides]).toEqual([SIDE.both, SIDE.both, SIDE.both]);
  });

  it('keeps the sums of both sides, whatever the trees', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [a, b] = [randomTree(seed), randomTree(seed + 1)];
        const joint = diffTrees(a, b);
        expect(joint.a.totalNs[0]).toBe(a.totalNs[0]);
        expect(joint.b.totalNs[0]).toBe(b.totalNs[0]);
        expect(sum(joint.a.calls)).toBe(sum(a.calls));
        const codeNs = codeDoubtNs(sum(b.selfNs)); // both sides have it alike
        expect(sum(joint.b.errorNs)).toBeCloseTo(sum(b.errorNs) - codeNs, 3);
        const mirrored = diffTrees(b, a);
        expect(mirrored.a.length).toBe(joint.a.length);
        expect(diffTrees(a, a).a).toEqual(diffTrees(a, a).b);
      }),
    );
  });
});

describe('differenceCauses', () => {
  it('tells more calls from slower ones', () => {
    const { selfByCallsNs, totalByCallsNs } = causes(
      'main: 0>A 0>B 10<B 10>C 20<C 20<A',
      'main: 0>A 0>B 10<B 10>B 20<B 20>C 50<C 50<A', // B twice as often, C three times as slow
    );
    expect([...selfByCallsNs]).toEqual([0, 0, 10, 0]);
    expect([...totalByCallsNs]).toEqual([10, 10, 10, 0]);
  });

  it('takes a path that only one side has as a matter of calls', () => {
    const { totalByCallsNs } = causes('main: 0>A 10<A', 'main: 0>B 30<B');
    expect([...totalByCallsNs]).toEqual([20, -10, 30]);
  });
});

function exact(script: string) {
  return exactTree(tableOf(script), NO_CALIBRATION, 'nano');
}

function causes(a: string, b: string) {
  const { ids, a: treeA, b: treeB } = joint(a, b);
  return differenceCauses(diffTrees(treeA, treeB, null, ids));
}

/** Scripts number their methods in the order of appearance: by name they are made one. */
function joint(scriptA: string, scriptB: string) {
  const [inA, inB] = [tablesOf(scriptA), tablesOf(scriptB)];
  const names = new Map([...inA.methodNames].map(([id, name]) => [name, id]));
  for (const name of inB.methodNames.values()) {
    if (!names.has(name)) names.set(name, 100 + names.size);
  }
  const ids = new Int32Array(64);
  for (const [id, name] of inB.methodNames) ids[id] = names.get(name) ?? 0;
  const [a, b] = [inA, inB].map(({ tables }) => exactTree([...tables.values()][0], NO_CALIBRATION, 'nano'));
  const nameOf = new Map([...names].map(([name, id]) => [id, name]));
  return { a, b, ids, nameOf };
}

function diff(scriptA: string, scriptB: string): string[] {
  const { a: treeA, b: treeB, ids, nameOf } = joint(scriptA, scriptB);
  const { a, b, sides } = diffTrees(treeA, treeB, null, ids);
  const depth = new Int32Array(a.length);
  const lines: string[] = [];
  for (let node = 1; node < a.length; node++) {
    depth[node] = depth[a.parent[node]] + 1;
    const mark = sides[node] === SIDE.onlyA ? ' vanished' : sides[node] === SIDE.onlyB ? ' new' : '';
    const name = `${'  '.repeat(depth[node] - 1)}${nameOf.get(a.method[node])}${mark}`.padEnd(12);
    const pair = (column: 'selfNs' | 'totalNs'): string =>
      `${String(a[column][node]).padStart(3)} -> ${String(b[column][node]).padStart(3)}`;
    lines.push(
      `${name} ${a.calls[node]} -> ${b.calls[node]} calls, self ${pair('selfNs')}, total ${pair('totalNs')}`,
    );
  }
  return lines;
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((all, value) => all + value, 0);
}
