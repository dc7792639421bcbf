import { expect, test } from 'vitest';
import { NO_PATH, type CallPath } from '../../../shared/analysis/callPath.ts';
import { drained } from '../../../shared/base/drained.ts';
import { NO_CALIBRATION } from '../../../shared/cct/cctTable.ts';
import { BYTECODES } from '../../../shared/events/amounts.ts';
import { exactTree } from '../../../shared/cct/overhead.ts';
import { MethodTable } from '../../../shared/naming/methodTable.ts';
import type { MethodId } from '../../../shared/base/ids.ts';
import { tablesOf } from '../../../shared/testing/tableOf.ts';
import type { ViewInput } from '../table/workerView.ts';
import type { FlameAction, FlameAsk, FlamePicture } from './flameFrame.ts';
import { FlameGraphView } from './flameView.ts';

const NAMES = 'ABCDE';
const METHODS = new MethodTable(
  Array.from(NAMES, (name, i) => ({
    id: (16 + i) as MethodId,
    className: 'T',
    name,
    descriptor: '()V',
    root: false,
  })),
);

/** A page that goes where it is told to at once. */
class Reader {
  readonly view = new FlameGraphView();
  selection: CallPath = NO_PATH;
  /** The selection is a reader's, not one that a view has made by itself. */
  isChosen = true;
  picture!: FlamePicture;

  /** @param bytecodes NodeIndex -> of the node alone; none: not counted */
  show(script: string, change: Partial<ViewInput> = {}, bytecodes?: readonly number[]): this {
    const table = [...tablesOf(script).tables.values()][0];
    const more = bytecodes && new Map([[BYTECODES, Float64Array.from(bytecodes)]]);
    const tree = exactTree({ ...table, ...(more && { more }) }, NO_CALIBRATION, 'nano');
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
      tree,
    };
    this.#take(drained(this.view.update(input, this.selection, this.isChosen)));
    return this;
  }

  ask(ask: FlameAsk): this {
    this.#take(this.view.answer(ask));
    return this;
  }

  press(...actions: readonly FlameAction[]): this {
    for (const action of actions) this.ask({ kind: 'act', action });
    return this;
  }

  /** Level by level: each frame that is drawn with its share of the view, the selected one in brackets. */
  get seen(): string {
    const { sheet, view, selected } = this.picture;
    const at = (x: number): number =>
      (sheet.span.from + (x / sheet.widthPx) * (sheet.span.to - sheet.span.from) - view.from) /
      (view.to - view.from);
    return Array.from({ length: sheet.levels.length - 1 }, (_, level) =>
      Array.from(
        { length: sheet.levels[level + 1] - sheet.levels[level] },
        (__, i) => sheet.levels[level] + i,
      )
        .map((box) => ({ box, x0: Math.max(0, at(sheet.x0[box])), x1: Math.min(1, at(sheet.x1[box])) }))
        .filter(({ x0, x1 }) => x1 - x0 > 1e-9)
        .map(({ box, x0, x1 }) => {
          const name = NAMES[sheet.method[box] - 16] ?? 'all';
          const shown = sheet.frames[box] > 1 ? `${name}*${sheet.frames[box]}` : name;
          return `${sheet.node[box] === selected?.node ? `[${shown}]` : shown} ${Math.round(100 * (x1 - x0))}`;
        })
        .join(' '),
    )
      .filter(Boolean)
      .join(' | ');
  }

  get zoomed(): string {
    return this.picture.zoomed.map(({ method }) => NAMES[method - 16]).join('');
  }

  #take(selection: CallPath | null): void {
    if (selection) this.selection = selection;
    for (let picture = this.view.picture(); picture; picture = this.view.picture()) {
      this.picture = picture;
      const { view, zooms, moves } = picture;
      const { sheet } = picture;
      if (
        sheet.span.from <= view.from &&
        sheet.widthPx * (view.to - view.from) > 999 * (sheet.span.to - sheet.span.from)
      )
        return;
      this.view.answer({
        kind: 'look',
        view,
        goal: view,
        moves,
        widthPx: 1000,
        topLevel: 0,
        viewLevels: 30,
        zooms,
      });
    }
  }
}

const SCRIPT = 'main: 0>A 0>B 40<B 40>C 50>D 60<D 70<C 100<A';

test('all is in view first, and arrows walk from frame to frame', () => {
  const reader = new Reader().show(SCRIPT);
  expect(reader.seen).toBe('all 100 | A 100 | B 40 C 30 | D 10');
  reader.press('child', 'child', 'next', 'child');
  expect(reader.seen).toBe('all 100 | A 100 | B 40 C 30 | [D] 10');
  expect(reader.selection).toEqual([16, 18, 19]);
  expect(reader.press('root').selection).toEqual([16]);
  expect(reader.press('leaf').selection).toEqual([16, 17]);
  expect(reader.press('parent').selection).toEqual([16]);
});

