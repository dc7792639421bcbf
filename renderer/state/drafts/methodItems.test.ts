import { expect, test } from 'vitest';
import type { ClassRow, MethodRow } from '../../../shared/ipc/engineApi.ts';
import { methodItems } from './methodItems.ts';

const OWNER: ClassRow = {
  classId: 1,
  name: 'shop.Order',
  loader: 'app',
  module: '',
  modifiable: true,
  isCore: false,
};

function method(name: string, parameters = '()', whyNot = ''): MethodRow {
  const pattern = `shop.Order::${name}${parameters}`;
  return { name, descriptor: '()V', parameters, returnType: 'void', flags: 1, pattern, whyNot };
}

const METHODS = [
  method('total'),
  method('hash', '()', 'native'),
  method('add', '(int)'),
  method('add', '()'),
];
const lines = (query: string) => methodItems(OWNER, METHODS, query).map(({ pattern }) => pattern);

test('methods that cannot be roots come last, after all others by name', () => {
  expect(lines('')).toEqual([
    'shop.Order',
    'shop.Order::add()',
    'shop.Order::add(int)',
    'shop.Order::total()',
    'shop.Order::hash()',
  ]);
});

test('a typed method name narrows the list, its parameters do not matter', () => {
  expect(lines('TOT')).toEqual(['shop.Order::total()']);
  expect(lines('add(int, St')).toEqual(['shop.Order::add()', 'shop.Order::add(int)']);
});

test('what begins as typed comes before what only holds it', () => {
  const methods = [method('compute'), method('putAll'), method('put')];
  expect(methodItems(OWNER, methods, 'pu').map(({ text }) => text)).toEqual(['put', 'putAll', 'compute']);
});

test('constructors are called so, and found by either name', () => {
  const methods = [method('<init>', '(int)'), method('<clinit>'), method('run')];
  const texts = (query: string) => methodItems(OWNER, methods, query).map(({ text }) => text);
  expect(texts('')).toEqual(['All methods', 'static initializer', 'constructor', 'run']);
  expect(texts('<init')).toEqual(['constructor']);
  expect(texts('constr')).toEqual(['constructor']);
});

test('a class of which nothing can be a root says so', () => {
  expect(methodItems(OWNER, [method('hash', '()', 'native')], '')[0].whyNot).toBe(
    'none of them can be a root',
  );
});
