import { expect, test } from 'vitest';
import { NO_PATH, type CallPath } from '../../../shared/analysis/callPath.ts';
import { drained } from '../../../shared/base/drained.ts';
import type { MethodId } from '../../../shared/base/ids.ts';
import { NO_CALIBRATION } from '../../../shared/cct/cctTable.ts';
import { BYTECODES } from '../../../shared/events/amounts.ts';
import { exactTree } from '../../../shared/cct/overhead.ts';
import { MethodTable } from '../../../shared/naming/methodTable.ts';
import { tablesOf } from '../../../shared/testing/tableOf.ts';
import type { FlameAction, FlameAsk, FlamePicture } from './flameFrame.ts';
import { FlameGraphView } from './flameView.ts';

// In the order in which scripts call them.
const OWNERS = { E: 'Main', A: 'shop.Cart', B: 'shop.Cart', C: 'shop.Till', D: 'bank.Account' };
const METHODS = new MethodTable(
  Object.entries(OWNERS).map(([name, className], i) => ({
    ...{ id: (16 + i) as MethodId, className, name, descriptor: '()V', root: false },
  })),
);
// E 10 by itself, A 30, B 20, C 25, D 15
const SCRIPT = 'main: 0>E 10>A 30>B 50<B 50>C 60>D 75<D 90<C 100<A 100<E';
const PATHS = { E: [16], A: [16, 17], B: [16, 17, 18], C: [16, 17, 19], D: [16, 17, 19, 20] };

class Reader {
  readonly view = new FlameGraphView('packages');
  selection: CallPath = NO_PATH;
  picture!: FlamePicture;
  #generation = 0;

  show(script: string, bytecodes?: readonly number[]): this {
    const table = [...tablesOf(script).tables.values()][0];
    const more = bytecodes && { more: new Map([[BYTECODES, Float64Array.from(bytecodes)]]) };
    const input = {
      ...{
        recording: 1,
        measured: 1,
        timed: true,
        methods: METHODS,
        comparison: null,
        live: true,
        eachThread: () => [],
      },
      generation: this.#generation++,
      tree: exactTree({ ...table, ...more }, NO_CALIBRATION, 'nano'),
    };
    return this.#take(drained(this.view.update(input, this.selection, this.selection.length > 0)));
  }

  ask(ask: FlameAsk): this {
    return this.#take(this.view.answer(ask));
  }

  press(...actions: readonly FlameAction[]): this {
    for (const action of actions) this.ask({ kind: 'act', action });
    return this;
  }

  /** Level by level, as wide as they are in percent. */
  get seen(): string {
    const { levels, x0, x1, widthPx } = this.picture.sheet;
    return Array.from({ length: levels.length - 2 }, (_, i) => i + 1)
      .map((level) =>
        Array.from({ length: levels[level + 1] - levels[level] }, (_, i) => levels[level] + i)
          .map((box) => `${this.#nameOf(box)} ${Math.round((100 * (x1[box] - x0[box])) / widthPx)}`)
          .join(' '),
      )
      .join(' | ');
  }

  get selected(): string {
    const { selected } = this.picture;
    return selected === null ? '' : (selected.title?.long ?? METHODS.get(selected.method).name);
  }

  #nameOf(box: number): string {
    const { titles, method } = this.picture.sheet;
    return titles?.[box]?.short ?? METHODS.get(method[box]).name;
  }

  #take(selection: CallPath | null): this {
    if (selection) this.selection = selection;
    this.picture = this.view.picture() ?? this.picture;
    return this;
  }
}

test('packages are as wide as what their classes take by themselves, and these as their methods', () => {
  expect(new Reader().show(SCRIPT).seen).toBe(
    'shop 75 bank 15 (unnamed package) 10 | Cart 50 Till 25 Account 15 Main 10 | A 30 B 20 C 25 D 15 E 10',
  );
});

test('frames are as wide as a further metric', () => {
  const reader = new Reader().show(SCRIPT, [0, 10, 0, 0, 30, 60]);
  expect(reader.ask({ kind: 'value', value: BYTECODES }).seen).toMatch(/^bank 60 shop 30 /);
});

test('a frame tells the numbers of its package, class or method', () => {
  const reader = new Reader().show(SCRIPT).press('child', 'child');
  expect(reader.picture.selected).toMatchObject({ level: 2, selfNs: 50, totalNs: 90, calls: 2 });
  expect(reader.picture.selected?.title).toEqual({ short: 'Cart', long: 'shop.Cart' });
  expect(reader.view.selectedTitle).toBe('shop.Cart');
});

test('a package or class selects the heaviest call path that ends in it, a method its own', () => {
  const reader = new Reader().show(SCRIPT).press('child');
  expect([reader.selected, reader.selection]).toEqual(['shop', PATHS.A]);
  reader.press('child', 'next');
  expect([reader.selected, reader.selection]).toEqual(['shop.Till', PATHS.C]);
  reader.press('child');
  expect([reader.selected, reader.selection]).toEqual(['C', PATHS.C]);
  expect(reader.view.selectedTitle).toBeNull();
  reader.press('root', 'next');
  expect([reader.selected, reader.selection]).toEqual(['bank', PATHS.D]);
});

test('what is selected elsewhere is the frame of its last method', () => {
  const reader = new Reader().show(SCRIPT);
  reader.view.select(PATHS.D, true);
  expect(reader.press('parent').selected).toBe('bank.Account');
});

test('finds packages, classes and methods, and says what part of the whole they are', () => {
  const reader = new Reader().show(SCRIPT).ask({ kind: 'search', text: 'shop' });
  expect(reader.picture.search).toMatchObject({ count: 6, place: 1, share: 0.75 });
  expect(reader.selected).toBe('shop');
  reader.ask({ kind: 'search', text: 'till' });
  expect(reader.picture.search).toMatchObject({ count: 2, share: 0.25 });
  expect(reader.press('findNext').selected).toBe('C');
});

test('what is zoomed to and selected stays while classes come', () => {
  const reader = new Reader()
    .show('main: 0>E 10>A 30>B 50<B 60<A 60<E')
    .press('child', 'child', 'child', 'next');
  expect(reader.selected).toBe('B');
  reader.press('parent', 'zoomSelected');
  const zoomed = (): string[] => reader.picture.zoomed.map(({ title }) => title?.long ?? '');
  expect(zoomed()).toEqual(['shop', 'shop.Cart']);
  reader.show(SCRIPT);
  expect(zoomed()).toEqual(['shop', 'shop.Cart']);
});

test('a click on a frame of the moment before is about that frame', () => {
  const reader = new Reader().show('main: 0>E 10>A 30>B 50<B 60<A 60<E').press('child', 'child');
  const { generation, selected } = reader.picture;
  const node = selected?.node ?? 0;
  reader.show(SCRIPT).ask({ kind: 'select', generation, node });
  expect(reader.selected).toBe('shop.Cart');
});

test('is not turned round', () => {
  const reader = new Reader().show(SCRIPT);
  const before = reader.seen;
  expect(reader.ask({ kind: 'invert', isInverted: true }).seen).toBe(before);
});
