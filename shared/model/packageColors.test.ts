import { describe, expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { chosenTree } from './chosenThreads.ts';
import { MethodTable } from './methodTable.ts';
import { isCoreClass, nameColor, stableHash, tellingColoring } from './packageColors.ts';

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

describe('tellingColoring', () => {
  const coloring = (script: string, classOfB: string): string => {
    const snapshot = exampleSnapshot(
      script,
      {},
      {
        A: { className: 'com.acme.Shop', name: 'order', descriptor: '()V' },
        B: { className: classOfB, name: 'total', descriptor: '()V' },
        C: { className: 'java.util.HashMap', name: 'get', descriptor: '()V' },
      },
    );
    return tellingColoring(chosenTree(snapshot, 'all'), new MethodTable(snapshot.methods));
  };

  it('looks at own times outside of the JDK: packages, classes where there is one package, methods where there is one class', () => {
    const halves = 'main: 0>A 50>B 100<B 100>C 900<C 900<A';
    expect(coloring(halves, 'com.other.Cart')).toBe('package');
    expect(coloring(halves, 'com.acme.Cart')).toBe('class');
    expect(coloring(halves, 'com.acme.Shop')).toBe('method');
    expect(coloring('main: 0>A 95>B 99<B 100>C 900<C 900<A', 'com.other.Cart')).toBe('method');
    expect(isCoreClass('java.util.List')).toBe(true);
    expect(isCoreClass('javassist.Pool')).toBe(false);
  });
});
