import { describe, expect, it } from 'vitest';
import { parseMethodPattern } from '../callgraph/methodPattern.ts';
import { CountingPolicy } from './countingPolicy.ts';

const policy = (countTrivial: boolean, includeCore: boolean, root: string): CountingPolicy =>
  new CountingPolicy(countTrivial, includeCore, [parseMethodPattern(root)]);

describe('counted are', () => {
  it('trivial methods, unless switched off', () => {
    expect(policy(true, false, 'shop.Cart').isCounted('neverThrows')).toBe(true);
    expect(policy(true, false, 'shop.Cart').isCounted('mayThrow')).toBe(true);
    expect(policy(true, false, 'shop.Cart').isCounted('no')).toBe(false);
    expect(policy(false, false, 'shop.Cart').isCounted('neverThrows')).toBe(false);
  });

  it('those that cannot throw alone, where constructors of the exceptions of the JVM are measured', () => {
    for (const measuring of [
      policy(true, true, 'shop.Cart'),
      policy(true, false, 'java.lang.Throwable::fillInStackTrace'),
    ]) {
      expect(measuring.isCounted('mayThrow')).toBe(false);
      expect(measuring.isCounted('neverThrows')).toBe(true);
    }
  });
});