test('frames are as wide as what else was measured, where that is chosen', () => {
  const reader = new Reader().show(SCRIPT, {}, [0, 10, 70, 15, 5]);
  expect(reader.picture.values).toEqual(['bytecodes']);
  expect(reader.seen).toBe('all 100 | A 100 | B 40 C 30 | D 10');
  expect(reader.ask({ kind: 'value', value: 'bytecodes' }).seen).toBe('all 100 | A 100 | B 70 C 20 | D 5');
  reader.ask({ kind: 'invert', isInverted: true });
  expect(reader.seen).toBe('all 100 | B 70 C 15 A 10 D 5 | A 70 A 15 C 5 | A 5');
  reader.ask({ kind: 'invert', isInverted: false }).ask({ kind: 'value', value: '' });
  expect(reader.seen).toBe('all 100 | A 100 | B 40 C 30 | D 10');
});

test('without a clock frames are as wide as the first of what was measured', () => {
  const reader = new Reader().show(SCRIPT, { timed: false }, [0, 10, 70, 15, 5]);
  expect(reader.picture.value).toBe('bytecodes');
  expect(reader.seen).toBe('all 100 | A 100 | B 70 C 20 | D 5');
});

test('a click zooms to a frame, and 0 goes back to all', () => {
  const reader = new Reader().show(SCRIPT);
  reader.ask({ kind: 'zoom', generation: 1, node: 3 });
  expect(reader.seen).toBe('all 100 | A 100 | [C] 100 | D 33');
  expect(reader.zoomed).toBe('AC');
  expect(reader.press('zoomAll').seen).toBe('all 100 | A 100 | B 40 [C] 30 | D 10');
  expect(reader.zoomed).toBe('');
});

test('while the tree grows, what was zoomed to stays in view', () => {
  const reader = new Reader().show(SCRIPT).ask({ kind: 'zoom', generation: 1, node: 3 });
  reader.show('main: 0>A 0>B 40<B 40>C 50>D 60<D 170<C 200<A');
  expect(reader.seen).toBe('all 100 | A 100 | [C] 100 | D 8');
  reader.show('main: 0>A 0>E 10<E 20>C 30>D 60<D 70<C 100<A', { generation: 2 });
  expect(reader.seen).toBe('all 100 | A 100 | [C] 100 | D 60');
  reader.show('main: 0>A 100<A', { generation: 3 });
  expect(reader.seen).toBe('all 100 | [A] 100');
});

test('a reader who has not heard yet that the tree moved still goes to where it is', () => {
  const reader = new Reader().show(SCRIPT).ask({ kind: 'zoom', generation: 1, node: 3 });
  const { view: goal, zooms, moves } = reader.picture;
  reader.show('main: 0>A 0>B 40<B 40>C 50>D 60<D 170<C 200<A');
  const way = { from: 0.1, to: 0.9 };
  reader.view.answer({
    kind: 'look',
    view: way,
    goal,
    zooms,
    moves,
    widthPx: 900,
    topLevel: 0,
    viewLevels: 9,
  });
  expect(reader.view.picture()?.view).toEqual(reader.picture.view);
});

test('what another view has selected is brought into view, below a pixel as well', () => {
  const reader = new Reader().show('main: 0>A 0>B 1<B 1>C 1000000<C 1000000<A');
  expect(reader.seen).toBe('all 100 | A 100 | C 100 B 0');
  reader.view.select([16, 17], true);
  reader.press('findNext');
  expect(reader.picture.selected?.method).toBe(17);
  const { from, to } = reader.picture.view;
  expect(to - from).toBeLessThan(1e-4);
  expect(reader.seen).toContain('[B] 8');
});

test('what no reader has selected leaves all in view, however narrow it is', () => {
  const [opened, told] = [new Reader(), new Reader()];
  opened.selection = [16, 17];
  opened.isChosen = false;
  for (const reader of [opened, told]) reader.show('main: 0>A 0>B 1<B 1>C 1000000<C 1000000<A');
  told.view.select([16, 17], false);
  told.press('findNext');
  for (const { seen } of [opened, told]) expect(seen).toBe('all 100 | A 100 | C 100 [B] 0');
});

test('find goes through frames from left to right, and tells what part of the whole they are', () => {
  const reader = new Reader().show('main: 0>A 0>B 10>C 20>B 30<B 35<C 40<B 40>C 60<C 100<A');
  reader.ask({ kind: 'search', text: 'T.B' });
  expect(reader.picture.search).toMatchObject({ count: 2, place: 1, share: 0.4 });
  expect(reader.selection).toEqual([16, 17]);
  expect(reader.press('findNext').selection).toEqual([16, 17, 18, 17]);
  expect(reader.picture.search?.place).toBe(2);
  expect(reader.press('findNext').selection).toEqual([16, 17]);
  expect(reader.press('findPrevious').selection).toEqual([16, 17, 18, 17]);
  reader.ask({ kind: 'search', text: '' });
  expect(reader.picture.search).toBeNull();
});

