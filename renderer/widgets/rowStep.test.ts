import { expect, test } from 'vitest';
import { pageRows, rowStep } from './rowStep.ts';

const FIFTY = Array.from({ length: 50 }, (_, i) => i);

/** A row is as deep as it is indented; + is closed, - is open, and nothing is below a dot. */
const TREE = ['- a', '  - b', '    . c', '    + d', '+ e'];
const LEVELS = {
  depthOf: (row: string) => row.search(/\S/) / 2,
  isOpen: (row: string) => ({ '-': true, '+': false })[row.trim()[0]] ?? null,
};

/** Where the key goes in a list that shows ten rows. */
const inList = (key: string, active: number) => rowStep(key, FIFTY, active, 10);
const inTree = (key: string, row: number) => rowStep(key, TREE, row, 10, LEVELS);

test('arrows go a row, Page Up and Page Down as many as are in view, Home and End to the ends', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'];
  expect(keys.map((key) => inList(key, 20))).toEqual([21, 19, 30, 10, 0, 49]);
});

test('no key goes beyond the first or the last row', () => {
  expect(['ArrowUp', 'PageUp', 'Home'].map((key) => inList(key, 0))).toEqual([0, 0, 0]);
  expect(['PageUp', 'PageDown'].map((key) => inList(key, key === 'PageUp' ? 4 : 45))).toEqual([0, 49]);
  expect(['ArrowDown', 'PageDown', 'End'].map((key) => inList(key, 49))).toEqual([49, 49, 49]);
});

test('while no row is active, the first one becomes so, and End goes to the last', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home'];
  expect(keys.map((key) => inList(key, -1))).toEqual([0, 0, 0, 0, 0]);
  expect(inList('End', -1)).toBe(49);
});

test('no key goes anywhere in an empty list, and no other key in any', () => {
  expect(['ArrowDown', 'PageUp', 'Home', 'End'].map((key) => rowStep(key, [], -1, 10))).toEqual(
    Array(4).fill(undefined),
  );
  expect(['a', 'Enter', ' ', 'Ctrl+Home'].map((key) => inList(key, 3))).toEqual(Array(4).fill(undefined));
});

test('the right arrow opens a row, and goes from an open one to the first below it', () => {
  expect(TREE.map((_, row) => inTree('ArrowRight', row))).toEqual([1, 2, 'open', 'open', 'open']);
});

test('the left arrow closes an open row, and goes from others to the one that they are below', () => {
  expect(TREE.map((_, row) => inTree('ArrowLeft', row))).toEqual(['close', 'close', 1, 1, 4]);
});

test('the arrows to the sides do nothing in a list, nor before a row of a tree is active', () => {
  for (const key of ['ArrowLeft', 'ArrowRight']) {
    expect(inList(key, 3)).toBeUndefined();
    expect(inTree(key, -1)).toBeUndefined();
  }
});

test('a page has the whole rows of a view, and at least one', () => {
  expect([pageRows(230, 22), pageRows(220, 22), pageRows(10, 22), pageRows(0, 22)]).toEqual([10, 10, 1, 1]);
  expect(pageRows(230, 0)).toBe(1);
});
