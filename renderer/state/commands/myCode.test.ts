import { expect, test } from 'vitest';
import type { MethodId } from '../../../shared/base/ids.ts';
import type { MethodName } from '../../worker/cctProtocol.ts';
import { OwnRows } from './myCode.ts';

function methods(...classes: readonly string[]): Map<number, MethodName> {
  const name = (className: string, i: number): [number, MethodName] => [
    i,
    { id: i as MethodId, className, name: 'm', descriptor: '()V' },
  ];
  return new Map(classes.map(name));
}

const SHOWN = methods('com.acme.Shop', 'com.acme.web.Page', 'com.acmeshop.Shop', 'Main', '', '[kernel]');

/** `1 0 1`: what stands out of the methods, in their order. */
function told(packages: readonly string[], of = SHOWN): string {
  const own = new OwnRows(packages, of);
  return [...of.keys()].map((method) => Number(own.has({ method, title: null }))).join(' ');
}

test('methods of own packages stand out, and of those below them', () => {
  expect(told(['com.acme'])).toBe('1 1 0 0 0 0');
  expect(told(['com.acme.web', 'com.acmeshop'])).toBe('0 1 1 0 0 0');
});

test('of the unnamed package neither what is hidden nor native code stands out', () => {
  expect(told([''])).toBe('0 0 0 1 0 0');
});

test('nothing stands out while all that was seen is own, and then it does', () => {
  const seen = methods('com.acme.Shop', '');
  const own = new OwnRows(['com.acme'], seen);
  expect([own.areTold, own.has({ method: 0, title: null })]).toEqual([false, false]);
  seen.set(7, { id: 7 as MethodId, className: 'org.lib.Cache', name: 'get', descriptor: '()V' });
  expect([own.areTold, own.has({ method: 0, title: null })]).toEqual([true, true]);
});

test('classes and packages stand out by their titles, but for those of the unnamed package, which look alike', () => {
  const own = new OwnRows(['com.acme', ''], SHOWN);
  const titles = ['com.acme.Shop', 'com.acme', 'com', 'com.acmeshop', 'demo'];
  expect(titles.map((title) => own.has({ method: 2, title }))).toEqual([true, true, false, false, false]);
});
