import { expect, test } from 'vitest';
import type { MethodId } from '../../../shared/base/ids.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { subtreeSums } from '../../../shared/cct/subtreeSums.ts';
import { MethodTable } from '../../../shared/model/methodTable.ts';
import type { ThreadChoice, TreeSnapshot } from '../../worker/cctProtocol.ts';
import { CallTreeState } from './callTreeState.ts';
import type { TreeAction } from './treeKeys.ts';

const NAMES = 'abcdefgh';
const METHODS = new MethodTable(
  Array.from(NAMES, (name, i) => ({
    id: (16 + i) as MethodId,
    className: 'T',
    name,
    descriptor: '()V',
    root: false,
  })),
);

/** One line per node, two spaces per level: name, self time in ns. A node keeps the index of its line in `order`. */
function snapshot(picture: string, thread: ThreadChoice = 'all', generation = 1): TreeSnapshot {
  const lines = picture.split('\n').filter((line) => line.trim() !== '');
  const indent = /^ */.exec(lines[0])?.[0].length ?? 0;
  const method = [-1];
  const parent = [-1];
  const selfNs = [0];
  const open = [0];
  for (const line of lines) {
    const depth = ((/^ */.exec(line)?.[0].length ?? 0) - indent) / 2;
    const [name, ns] = line.trim().split(' ');
    open[depth + 1] = method.length;
    method.push(16 + NAMES.indexOf(name));
    parent.push(open[depth]);
    selfNs.push(Number(ns));
  }
  const tree: ExactTree = {
    length: method.length,
    method: Int32Array.from(method),
    parent: Int32Array.from(parent),
    calls: Float64Array.from(selfNs),
    selfNs: Float64Array.from(selfNs),
    totalNs: subtreeSums(Int32Array.from(parent), Float64Array.from(selfNs)),
    errorNs: new Float64Array(method.length),
    counted: new Uint8Array(method.length),
  };
  return {
    generation,
    thread,
    tree,
    threads: [],
    events: 0,
    droppedEvents: 0,
    eventsPerSecond: 0,
    calledMethods: 0,
    costMs: 0,
  };
}

/** What is seen: names in order, indented by dots, the selected one in brackets. */
function seen(state: CallTreeState): string {
  const picture = state.picture.get();
  if (!picture) return 'nothing';
  return Array.from(picture.nodes, (node, row) => {
    const name = NAMES[picture.tree.method[node] - 16];
    return '.'.repeat(picture.depths[row]) + (node === picture.selected ? `[${name}]` : name);
  }).join(' ');
}

function stateOf(picture: string): CallTreeState {
  const state = new CallTreeState();
  state.show(snapshot(picture), METHODS, true);
  return state;
}

function press(state: CallTreeState, ...actions: TreeAction[]): string {
  for (const action of actions) state.act(action, 2);
  return seen(state);
}

const CHAIN = `
  a 0
    b 1
      c 1
        d 6
        e 4
    f 1
`;

test('the first data opens the hot path to where it branches', () => {
  expect(seen(stateOf(CHAIN))).toBe('a .b ..c ...[d] ...e .f');
});

test('while the tree grows, what is selected and open stays', () => {
  const state = stateOf(CHAIN);
  press(state, 'closeOrParent', 'closeOrParent', 'closeOrParent'); // c, closed, b
  expect(seen(state)).toBe('a .[b] ..c .f');
  state.show(snapshot(`${CHAIN}    g 50\n`), METHODS, true);
  expect(seen(state)).toBe('a .g .[b] ..c .f');
});

test('the arrow keys open, close and go up and down', () => {
  const state = stateOf(CHAIN);
  expect(press(state, 'first', 'closeOrParent')).toBe('[a]');
  expect(press(state, 'openOrChild')).toBe('[a] .b ..c ...d ...e .f');
  expect(press(state, 'openOrChild', 'closeOrParent')).toBe('a .[b] .f');
  expect(press(state, 'closeOrParent')).toBe('[a] .b .f');
  expect(press(state, 'down', 'down', 'down', 'openOrChild')).toBe('a .b .[f]');
  expect(press(state, 'pageUp')).toBe('[a] .b .f');
  expect(press(state, 'last', 'toggle', 'up')).toBe('a .[b] .f');
});

test('a chain of only children is opened at once, a subtree too', () => {
  const state = stateOf(CHAIN);
  state.select(2); // b
  expect(press(state, 'closeOrParent')).toBe('a .[b] .f');
  expect(press(state, 'openChain')).toBe('a .b ..[c] ...d ...e .f');
  expect(press(state, 'first', 'closeOrParent', 'openAll')).toBe('[a] .b ..c ...d ...e .f');
});

test('a search opens what the match is hidden in and goes round', () => {
  const state = stateOf(`${CHAIN}  h 1\n    d 1\n`);
  press(state, 'first', 'closeOrParent');
  state.search('t.d');
  expect(state.picture.get()?.search?.count).toBe(2);
  expect(seen(state)).toBe('a .b ..c ...[d] ...e .f h');
  expect(press(state, 'findNext')).toBe('a .b ..c ...d ...e .f h .[d]');
  expect(press(state, 'findNext')).toBe('a .b ..c ...[d] ...e .f h .d');
  state.search('nobody');
  expect(state.picture.get()?.search?.count).toBe(0);
});

test('numbers sort falling at first, names rising, and a second click turns them round', () => {
  const state = stateOf('a 1\nb 3\nc 2\n');
  expect(seen(state)).toBe('[b] c a');
  state.sortBy('name');
  expect(seen(state)).toBe('a [b] c');
  state.sortBy('name');
  expect(seen(state)).toBe('c [b] a');
  state.sortBy('self');
  expect(seen(state)).toBe('[b] c a');
});

test('in the tree of another thread the same path is selected, as far as it goes', () => {
  const state = stateOf(CHAIN);
  state.show(snapshot('h 9\na 1\n  b 1\n    c 1\n      g 5\n', 20 as ThreadChoice), METHODS, true);
  expect(seen(state)).toBe('h a .b ..[c] ...g');
});

test('a new recording begins with its own hot path, and without a clock counts sort', () => {
  const state = stateOf(CHAIN);
  const counted = snapshot('a 1\nb 3\n', 'all', 2);
  const zeros = new Float64Array(counted.tree.length);
  state.show({ ...counted, tree: { ...counted.tree, selfNs: zeros, totalNs: zeros } }, METHODS, false);
  expect(seen(state)).toBe('[b] a');
  expect(state.picture.get()?.sort).toEqual({ column: 'calls', ascending: false });
  state.show(null, METHODS, true);
  expect(seen(state)).toBe('nothing');
});
