import { describe, expect, it } from 'vitest';
import { parseMethodPattern } from '../callgraph/methodPattern.ts';
import { MethodSwitches } from './methodSwitches.ts';

/** @param rules "off a.**", "on a.B::c" @returns which of the methods are off */
function off(rules: readonly string[], methods: readonly string[]): string[] {
  const switches = new MethodSwitches();
  for (const rule of rules) {
    const [word, pattern] = rule.split(' ');
    switches.add(parseMethodPattern(pattern), word === 'on');
  }
  return methods.filter((method) => {
    const [className, name] = method.split('::');
    return switches.isOff(className, name, '(I)V');
  });
}

describe('switches of methods', () => {
  const METHODS = ['a.B::c', 'a.B::d', 'a.x.C::c', 'b.B::c'];

  it('hold for all that their pattern matches, and for nothing else', () => {
    expect(off([], METHODS)).toEqual([]);
    expect(off(['off a.**'], METHODS)).toEqual(['a.B::c', 'a.B::d', 'a.x.C::c']);
    expect(off(['off a.B::c(int)', 'off b.B::c(long)'], METHODS)).toEqual(['a.B::c']);
  });

  it('are overruled by later ones', () => {
    expect(off(['off a.**', 'on a.B'], METHODS)).toEqual(['a.x.C::c']);
    expect(off(['on a.B', 'off a.**'], METHODS)).toEqual(['a.B::c', 'a.B::d', 'a.x.C::c']);
    expect(off(['off a.**', 'on a.B', 'off a.B::d'], METHODS)).toEqual(['a.B::d', 'a.x.C::c']);
    expect(off(['off a.B', 'on a.**', 'off a.B'], METHODS)).toEqual(['a.B::c', 'a.B::d']);
  });

  it('name nested classes by dot or dollar', () => {
    expect(off(['off a.B.C::c'], ['a.B$C::c', 'a.B::c'])).toEqual(['a.B$C::c']);
    expect(off(['off a.B$C', 'on a.B.C::d'], ['a.B$C::c', 'a.B$C::d'])).toEqual(['a.B$C::c']);
  });

  it('are at most ten thousand', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `off a.B${i}`);
    expect(off([...many, 'off a.B7'], ['a.B7::c', 'a.B10000::c'])).toEqual(['a.B7::c']);
    expect(() => off([...many, 'off a.C'], [])).toThrow('by 10000 patterns, and no more');
  });
});
