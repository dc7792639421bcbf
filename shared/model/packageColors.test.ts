import { describe, expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { chosenTree } from './chosenThreads.ts';
import { MethodTable } from './methodTable.ts';
import { isCoreClass, isOnePackage, nameColor, stableHash } from './packageColors.ts';

describe('nameColor', () => {
  it('is always the same for a name, and one of those there are', () => {
    const names = Array.from({ length: 200 }, (_, i) => `com.acme.part${i}`);
    const colors = names.map((name) => nameColor(name, 8));
    expect(colors).toEqual(names.map((name) => nameColor(name, 8)));
    expect([...new Set(colors)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(stableHash('')).toBe(0x811c9dc5);
    expect(stableHash('foobar')).toBe(0xbf9cf968); // of the published test vectors
  });
});

describe('isOnePackage', () => {
  const NAMES = (packageOfB: string) => ({
    A: { className: 'com.acme.Shop', name: 'order', descriptor: '()V' },
    B: { className: `${packageOfB}.Cart`, name: 'total', descriptor: '()V' },
    C: { className: 'java.util.HashMap', name: 'get', descriptor: '()V' },
  });
  const isOne = (script: string, packageOfB: string): boolean => {
    const snapshot = exampleSnapshot(script, {}, NAMES(packageOfB));
    return isOnePackage(chosenTree(snapshot, 'all'), new MethodTable(snapshot.methods));
  };

  it('looks at own times outside of the JDK', () => {
    expect(isOne('main: 0>A 10>B 90<B 100>C 900<C 900<A', 'com.acme')).toBe(true);
    expect(isOne('main: 0>A 10>B 90<B 100>C 900<C 900<A', 'com.other')).toBe(false);
    expect(isOne('main: 0>A 95>B 99<B 100>C 900<C 900<A', 'com.other')).toBe(true);
    expect(isCoreClass('java.util.List')).toBe(true);
    expect(isCoreClass('javassist.Pool')).toBe(false);
  });
});
