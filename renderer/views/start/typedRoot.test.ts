import { describe, expect, it } from 'vitest';
import type { MethodRow } from '../../../shared/ipc/engineApi.ts';
import { typedRoot } from './typedRoot.ts';

const ORDER = { classId: 7, name: 'a.Order', loader: 'app', module: '', modifiable: true };
const method = (name: string, parameters = '()', whyNot = ''): MethodRow => ({
  name,
  descriptor: '',
  parameters,
  returnType: 'void',
  flags: 0,
  pattern: `a.Order::${name}${parameters}`,
  whyNot,
});

/** Enter after `text`, which finds the class a.Order and `methodQuery` in it. */
const rootOf = (text: string, methodQuery: string, ...methods: MethodRow[]): Promise<string | null> =>
  typedRoot(text, { classes: [ORDER], classQuery: '', methodQuery, owner: null }, ORDER, () =>
    Promise.resolve(methods),
  );

describe('Enter takes', () => {
  it('the only method that was meant, by words or as a pattern', async () => {
    const methods = [method('process'), method('find'), method('nativeFind', '()', 'native')];
    expect(await rootOf('Order proc', 'proc', ...methods)).toBe('a.Order::process()');
    expect(await rootOf('Order::find', 'find', ...methods)).toBe('a.Order::find()');
  });

  it('the only method of the only class', async () => {
    expect(await rootOf('Order', '', method('run'))).toBe('a.Order::run()');
  });

  it('a pattern as it was typed when it means several methods, or the class', async () => {
    const overloads = [method('process'), method('process', '(int)')];
    expect(await rootOf(' a.Order::process ', 'process', ...overloads)).toBe('a.Order::process');
    expect(await rootOf('a.Order', '', method('run'))).toBe('a.Order');
    expect(
      await typedRoot('a.**', { classes: [], classQuery: 'a.**', methodQuery: '', owner: null }, null, () =>
        Promise.reject(new Error('no class is asked')),
      ),
    ).toBe('a.**');
  });

  it('nothing when words mean several methods', async () => {
    expect(await rootOf('Order', '', method('run'), method('stop'))).toBe(null);
  });
});
