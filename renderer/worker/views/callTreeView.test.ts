import { expect, test } from 'vitest';
import { NO_PATH, type CallPath } from '../../../shared/analysis/callPath.ts';
import type { MethodId } from '../../../shared/base/ids.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { subtreeSums } from '../../../shared/cct/subtreeSums.ts';
import { MethodTable } from '../../../shared/naming/methodTable.ts';
import type { ViewInput } from '../table/workerView.ts';
import type { TableAsk, TablePicture, TableAction } from '../table/tableRow.ts';
import { CallTreeView } from './callTreeView.ts';

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
function treeOf(picture: string): ExactTree {
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
  return {
    length: method.length,
    method: Int32Array.from(method),
    parent: Int32Array.from(parent),
    calls: Float64Array.from(selfNs),
    selfNs: Float64Array.from(selfNs),
    totalNs: subtreeSums(Int32Array.from(parent), Float64Array.from(selfNs)),
    errorNs: new Float64Array(method.length),
    counted: new Uint8Array(method.length),
  };
}

/** The view of a page that sees all its pictures. */
class Reader {
  readonly view = new CallTreeView();
  picture: TablePicture | null = null;
  selection: CallPath = NO_PATH;

  show(tree: string | ExactTree, change: Partial<ViewInput> = {}): this {
    const exact = typeof tree === 'string' ? treeOf(tree) : tree;
    const input = {
      generation: 1,
      recording: 1,
      measured: 1,
      timed: true,
      methods: METHODS,
      comparison: null,
      live: false,
      eachThread: () => [],
      ...change,
      tree: exact,
    };
    const steps = this.view.update(input, this.selection, true);
    for (let step = steps.next(); ; step = steps.next()) {
      if (!step.done) continue;
      this.#take(step.value);
      return this;
    }
  }

  ask(ask: TableAsk): string {
    this.#take(this.view.answer(ask));
    return this.seen;
  }

  press(...actions: readonly TableAction[]): string {
    for (const action of actions) this.ask({ kind: 'act', action });
    return this.seen;
  }

  click(node: number): void {
    this.ask({ kind: 'click', generation: this.picture?.generation ?? 0, node });
  }

  /** What is seen: names in order, indented by dots, the selected one in brackets. */
  get seen(): string {
    if (!this.picture) return 'nothing';
    const { rows, selected } = this.picture;
    return rows
      .map(({ node, method, depth }) => {
        const name = NAMES[method - 16];
        return '.'.repeat(depth) + (node === selected?.node ? `[${name}]` : name);
      })
      .join(' ');
  }

  #take(selection: CallPath | null): void {
    this.selection = selection ?? this.selection;
    this.picture = this.view.picture() ?? this.picture;
  }
}

function readerOf(picture: string): Reader {
  const reader = new Reader().show(picture);
  reader.ask({ kind: 'look', topRow: 0, viewRows: 2, shiftedRows: 0 });
  return reader;
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
  const reader = readerOf(CHAIN);
  expect(reader.seen).toBe('a .b ..c ...[d] ...e .f');
  expect([...reader.selection].map((method) => NAMES[method - 16]).join('')).toBe('abcd');
});

test('a tree that begins with its root opens its hot path as it grows, until it is touched', () => {
  const reader = readerOf('\n  a 1\n');
  expect(reader.seen).toBe('[a]');
  expect(reader.show(CHAIN).seen).toBe('[a] .b ..c ...d ...e .f');
  expect(reader.press('closeOrParent', 'openOrChild')).toBe('[a] .b ..c ...d ...e .f');
  expect(reader.show(`${CHAIN}    g 50\n      h 50\n`).seen).toBe('[a] .g .b ..c ...d ...e .f');
});

test('while the tree grows, what is selected and open stays', () => {
  const reader = readerOf(CHAIN);
  reader.press('closeOrParent', 'closeOrParent', 'closeOrParent'); // c, closed, b
  expect(reader.seen).toBe('a .[b] ..c .f');
  reader.show(`${CHAIN}    g 50\n`);
  expect(reader.seen).toBe('a .g .[b] ..c .f');
});

test('what is open in a closed branch is open again after it, however often the tree has grown', () => {
  const reader = readerOf(CHAIN);
  expect(reader.press('first', 'toggle')).toBe('[a]');
  reader.show(`${CHAIN}    g 50\n`);
  expect(reader.press('toggle')).toBe('[a] .g .b ..c ...d ...e .f');
});

test('the arrow keys open, close and go up and down', () => {
  const reader = readerOf(CHAIN);
  expect(reader.press('first', 'closeOrParent')).toBe('[a]');
  expect(reader.press('openOrChild')).toBe('[a] .b ..c ...d ...e .f');
  expect(reader.press('openOrChild', 'closeOrParent')).toBe('a .[b] .f');
  expect(reader.press('closeOrParent')).toBe('[a] .b .f');
  expect(reader.press('down', 'down', 'down', 'openOrChild')).toBe('a .b .[f]');
  expect(reader.press('pageUp')).toBe('[a] .b .f');
  expect(reader.press('last', 'toggle', 'up')).toBe('a .[b] .f');
});

test('a chain of only children is opened at once, a subtree too', () => {
  const reader = readerOf(CHAIN);
  reader.click(2); // b
  expect(reader.press('closeOrParent')).toBe('a .[b] .f');
  expect(reader.press('openChain')).toBe('a .b ..[c] ...d ...e .f');
  expect(reader.press('first', 'closeOrParent', 'openAll')).toBe('[a] .b ..c ...d ...e .f');
  // What is closed with all below it opens as one level.
  expect(reader.press('closeAll')).toBe('[a]');
  expect(reader.press('openOrChild')).toBe('[a] .b .f');
  expect(reader.press('openAll')).toBe('[a] .b ..c ...d ...e .f');
});

