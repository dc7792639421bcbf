import { describe, expect, it } from 'vitest';
import { typedPattern, typedRoot } from './optionValues.ts';

describe('a method pattern', () => {
  it.each([
    ['com.acme.Shop.order', 'com.acme.Shop::order'],
    ['Shop.order(int,String)', 'Shop::order(int,String)'],
    ['com.acme.shop#order', 'com.acme.shop::order'],
    ['!com.acme.Shop$Cart.add', '!com.acme.Shop$Cart::add'],
  ])('%s, as others write it, is refused and told as %s', (text, meant) => {
    expect(() => typedPattern(text)).toThrow(`${meant};`);
  });

  it.each([
    'com.acme.Shop::order',
    'com.acme.Shop::order(java.lang.String)',
    'com.acme.Shop',
    'com.acme.shop',
    'com.acme.Shop.*',
    'com.acme.**',
    'a.B.c::*',
    're:com.acme.Shop.order',
    '!com.acme.Log',
  ])('%s is taken as it is', (text) => {
    expect(typedPattern(text)).toBe(text);
  });
});

describe('a root', () => {
  it.each([
    ['com.acme.Shop::order', 'com.acme.Shop::order'],
    ['com.acme.Shop.order', 'com.acme.Shop::order'],
    ['com.acme.Shop#order(int, String)', 'com.acme.Shop::order(int,String)'],
    ['com/acme/Shop/order', 'com.acme.Shop::order'],
    ['  at com.acme.Shop.order(Shop.java:57)', 'com.acme.Shop::order'],
    ['Shop.order (57)', 'Shop::order'],
    ['com/acme/Shop.order_[j]', 'com.acme.Shop::order'],
    ['2026-01-02 ERROR failed at com.acme.Shop.order(Shop.java:57)', 'com.acme.Shop::order'],
    ['com.acme.Shop', 'com.acme.Shop'],
    ['com.acme.**', 'com.acme.**'],
    ['re:com.acme.Shop.order', 're:com.acme.Shop.order'],
    ['!com.acme.Log', '!com.acme.Log'],
  ])('%s is the pattern %s', (text, pattern) => expect(typedRoot(text)).toBe(pattern));

  it('is one method: those of a whole trace are listed', () => {
    const trace = 'java.lang.Error\n\tat a.B.c(B.java:1)\n\tat a.D.e(D.java:2)';
    expect(() => typedRoot(trace)).toThrow('It names several methods: a.B::c, a.D::e. Give one of them.');
  });

  it.each(['a..b', '--scheme', ''])('%j is none', (text) => expect(() => typedRoot(text)).toThrow());
});
