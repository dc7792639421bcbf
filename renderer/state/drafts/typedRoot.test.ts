import { describe, expect, it } from 'vitest';
import type { MethodRow } from '../../../shared/ipc/engineApi.ts';
import { typedRoot } from './typedRoot.ts';

const ORDER = { classId: 7, name: 'a.Order', loader: 'app', module: '', modifiable: true, isCore: false };
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
  typedRoot(
    text,
    { classes: [ORDER], classQuery: text.split('::')[0], methodQuery, owner: null },
    ORDER,
    () => Promise.resolve(methods),
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

  it('all overloads of a method that is named, or the one that is written out', async () => {
    const overloads = [method('process'), method('process', '(int,java.lang.String)'), method('processAll')];
    expect(await rootOf('Order::process', 'process', ...overloads)).toBe('a.Order::process');
    expect(await rootOf('Order::process(int, String)', 'process(int, String)', ...overloads)).toBe(
      'a.Order::process(int,java.lang.String)',
    );
  });

  it('the first of the list for a part of a name', async () => {
    const methods = [method('unprocess'), method('processAll'), method('processFirst', '()', 'abstract')];
    expect(await rootOf('Order::proc', 'proc', ...methods)).toBe('a.Order::processAll()');
  });

  it('the class by its whole name', async () => {
    expect(await rootOf('a.Order', '', method('run'))).toBe('a.Order');
  });

  it('a pattern with wildcards as it was typed, whether or not a class fits', async () => {
    for (const text of ['a.**', 'a.Order*::get*', 're:a.+', '!a.B'])
      expect(
        await typedRoot(text, { classes: [], classQuery: text, methodQuery: '', owner: null }, null, () =>
          Promise.reject(new Error('no class is asked')),
        ),
      ).toBe(text);
  });

  it('no text that names nothing that is loaded', async () => {
    const nothing = { classes: [], classQuery: 'a.Odrer', methodQuery: 'run', owner: null };
    expect(await typedRoot('a.Odrer::run', nothing, null, () => Promise.resolve([]))).toBe(null);
    expect(await rootOf('Order::fly', 'fly', method('run'))).toBe(null);
  });

  it('the class that is shown, where words mean several of its methods', async () => {
    expect(await rootOf('Ord', '', method('run'), method('stop'))).toBe('a.Order');
  });

  it('nothing of a class that has no method to be a root', async () => {
    expect(await rootOf('Ord', '', method('run', '()', 'abstract'))).toBe(null);
  });
});
