import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { budgetChoice } from './budgetChoice.ts';
import type { ProbeOverhead } from './probeOverhead.ts';

/** As calibrated, ns: a call that is timed, and one that is counted. */
const PAIR_NS = 50;
const COUNT_NS = 1;

/**
 * One moment as a table: the name, its thousands of calls, and the ms that it took itself, "-" where its calls were counted only.
 *
 *     Root       1   100
 *     getter  1000     -
 */
function moment(table: string): { names: string[]; overhead: ProbeOverhead } {
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/));
  const methods = rows.map(([, thousands, selfMs], i) => ({
    methodId: i as MethodId,
    calls: Number(thousands) * 1e3,
    probeNs: Number(thousands) * 1e3 * (selfMs === '-' ? COUNT_NS : PAIR_NS),
    selfNs: selfMs === '-' ? null : Number(selfMs) * 1e6,
    share: 0,
  }));
  const probeNs = methods.reduce((sum, method) => sum + method.probeNs, 0);
  const programNs = methods.reduce((sum, { selfNs }) => sum + (selfNs ?? 0), 0);
  return { names: rows.map(([name]) => name), overhead: { methods, probeNs, programNs } };
}

/** With a limit of 10 %. @returns "a b: 20.0 % -> 4.0 %", the methods that go in their order; before them nothing if none goes */
function chosen(table: string, isSettled = true): string {
  const { names, overhead } = moment(table);
  const choice = budgetChoice(overhead, 0.1, isSettled, (id) => names[id] === 'Root');
  const percents = [choice.overhead, choice.expected].map((share) => `${(100 * share).toFixed(1)} %`);
  const out = choice.switchOff.map((id) => names[id]).join(' ');
  return `${out === '' ? 'nothing' : out}: ${percents.join(' -> ')}`;
}

describe('what goes for a budget of 10 %', () => {
  it('is nothing while it is kept', () => {
    const table = `
      Root     1   100
      work   100   906`;
    expect(chosen(table)).toBe('nothing: 0.6 % -> 0.6 %');
  });

  it('is what costs most and tells least, until half of the limit is left', () => {
    const table = `
      Root        1   100
      getter   1000    10
      work     1000   900
      seldom     10     9`;
    // 2,011,000 calls of 50 + 10 ns, in 1,019 ms less 10 ns a call
    expect(chosen(table)).toBe('getter work: 12.1 % -> 0.1 %');
  });

  it('leaves what tells most where one of two is enough', () => {
    const table = `
      Root        1   100
      getter   1000    10
      work      700   907`;
    expect(chosen(table)).toBe('getter: 10.2 % -> 4.2 %');
  });

  it('is chosen at once, however many that are', () => {
    const many = Array.from({ length: 2_000 }, (_, i) => `m${i} 10 0.5`);
    const { overhead } = moment(['Root 1 100', ...many].join('\n'));
    const { switchOff, expected } = budgetChoice(overhead, 0.1, true, (id) => (id as number) === 0);
    expect(switchOff.length).toBeGreaterThan(1_900);
    expect(expected).toBeLessThanOrEqual(0.05);
  });

  it('has counted calls in it: they cost more than their probe where compilers would have inlined them', () => {
    const table = `
      Root         1   500
      counted  10000     -
      work       100   600`;
    expect(chosen(table)).toBe('counted: 11.6 % -> 0.6 %');
  });

  it('never is a root, whatever it costs', () => {
    const table = `
      Root     10000   1000
      a           10      1`;
    expect(chosen(table)).toBe('a: 66.7 % -> 66.6 %');
  });

  it('is more while the program still gets faster, and only where it is far over the limit', () => {
    const table = `
      Root        1   1000
      a        1000    500
      b         700    400
      c          10    100`;
    expect(chosen(table)).toBe('nothing: 5.2 % -> 5.2 %');
    expect(chosen(table, false)).toBe('nothing: 5.1 % -> 102.7 %');
    const hot = table.replace(/(a|b) +(\d+)/g, '$1 $20');
    expect(chosen(hot, false)).toBe('a b: 51.0 % -> 0.7 %');
  });

  it('is found where the program seems to have taken no time', () => {
    expect(chosen('Root 0 -10\na 1000 5')).toContain('a: ');
  });
});
