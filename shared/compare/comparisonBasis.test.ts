import { describe, expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { areApartInOne, extentOf, extentRemark, usualBasis } from './comparisonBasis.ts';
import { RecordingDiff } from './recordingDiff.ts';
import { hotComparison } from './hotComparison.ts';

/** Two root calls of 10 ns, each with one of B of 4; six of 15 ns with two of B, of 3 each. */
const short = exampleSnapshot('main: 0>A 1>B 5<B 10<A 10>A 11>B 15<B 20<A', { durationMs: 1_000 });
const long = exampleSnapshot(
  `main: ${[0, 1, 2, 3, 4, 5]
    .map((i) => 15 * i)
    .map((t) => `${t}>A ${t + 1}>B ${t + 4}<B ${t + 4}>B ${t + 7}<B ${t + 15}<A`)
    .join(' ')}`,
  { durationMs: 9_000 },
);
const of = (snapshot: typeof short, name = 'x') => ({ name, snapshot });

describe('the basis of a comparison', () => {
  it('is the recording, however long it took and however many root calls it has', () => {
    const extent = (rootCalls: number, seconds: number) => ({ rootCalls, seconds });
    const one = extent(100, 10);
    for (const other of [extent(100, 10), extent(112, 10), extent(101, 20), extent(1, 10), extent(0, 20)])
      expect(usualBasis(one, other, false)).toBe('recording');
  });

  it('is the root call for groups of one recording, however alike they are in number', () => {
    const extent = (rootCalls: number) => ({ rootCalls, seconds: 10 });
    expect(usualBasis(extent(100), extent(105), true)).toBe('root-call');
    expect(usualBasis(extent(100), extent(0), true)).toBe('recording');
    const [slow, fast] = [['slow'], ['fast']].map((groups) => ({ ...short, groups }));
    expect(areApartInOne(slow, fast)).toBe(true);
    expect(areApartInOne(short, slow)).toBe(true);
    expect(areApartInOne(short, short)).toBe(false);
    expect(areApartInOne({ ...slow, startedAtMs: 1 }, fast)).toBe(false);
  });

  it('counts calls of roots from outside only, of the threads that are compared', () => {
    expect(extentOf(short)).toEqual({ rootCalls: 2, seconds: 1 });
    const nested = exampleSnapshot('one: 0>A 1>A 2<A 3<A\ntwo: 0>A 1<A\nthree: 0>B 1<B');
    expect(extentOf(nested).rootCalls).toBe(2);
    expect(extentOf(nested, [2]).rootCalls).toBe(1);
  });

  it.each([
    ['recording', { calls: [2, 12], selfNs: [8, 36], units: { a: 1, b: 1 } }],
    ['root-call', { calls: [1, 2], selfNs: [4, 6], units: { a: 2, b: 6 } }],
    ['second', { calls: [2, 12 / 9], selfNs: [8, 4], units: { a: 1, b: 9 } }],
  ] as const)('per %s', (basis, expected) => {
    const diff = new RecordingDiff(of(short), of(long), basis);
    const { table, columns } = hotComparison(diff.compared(), diff.methods, 'methods');
    const row = [...table.ids].findIndex((id) => diff.methods.get(id).name === 'B');
    const found = {
      calls: [columns.a.calls[row], columns.b.calls[row]],
      selfNs: [columns.a.selfNs[row], columns.b.selfNs[row]],
      units: diff.units,
    };
    expect(found).toEqual(expected);
  });

  it('is refused where there is none of it, with the name of the file', () => {
    const empty = { ...short, threads: [], durationMs: 0 };
    expect(() => new RecordingDiff(of(short), of(empty, 'b.sluice'), 'root-call')).toThrow(
      'b.sluice has no finished or open call of a root',
    );
    expect(() => new RecordingDiff(of(empty, 'a.sluice'), of(short), 'second')).toThrow(
      'a.sluice has no length',
    );
  });

  it('is told in a sentence where the extents differ', () => {
    const [a, b] = [extentOf(short), extentOf(long)];
    expect(extentRemark(a, b, 'root-call', true)).toBe(
      'A ran for 1.00 s with 2 root calls, B for 9.00 s with 6 root calls: all numbers are per root call.',
    );
    expect(extentRemark(a, b, 'recording', true)).toMatch(
      /: numbers are as recorded, and can be compared per root call \(--per root-call\)\.$/,
    );
    expect(extentRemark(a, { ...a, seconds: 9 }, 'recording', true)).toMatch(/: numbers are as recorded\.$/);
    expect(extentRemark(a, a, 'recording', true)).toBeNull();
  });

  it('without a clock tells every other number of root calls, and no length', () => {
    const one = { rootCalls: 10_004, seconds: 0.747 };
    expect(extentRemark(one, { ...one, seconds: 90 }, 'recording', false)).toBeNull();
    expect(extentRemark(one, { rootCalls: 10_003, seconds: 0.406 }, 'recording', false)).toBe(
      'A has 10,004 root calls, B 10,003 root calls: numbers are as recorded, and can be compared per root call (--per root-call).',
    );
  });
});
