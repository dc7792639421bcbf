import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { together, OverheadBudget } from './overheadBudget.ts';
import type { ProbeOverhead } from './probeOverhead.ts';

const NAMES = ['Root', 'A', 'B', 'C', 'D'];
const PAIR_NS = 50;

/** Runs moment after moment, a look after each: what is recorded comes to what was there. */
class Looks {
  readonly #budget = new OverheadBudget(0.1, (methodId) => NAMES[methodId] === 'Root');
  readonly #sums = new Map<string, { thousands: number; selfMs: number }>();
  #results = 0;
  pairNs = PAIR_NS;

  /**
   * @param text the methods called in the moment, thousands of calls, and the ms they took: "A 1000 50, B 2 10"
   * @param times so many such moments
   * @returns what is switched off after each, "" for nothing, "?" where it is not judged yet
   */
  after(text: string, times = 1): string[] {
    return Array.from({ length: times }, () => {
      for (const row of text.split(', ')) {
        const [name, thousands, selfMs] = row.split(' ');
        const sum = this.#sums.get(name) ?? { thousands: 0, selfMs: 0 };
        sum.thousands += Number(thousands);
        sum.selfMs += Number(selfMs);
        this.#sums.set(name, sum);
      }
      const { overhead, switchOff } = this.#budget.step(this.#overhead(), this.#results);
      return overhead === null ? '?' : switchOff.map((id) => NAMES[id]).join(' ');
    });
  }

  reset(): void {
    this.#sums.clear();
    this.#results++;
  }

  /** Their cost is taken out of what they took, so a dearer pair makes the program's own time less. */
  #overhead(): ProbeOverhead {
    const dearer = this.pairNs - PAIR_NS;
    const methods = [...this.#sums].map(([name, { thousands, selfMs }]) => ({
      methodId: NAMES.indexOf(name) as MethodId,
      calls: thousands * 1e3,
      probeNs: thousands * 1e3 * this.pairNs,
      selfNs: selfMs * 1e6 - thousands * 1e3 * dearer,
      share: 0,
    }));
    return {
      methods,
      probeNs: methods.reduce((sum, { probeNs }) => sum + probeNs, 0),
      programNs: methods.reduce((sum, { selfNs }) => sum + selfNs, 0),
    };
  }
}

const KEPT = 'Root 1 500, A 100 500';
/** 11.3 % of a program that is compiled: over the limit, and not far. */
const OVER = 'Root 1 500, A 1000 20, B 1000 650';

describe('an overhead budget', () => {
  it('leaves all as it is while it is kept', () => {
    const looks = new Looks();
    expect(looks.after(KEPT, 10)).toEqual(['?', ...Array<string>(9).fill('')]);
  });

  it('switches off where it is over the limit, but not before the program is settled', () => {
    const looks = new Looks();
    expect(looks.after(OVER, 6)).toEqual(['?', '', '', '', 'A B', '?']);
  });

  it('takes a program for settled that takes about as long for a call, look by look', () => {
    const looks = new Looks();
    expect(looks.after('Root 1 5000, A 1000 200, B 1000 6500')).toEqual(['?']);
    expect(looks.after('Root 1 2000, A 1000 80, B 1000 2600')).toEqual(['']);
    expect(looks.after('Root 1 1000, A 1000 40, B 1000 1300')).toEqual(['']);
    expect(looks.after(OVER, 5)).toEqual(['', '', '', '', 'A B']);
  });

  it('waits no longer than 20 looks for that', () => {
    const looks = new Looks();
    const fast = 'Root 1 400, A 1000 20, B 1000 520';
    const slow = 'Root 1 500, A 1000 20, B 1000 680';
    const all = Array.from({ length: 10 }, () => [...looks.after(fast), ...looks.after(slow)]);
    expect(all.flat()).toEqual(['?', ...Array<string>(18).fill(''), 'A B']);
  });

  it('waits for nothing where it is far over the limit', () => {
    const looks = new Looks();
    const far = 'Root 1 500, A 9000 200, B 10 300';
    expect(looks.after(far, 2)).toEqual(['?', 'A']);
  });

  it('waits while methods come that were not called before', () => {
    const looks = new Looks();
    expect(looks.after('Root 1 500, A 9000 200')).toEqual(['?']);
    expect(looks.after('Root 1 500, A 9000 200, B 10 300')).toEqual(['?']);
    expect(looks.after('Root 1 500, A 9000 200, C 10 300')).toEqual(['?']);
    expect(looks.after('Root 1 500, A 9000 200')).toEqual(['A']);
  });

  it('does not judge the moment in which the last ones went: they were there for a part of it', () => {
    const looks = new Looks();
    const far = 'Root 1 500, A 9000 200, B 10 300';
    expect(looks.after(far, 2)).toEqual(['?', 'A']);
    expect(looks.after('Root 1 500, A 9000 200, B 9000 300')).toEqual(['?']);
    expect(looks.after('Root 1 500, B 9000 300')).toEqual(['B']);
  });

  it('begins anew with the results: what was there before a reset is not missed', () => {
    const looks = new Looks();
    expect(looks.after(KEPT, 3)).toEqual(['?', '', '']);
    looks.reset();
    expect(looks.after('Root 1 500, B 9000 200', 2)).toEqual(['?', 'B']);
  });

  it('waits until enough has happened to say anything', () => {
    const looks = new Looks();
    expect(looks.after('Root 0.001 1, A 10 1', 10)).toEqual(Array<string>(10).fill('?'));
  });

  it('does not charge a moment with what a check of the calibration corrects of all that came before', () => {
    const looks = new Looks();
    const kept = 'Root 1 500, A 1000 540';
    looks.after(kept, 40);
    looks.pairNs = 55;
    expect(looks.after(kept)).toEqual(['']);
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
