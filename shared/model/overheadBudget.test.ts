import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { together, OverheadBudget } from './overheadBudget.ts';
import type { ProbeOverhead } from './probeOverhead.ts';

/** "A 300 100": the probes of A have cost 300 ms so far, and A took 100 ms itself. Ids count from 16. */
function overhead(...methods: string[]): ProbeOverhead {
  const rows = methods.map((text, i) => {
    const [, probeMs, selfMs] = text.split(' ');
    return {
      methodId: (16 + i) as MethodId,
      calls: Number(probeMs),
      probeNs: Number(probeMs) * 1e6,
      selfNs: selfMs === undefined ? null : Number(selfMs) * 1e6,
      share: 0,
    };
  });
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((ns, row) => ns + of(row), 0);
  return {
    methods: rows,
    probeNs: sum(({ probeNs }) => probeNs),
    programNs: sum(({ selfNs }) => selfNs ?? 0),
  };
}

const ROOT = 16;
const isRoot = (methodId: MethodId): boolean => (methodId as number) === ROOT;

describe('an overhead budget', () => {
  it('leaves all as it is while it is kept', () => {
    const budget = new OverheadBudget(0.1, isRoot);
    expect(budget.step(overhead('Root 1 500', 'A 20 500'), 0)).toMatchObject({ switchOff: [] });
  });

  it('switches off first what costs most and tells least, and no more than it must', () => {
    const budget = new OverheadBudget(0.1, isRoot);
    const step = budget.step(
      overhead('Root 1 300', 'getter 60 5', 'work 40 600', 'counted 2', 'rare 1 100'),
      0,
    );
    expect(step).toMatchObject({ switchOff: [17] });
    expect(step.overhead).toBeCloseTo(104 / 1005);
    expect(step.expected).toBeCloseTo(44 / 1005);
  });

  it('looks at what came since the last step only', () => {
    const budget = new OverheadBudget(0.1, isRoot);
    expect(budget.step(overhead('Root 1 300', 'A 300 100'), 0).switchOff).toEqual([17]);
    expect(budget.step(overhead('Root 1 700', 'A 300 100', 'B 30 300'), 0).switchOff).toEqual([]);
  });

  it('begins anew with the results: what was there before a reset is not missed', () => {
    const budget = new OverheadBudget(0.1, isRoot);
    expect(budget.step(overhead('Root 1 9000', 'A 300 100', 'B 30 300'), 0).switchOff).toEqual([]);
    expect(budget.step(overhead('Root 1 300', 'A 0 0', 'B 200 10'), 1).switchOff).toEqual([18]);
  });

  it('switches off a hundred at once, as many as are taken, and the others in the steps that follow', () => {
    const budget = new OverheadBudget(0.1, isRoot);
    const methods = (each: number): string[] =>
      Array.from({ length: 250 }, (_, i) => `M${i} ${i < each ? 2 : 1} 1`);
    expect(budget.step(overhead('Root 1 300', ...methods(0)), 0).switchOff).toHaveLength(100);
    expect(budget.step(overhead('Root 1 600', ...methods(250)), 0).switchOff).toEqual([]);
    expect(
      budget.step(overhead('Root 1 900', ...methods(250).map((text) => text.replace(' 2 ', ' 3 '))), 0)
        .switchOff,
    ).toHaveLength(100);
  });

  it('does not judge the moment in which the last ones went: they were there for a part of it', () => {
    const budget = new OverheadBudget(0.1, isRoot);
    expect(budget.step(overhead('Root 1 300', 'A 300 100', 'B 10 300'), 0).switchOff).toEqual([17]);
    expect(budget.step(overhead('Root 1 400', 'A 400 110', 'B 20 400'), 0).switchOff).toEqual([]);
    expect(budget.step(overhead('Root 1 500', 'A 400 110', 'B 120 500'), 0).switchOff).toEqual([18]);
  });

  it('waits until enough has happened to say anything', () => {
    const budget = new OverheadBudget(0.1, isRoot);
    expect(budget.step(overhead('Root 1 2', 'A 30 1'), 0)).toEqual({
      overhead: null,
      switchOff: [],
      expected: 0,
    });
    expect(budget.step(overhead('Root 2 10', 'A 60 5'), 0).switchOff).toEqual([17]);
  });

  it('never switches off a root, whatever it costs', () => {
    const budget = new OverheadBudget(0.1, isRoot);
    expect(budget.step(overhead('Root 300 100', 'A 1 1'), 0).switchOff).toEqual([17]);
  });

  it('tells several steps as one: from the first overhead to the last', () => {
    const first = { limit: 0.1, overhead: 0.5, expected: 0.2, patterns: ['Shop::a', 'Shop::b'] };
    const second = { limit: 0.1, overhead: 0.3, expected: 0.08, patterns: ['Shop::b', 'Shop::c'] };
    expect(together(first, second)).toEqual({
      limit: 0.1,
      overhead: 0.5,
      expected: 0.08,
      patterns: ['Shop::a', 'Shop::b', 'Shop::c'],
    });
  });
});
