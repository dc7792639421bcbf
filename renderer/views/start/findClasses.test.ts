import { expect, test } from 'vitest';
import type { ClassRow } from '../../../shared/ipc/engineApi.ts';
import { findClasses } from './findClasses.ts';

const NAMES = ['shop.OrderService', 'shop.OrderProcess', 'bank.Account'];

function search(query: string): Promise<readonly ClassRow[]> {
  const words = query.toLowerCase().split(' ');
  const found = NAMES.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
  return Promise.resolve(
    found.map((name, i) => ({ classId: i + 1, name, loader: 'app', module: '', modifiable: true })),
  );
}

async function found(text: string): Promise<string> {
  const { classes, methodQuery } = await findClasses(text, search);
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
