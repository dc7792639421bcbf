import { expect, test } from 'vitest';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { ambiguousNames, packageRows } from './packageRows.ts';

function rowsOf(...names: readonly string[]): ClassRow[] {
  return names.map((name, i) => ({
    classId: i + 1,
    name,
    loader: 'app',
    module: '',
    modifiable: true,
    isCore: false,
  }));
}

function picture(names: readonly string[], ...open: readonly string[]): string[] {
  return packageRows(rowsOf(...names), new Set(open)).map((line) =>
    line.kind === 'class'
      ? `${'  '.repeat(line.depth)}${line.row.name}`
      : `${'  '.repeat(line.depth)}${line.isOpen ? '-' : '+'} ${line.label} (${line.classCount})`,
  );
}

const NAMES = ['com.acme.shop.Order', 'com.acme.shop.Cart', 'com.acme.shop.web.Page', 'Main', 'org.lib.Log'];

test('packages that hold nothing but one other are one line, classes come after packages', () => {
  expect(picture(NAMES)).toEqual(['+ com.acme.shop (3)', '+ org.lib (1)', 'Main']);
  expect(picture(NAMES, 'com.acme.shop')).toEqual([
    '- com.acme.shop (3)',
    '  + web (1)',
    '  com.acme.shop.Cart',
    '  com.acme.shop.Order',
    '+ org.lib (1)',
    'Main',
  ]);
});

test('names that several loaders have are known', () => {
  expect([...ambiguousNames(rowsOf('a.B', 'a.C', 'a.B'))]).toEqual(['a.B']);
});
