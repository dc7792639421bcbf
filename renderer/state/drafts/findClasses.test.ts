import { expect, test } from 'vitest';
import type { ClassRow, MethodRow } from '../../../shared/ipc/engineApi.ts';
import { findClasses } from './findClasses.ts';

const NAMES = ['shop.OrderService', 'shop.OrderProcess', 'bank.Account'];

function search(query: string): Promise<readonly ClassRow[]> {
  const words = query.toLowerCase().split(' ');
  const found = NAMES.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
  return Promise.resolve(
    found.map((name, i) => ({
      classId: i + 1,
      name,
      loader: 'app',
      module: '',
      modifiable: true,
      isCore: false,
    })),
  );
}

const method = (name: string, whyNot = ''): MethodRow => ({
  name,
  descriptor: '()V',
  parameters: '()',
  returnType: 'void',
  flags: 0,
  pattern: name,
  whyNot,
});
/** By classId, of what `search` finds. */
const METHODS = [[], [method('process', 'abstract')], [method('process')]];
const methodsOf = (classId: number) => Promise.resolve(METHODS[classId] ?? []);

async function found(text: string): Promise<string> {
  const { classes, methodQuery } = await findClasses(text, search, methodsOf);
  return `${classes.map(({ name }) => name).join(' ')} / ${methodQuery}`;
}

test('two colons separate class and method', async () => {
  expect(await found(' Account::with')).toBe('bank.Account / with');
  expect(await found('Account::')).toBe('bank.Account / ');
});

test('words are looked for in class names first; the last one may be a method', async () => {
  expect(await found('order process')).toBe('shop.OrderProcess / ');
  expect(await found('account withdraw')).toBe('bank.Account / withdraw');
  expect(await found('nobody withdraw')).toBe(' / ');
});

test('of several classes the one is taken that has the method and can have it as a root', async () => {
  const owner = async (text: string) => (await findClasses(text, search, methodsOf)).owner?.name;
  expect(await owner('Order::process')).toBe('shop.OrderProcess');
  expect(await owner('Order::nothing')).toBe('shop.OrderService');
  expect(await owner('Order')).toBeUndefined();
});