test('a search opens what the match is hidden in and goes round', () => {
  const reader = readerOf(`${CHAIN}  h 1\n    d 1\n`);
  reader.press('first', 'closeOrParent');
  expect(reader.ask({ kind: 'search', text: 't.d' })).toBe('a .b ..c ...[d] ...e .f h');
  expect(reader.picture?.search).toMatchObject({ count: 2, place: 1 });
  expect(reader.press('findNext')).toBe('a .b ..c ...d ...e .f h .[d]');
  expect(reader.press('findNext')).toBe('a .b ..c ...[d] ...e .f h .d');
  reader.ask({ kind: 'search', text: 'nobody' });
  expect(reader.picture?.search?.count).toBe(0);
});

test('numbers sort falling at first, names rising, and a second click turns them round', () => {
  const reader = readerOf('a 1\nb 3\nc 2\n');
  expect(reader.seen).toBe('[b] c a');
  expect(reader.ask({ kind: 'sort', column: 'name' })).toBe('a [b] c');
  expect(reader.ask({ kind: 'sort', column: 'name' })).toBe('c [b] a');
  expect(reader.ask({ kind: 'sort', column: 'self' })).toBe('[b] c a');
});

test('in the tree of another thread the same path is selected, as far as it goes, and comes back', () => {
  const reader = readerOf(CHAIN);
  reader.show('h 9\na 1\n  b 1\n    c 1\n      g 5\n', { generation: 2 });
  expect(reader.seen).toBe('h a .b ..[c] ...g');
  reader.show(CHAIN, { generation: 3 });
  expect(reader.seen).toBe('a .b ..c ...[d] ...e .f');
});

test('a click on a row that is no longer there does nothing', () => {
  const reader = readerOf(CHAIN);
  expect(reader.ask({ kind: 'toggle', generation: 0, node: 1 })).toBe('a .b ..c ...[d] ...e .f');
});

test('a new recording begins with its own hot path, and without a clock counts sort', () => {
  const reader = readerOf(CHAIN);
  const counted = treeOf('a 1\nb 3\n');
  const zeros = new Float64Array(counted.length);
  reader.selection = NO_PATH;
  reader.show({ ...counted, selfNs: zeros, totalNs: zeros }, { generation: 2, recording: 2, timed: false });
  expect(reader.seen).toBe('[b] a');
  expect(reader.picture?.sort).toEqual({ column: 'calls', ascending: false });
});

test('what another view has selected is opened and shown', () => {
  const reader = new Reader();
  reader.selection = [16, 17, 18, 20]; // a b c e
  expect(reader.show(CHAIN).seen).toBe('a .b ..c ...d ...[e]'.concat(' .f'));
  reader.view.select([16, 21], true);
  expect(reader.view.picture()?.selected?.method).toBe(21);
});

/** Rows r0 r1 ... as roots, each with its time. */
function roots(timesNs: readonly number[]): string {
  return timesNs.map((ns, i) => `${NAMES[i % 8]} ${ns}\n`).join('');
}

test('a large tree is sent in windows, and what is in view stays when rows come above it', () => {
  const times = Array.from({ length: 1000 }, (_, i) => 1000 - i);
  const reader = new Reader().show(roots(times));
  reader.ask({ kind: 'look', topRow: 500, viewRows: 20, shiftedRows: 0 });
  expect(reader.picture).toMatchObject({ rowCount: 1000, firstRow: 420, shiftedRows: 0 });
  expect(reader.picture?.rows.length).toBe(180);
  // Within what was sent nothing has to be sent again.
  reader.view.answer({ kind: 'look', topRow: 505, viewRows: 20, shiftedRows: 0 });
  expect(reader.view.picture()).toBeNull();
  // Three of the rows below become the largest ones: the first row in view is held.
  reader.show(roots(times.map((ns, i) => (i > 900 && i < 904 ? ns + 5000 : ns))));
  expect(reader.picture).toMatchObject({ firstRow: 428, shiftedRows: 3 });
  expect(reader.picture?.rows[80].selfNs).toBe(495);
});

test('at the top nothing is held, so that the largest rows stay in view', () => {
  const reader = new Reader().show(roots([3, 2, 1]));
  reader.press('last');
  reader.ask({ kind: 'look', topRow: 0, viewRows: 20, shiftedRows: 0 });
  reader.show(roots([3, 2, 9]));
  expect(reader.seen).toBe('[c] a b');
  expect(reader.picture?.shiftedRows).toBe(0);
});

test('a selection outside of the view is brought into it, with the rows around it', () => {
  const reader = new Reader().show(roots(Array.from({ length: 1000 }, (_, i) => 1000 - i)));
  reader.ask({ kind: 'look', topRow: 0, viewRows: 20, shiftedRows: 0 });
  const reveals = reader.picture?.reveals ?? 0;
  reader.press('last');
  expect(reader.picture).toMatchObject({ selectedRow: 999, firstRow: 900, reveals: reveals + 1 });
});

test('a key that is pressed while the tree is brought up to date is not lost', () => {
  const reader = readerOf(CHAIN);
  const input = {
    generation: 1,
    recording: 1,
    measured: 1,
    timed: true,
    methods: METHODS,
    comparison: null,
    live: false,
    eachThread: () => [],
  };
  const steps = reader.view.update({ ...input, tree: treeOf(CHAIN) }, reader.selection, true);
  steps.next();
  reader.press('first');
  while (!steps.next().done);
  expect(reader.seen).toBe('[a] .b ..c ...d ...e .f');
  reader.view.answer({ kind: 'act', action: 'down' });
  expect(reader.view.picture()?.selected?.node).toBe(2);
});
