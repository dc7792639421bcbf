import { describe, expect, it } from 'vitest';
import { bench } from '../testing/revelationBench.ts';

describe('the class catalogue', () => {
  it('finds classes by words and lists their methods with patterns', async () => {
    const { revelation, jvm } = await bench(
      'package shop; class Cart { int price(String[] names, int n) { return n; } native void nothing(); }',
      ['shop.Cart'],
    );
    const [first] = await revelation.searchClasses('cart sh', 10);
    expect(first).toMatchObject({ name: 'shop.Cart', loader: 'app', modifiable: true });
    const methods = await revelation.methodsOf(jvm.classIdOf('shop.Cart'));
    expect(methods.map(({ pattern, whyNot }) => [pattern, whyNot])).toEqual([
      ['shop.Cart::<init>()', ''],
      ['shop.Cart::price(java.lang.String[],int)', ''],
      ['shop.Cart::nothing()', 'it is native: choose a method that calls it'],
    ]);
    expect((await revelation.searchClasses('java util', 2)).map(({ name }) => name)).toHaveLength(2);
  });

  it('does not offer the classes that came with the agent', async () => {
    const { revelation } = await bench('package sluice.agent; class Pump {}', ['sluice.agent.Pump']);
    expect(await revelation.searchClasses('pump', 10)).toEqual([]);
  });
});
