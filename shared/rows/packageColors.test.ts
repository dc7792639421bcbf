import { describe, expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { chosenTree } from '../recording/chosenThreads.ts';
import { MethodTable } from '../naming/methodTable.ts';
import {
  colorPlace,
  colorsOfTree,
  FRAME_COLORS,
  nameColor,
  stableHash,
  tellingColors,
  type DrawnMethod,
  type FrameColors,
} from './packageColors.ts';

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

describe('colorsOfTree', () => {
  const colors = (script: string, classOfB: string, classOfA = 'com.acme.Shop'): FrameColors => {
    const snapshot = exampleSnapshot(
      script,
      {},
      {
        A: { className: classOfA, name: 'order', descriptor: '()V' },
        B: { className: classOfB, name: 'total', descriptor: '()V' },
        C: { className: 'java.util.HashMap', name: 'get', descriptor: '()V' },
      },
    );
    return colorsOfTree(chosenTree(snapshot, 'all'), new MethodTable(snapshot.methods), null);
  };

  it('looks at own times outside of the JDK: packages, classes where there is one package, methods where there is one class', () => {
    const halves = 'main: 0>A 50>B 100<B 100>C 900<C 900<A';
    expect(colors(halves, 'com.other.Cart')).toMatchObject({ by: 'package', coreStandsBack: true });
    expect(colors(halves, 'com.acme.Cart').by).toBe('class');
    expect(colors(halves, 'com.acme.Shop').by).toBe('method');
    expect(colors('main: 0>A 95>B 99<B 100>C 900<C 900<A', 'com.other.Cart').by).toBe('method');
  });

  it('gives the JDK colours like any code where nearly all that is drawn is of it', () => {
    const deep = 'main: 0>A 10>B 20>C 500<C 900<B 900<A';
    expect(colors(deep, 'java.util.Map', 'java.lang.Thread')).toMatchObject({
      by: 'class',
      coreStandsBack: false,
    });
    expect(colors(deep, 'java.util.HashMap', 'java.util.HashMap').by).toBe('method');
    // A program's own frames, however little they do themselves, are what the JDK stands back for.
    expect(colors(deep, 'java.util.Map').coreStandsBack).toBe(true);
  });

  it('gives the widest names colours that differ, those of their names where they are free, and keeps them', () => {
    const named = (count: number, widthOf: (i: number) => number): DrawnMethod[] =>
      Array.from({ length: count }, (_, i) => ({
        className: `p${i}.C`,
        name: 'm',
        own: 1,
        whole: widthOf(i),
      }));
    const first = tellingColors(
      named(20, (i) => 100 - i),
      null,
    );
    const places = named(20, () => 1).map((method) => colorPlace(method, first));
    expect(new Set(places.slice(0, FRAME_COLORS)).size).toBe(FRAME_COLORS);
    expect(places[0]).toBe(nameColor('p0', FRAME_COLORS));
    expect(places.slice(FRAME_COLORS)).toEqual(
      named(20, () => 1)
        .slice(FRAME_COLORS)
        .map(({ className }) => nameColor(className.slice(0, -2), FRAME_COLORS)),
    );
    // The order among the widest is another one now, and one is new among them.
    const later = tellingColors(
      named(20, (i) => (i === 7 ? 1 : i === 8 ? 200 : 50 + i * (i < 7 ? 1 : -1))),
      first,
    );
    const stayed = named(7, () => 1);
    expect(stayed.map((method) => colorPlace(method, later))).toEqual(places.slice(0, 7));
    expect(later.owners.package.filter((name) => name !== null)).toHaveLength(FRAME_COLORS);
  });

  it('gives the widest packages colours that differ with the JDK as well, and to other packages the same as without', () => {
    const packages = (prefix: string, count: number, widest: number): DrawnMethod[] =>
      Array.from({ length: count }, (_, i) => ({
        className: `${prefix}${i}.C`,
        name: 'm',
        own: 1,
        whole: widest - 10 * i,
      }));
    for (const [ofProgram, ofJdk] of [
      [1, 3],
      [4, 4],
      [8, 2],
      [12, 5],
    ]) {
      const program = packages('com.acme.p', ofProgram, 1000);
      const drawn = [...program, ...packages('java.p', ofJdk, 995)];
      const without = tellingColors(drawn, null);
      expect(without.coreStandsBack).toBe(true);
      const withJdk: FrameColors = { ...without, coreStandsBack: false };
      const widest = drawn.toSorted((a, b) => b.whole - a.whole).slice(0, FRAME_COLORS);
      expect(new Set(widest.map((method) => colorPlace(method, withJdk))).size).toBe(widest.length);
      expect(program.map((method) => colorPlace(method, withJdk))).toEqual(
        program.map((method) => colorPlace(method, without)),
      );
      expect(tellingColors(drawn.toReversed(), without)).toEqual(without);
    }
  });
});
