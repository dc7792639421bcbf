import { expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { NO_CALIBRATION, type ExactTree } from '../cct/cctTable.ts';
import { BYTECODES } from '../events/amounts.ts';
import { exactTree } from '../cct/overhead.ts';
import { filteredMethods } from '../naming/methodFilter.ts';
import { MethodTable } from '../naming/methodTable.ts';
import { tablesOf } from '../testing/tableOf.ts';
import { hotRows } from './hotRows.ts';
import { packageRowKind, packageRowNamer, packageRows, packageTree } from './packageRows.ts';

// In the order in which scripts call them. Till is of the package of Cart, Main of none.
const OWNERS = { E: 'Main', A: 'shop.Cart', B: 'shop.Cart', C: 'shop.Till', D: 'bank.Account' };
const METHODS = new MethodTable(
  Object.entries(OWNERS).map(([name, className], i) => ({
    ...{ id: (16 + i) as MethodId, className, name, descriptor: '()V', root: false },
  })),
);
// E 10 by itself, A 30, B 20, C 25, D 15
const SCRIPT = 'main: 0>E 10>A 30>B 50<B 50>C 60>D 75<D 90<C 100<A 100<E';

function treeOf(script: string, more?: readonly number[]): ExactTree {
  const table = [...tablesOf(script).tables.values()][0];
  const bytecodes = more && { more: new Map([[BYTECODES, Float64Array.from(more)]]) };
  return exactTree({ ...table, ...bytecodes }, NO_CALIBRATION, 'nano');
}

/** Each row with what it has by itself and in total, in what it is in. */
function drawn(tree: ExactTree, passes: Uint8Array | null = null): string {
  const rows = packageRows(tree, METHODS, passes);
  const { length, parent, method, selfNs, totalNs, calls } = packageTree(rows, tree.totalNs[0]);
  const nameOf = packageRowNamer(rows, METHODS)('short');
  const below = (node: number): string => {
    const inner = Array.from({ length }, (_, child) => child).filter((child) => parent[child] === node);
    const own = node === 0 ? '' : `${nameOf(method[node])} ${selfNs[node]}/${totalNs[node]}/${calls[node]}`;
    return `${own}${inner.length === 0 ? '' : `{${inner.map(below).join(', ')}}`}`;
  };
  return below(0);
}

it('has methods in their classes, and these in their packages, with sums of what they have by themselves', () => {
  expect(drawn(treeOf(SCRIPT))).toBe(
    '{(unnamed package) 10/100/1{Main 10/100/1{Main.E() 10/100/1}}, ' +
      'bank 15/15/1{bank.Account 15/15/1{Account.D() 15/15/1}}, ' +
      'shop 75/90/3{shop.Cart 50/90/2{Cart.A() 30/90/1, Cart.B() 20/20/1}, shop.Till 25/40/1{Till.C() 25/40/1}}}',
  );
});

it('says of packages, classes and methods what hot spots say', () => {
  const tree = treeOf('main: 0>E 10>A 20>B 30>A 35>C 40<C 60<A 70<B 75>D 80<D 90<A 100<E');
  const { columns, titles } = packageRows(tree, METHODS, null);
  for (const by of ['packages', 'classes', 'methods'] as const) {
    const { spots, rows, nameOf } = hotRows(tree, METHODS, by, null, { column: 'name', ascending: true });
    for (const spot of rows) {
      const row = by === 'methods' ? titles.indexOf(null) + spot : titles.indexOf(nameOf(spot, 'long'));
      for (const column of ['selfNs', 'totalNs', 'calls', 'errorNs'] as const)
        expect([nameOf(spot, 'long'), columns[column][row]]).toEqual([
          nameOf(spot, 'long'),
          spots[column][spot],
        ]);
    }
  }
});

it('has what else was measured, and its sum', () => {
  const tree = treeOf('main: 0>E 10>A 20<A 20>B 30<B 40<E', [0, 7, 2, 30]);
  const rows = packageRows(tree, METHODS, null);
  const { metrics } = packageTree(rows, tree.totalNs[0]);
  const { self, total } = metrics!.get(BYTECODES)!;
  expect([...self]).toEqual([0, 7, 32, 7, 32, 7, 2, 30]);
  expect(total[0]).toBe(39);
});

it('counts only methods that pass a filter, and what these have in classes and packages', () => {
  const passes = filteredMethods(METHODS, { kind: 'regexp', text: 'Cart\\.B|Till' });
  expect(drawn(treeOf(SCRIPT), passes)).toBe(
    '{shop 45/60/2{shop.Cart 20/20/1{Cart.B() 20/20/1}, shop.Till 25/40/1{Till.C() 25/40/1}}}',
  );
});

it('names a package and a class by the method in it that has most', () => {
  const rows = packageRows(treeOf(SCRIPT), METHODS, null);
  const told = rows.titles.map(
    (title, row) => `${packageRowKind(rows, row)} ${title} ${METHODS.get(rows.methods[row]).name}`,
  );
  expect(told.slice(2, 6)).toEqual([
    'package shop A',
    'class Main E',
    'class bank.Account D',
    'class shop.Cart A',
  ]);
});

it('has nothing where no method passes', () => {
  expect(drawn(treeOf(SCRIPT), new Uint8Array(64))).toBe('');
});
