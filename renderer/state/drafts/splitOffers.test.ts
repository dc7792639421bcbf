import { describe, expect, it } from 'vitest';
import { splitOffers } from './splitOffers.ts';

/** "arg0 int, thread" */
const offered = (...roots: string[]): string =>
  splitOffers(roots)
    .map(({ split, type }) => `${split} ${type}`.trim())
    .join(', ');

describe('what a root can be split by', () => {
  it.each([
    ['Shop::order(int,java.lang.String)', 'arg0 int, arg1 String, thread'],
    ['Shop::order(com.acme.Cart,java.lang.Long,char[])', 'arg1 Long, thread'],
    ['Shop::order(String)', 'arg0 String, thread'],
    ['Shop::order()', 'thread'],
    ['Shop::order', 'thread'],
    ['re:.*(int)', 'thread'],
  ])('%s: %s', (root, offers) => {
    expect(offered(root)).toBe(offers);
  });

  it('is what each of several roots has', () => {
    expect(offered('Shop::order(int,String)', 'Shop::pay(long,Cart)')).toBe('arg0 int, thread');
    expect(offered('Shop::order(int)', 'Shop::pay')).toBe('thread');
    expect(offered()).toBe('thread');
  });
});
