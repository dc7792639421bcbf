import { describe, expect, it } from 'vitest';
import { typedPattern } from './optionValues.ts';

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
