import { expect, it } from 'vitest';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { exactTree } from '../cct/overhead.ts';
import { tablesOf } from '../testing/tableOf.ts';
import { FlameLayout, flameSearch } from './flameLayout.ts';
import { callFlames } from './flameTree.ts';
import { FlameWalk } from './flameWalk.ts';

/** main [A [C [B] [D]] [B [E]]], each wider than the ones to its right. */
const SCRIPT = 'main: 0>A 0>B 0>E 10<E 20<B 20>C 20>D 25<D 30>B 60<B 80<C 80<A 80>E 81<E';

const { tables, methodNames } = tablesOf(SCRIPT);
const tree = exactTree([...tables.values()][0], NO_CALIBRATION, 'nano');
const ranks = Int32Array.from({ length: 32 }, (_, id) => id);
const walk = new FlameWalk(new FlameLayout(callFlames(tree), ranks, 'weight'));

function path(node: number): string {
  let text = '';
  for (let at = node; at > 0; at = tree.parent[at]) text = (methodNames.get(tree.method[at]) ?? '?') + text;
  return text;
}

function nodeOf(wanted: string): number {
  return Array.from({ length: tree.length }, (_, node) => node).findIndex((node) => path(node) === wanted);
}

it('steps to callers, callees and neighbours as they stand', () => {
  expect(path(walk.widestChild(nodeOf('A')))).toBe('AC');
  expect(path(walk.hotLeaf(0))).toBe('ACB');
  expect(path(walk.sibling(nodeOf('AC'), 1))).toBe('AB');
  expect(path(walk.sibling(nodeOf('AC'), -1))).toBe('AC');
  expect(path(walk.root(nodeOf('ACD')))).toBe('A');
  expect([walk.widestChild(nodeOf('E')), walk.sibling(0, 1)]).toEqual([0, 0]);
});

it('goes through matches from left to right and round, and back the same way', () => {
  const matches = Uint8Array.from({ length: 32 }, (_, id) => +/[BE]/.test(methodNames.get(id) ?? ''));
  const search = flameSearch(tree, matches);
  const there: string[] = [];
  let node = 0;
  for (let i = 0; i < 5; i++) there.push(path((node = walk.nextMatch(search, node))));
  expect(there).toEqual(['ACB', 'AB', 'ABE', 'E', 'ACB']);
  expect(['ACB', 'AB', 'ABE', 'E', 'A'].map((at) => walk.matchPlace(search, nodeOf(at)))).toEqual([
    1, 2, 3, 4, 0,
  ]);
  const back: string[] = [];
  for (let i = 0; i < 4; i++) back.push(path((node = walk.previousMatch(search, node))));
  expect(back).toEqual(['E', 'ABE', 'AB', 'ACB']);
});

it('knows the widest match, of several of one width the outermost', () => {
  const widest = (names: RegExp): string => {
    const matches = Uint8Array.from({ length: 32 }, (_, id) => +names.test(methodNames.get(id) ?? ''));
    return path(walk.widestMatch(flameSearch(tree, matches)));
  };
  expect(widest(/[BE]/)).toBe('ACB');
  expect(widest(/[DE]/)).toBe('ABE');
  expect(widest(/./)).toBe('A');
});

it('finds nothing where nothing matches', () => {
  const search = flameSearch(tree, new Uint8Array(32));
  expect([walk.nextMatch(search, 1), walk.previousMatch(search, 1), walk.widestMatch(search)]).toEqual([
    0, 0, 0,
  ]);
});