test('frames that are too narrow are put together, and by name frames keep their order', () => {
  const reader = new Reader().show('main: 0>A 0>B 1<B 1>C 100000<C 100000>D 100001<D 200000<A');
  expect(reader.seen).toBe('all 100 | A 100 | C 50 B*2 0');
  reader.show('main: 0>A 0>B 30<B 30>C 80<C 100<A');
  reader.ask({ kind: 'order', order: 'name' });
  expect(reader.seen).toBe('all 100 | A 100 | B 30 C 50');
});

test('a frame that is no longer there cannot be clicked', () => {
  const reader = new Reader().show(SCRIPT);
  reader.ask({ kind: 'zoom', generation: 0, node: 3 });
  expect(reader.zoomed).toBe('');
});

test('inverted, methods are as wide as their self time, with their callers upon them', () => {
  const reader = new Reader().show(SCRIPT).ask({ kind: 'invert', isInverted: true });
  expect(reader.picture.shape).toBe('callers');
  expect(reader.seen).toBe('all 100 | B 40 A 30 C 20 D 10 | A 40 A 20 C 10 | A 10');
  expect(reader.ask({ kind: 'invert', isInverted: false }).seen).toBe('all 100 | A 100 | B 40 C 30 | D 10');
});

test('what is looked for, and in which order, before there is a graph holds from its first picture on', () => {
  const reader = new Reader();
  for (const text of ['T.', 'T.D']) reader.view.answer({ kind: 'search', text });
  reader.view.answer({ kind: 'order', order: 'name' });
  reader.show(SCRIPT);
  expect(reader.picture).toMatchObject({ search: { text: 'T.D', count: 1, place: 1 }, order: 'name' });
  expect(reader.seen).toBe('all 100 | A 100 | B 40 C 30 | [D] 10');
  expect(reader.selection).toEqual([16, 18, 19]);
});

test('inverted, a frame is walked to, zoomed and searched, and selects a path that ends in it', () => {
  const reader = new Reader().show(SCRIPT).ask({ kind: 'invert', isInverted: true });
  reader.ask({ kind: 'search', text: 'T.D' });
  expect(reader.selection).toEqual([16, 18, 19]);
  expect(reader.picture.search).toMatchObject({ count: 1, place: 1, share: 0.1 });
  expect(reader.press('child').picture.selected).toMatchObject({
    method: 18,
    selfNs: 10,
    totalErrorNs: null,
  });
  expect(reader.view.callersAbove).toBe(1);
  expect(reader.selection).toEqual([16, 18, 19]);
  expect(reader.press('zoomSelected').zoomed).toBe('DC');
});

test('inverted, zoom and selection stay while the program runs, though nodes are numbered anew', () => {
  const reader = new Reader().ask({ kind: 'invert', isInverted: true }).show(SCRIPT);
  reader.ask({ kind: 'search', text: 'T.D' }).press('child', 'zoomSelected');
  const { generation, selections } = reader.picture;
  reader.show('main: 0>A 0>B 40<B 40>C 50>D 60<D 70<C 70>E 80>D 90<D 90<E 100<A');
  expect(reader.zoomed).toBe('DC');
  expect(reader.picture).toMatchObject({ selected: { method: 18 }, selections });
  expect(reader.picture.generation).not.toBe(generation);
});

test('inverted, a click takes the frame that was there in the picture before, though it is another node now', () => {
  const longer = (endNs: number): string => `main: 0>A 0>B 40<B 40>C 50>D 60<D 70<C 70>E 75<E ${endNs}<A`;
  const reader = new Reader().ask({ kind: 'invert', isInverted: true }).show(SCRIPT);
  const { generation, sheet } = reader.picture;
  const callerOfD = sheet.node.findLast((_, box) => sheet.method[box] === 18)!;
  reader.show(longer(110));
  expect(reader.picture.generation).not.toBe(generation);
  reader.ask({ kind: 'zoom', generation, node: callerOfD });
  expect(reader.zoomed).toBe('DC');
  expect(reader.selection).toEqual([16, 18, 19]);
  reader.ask({ kind: 'zoom', generation, node: 0 });
  expect(reader.zoomed).toBe('');
  reader.show(longer(120)).show(longer(130)).press('root');
  reader.ask({ kind: 'zoom', generation, node: callerOfD });
  expect(reader.zoomed).toBe('');
});
