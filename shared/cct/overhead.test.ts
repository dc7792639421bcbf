import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { FIRST_METHOD_ID } from '../base/ids.ts';
import { seededRandom } from '../testing/arbitraryEvents.ts';
import { tableOf } from '../testing/tableOf.ts';
import { highOfWord, lowOfWord } from '../events/eventWord.ts';
import { CctBuilder } from './cctBuilder.ts';
import { NO_CALIBRATION, type ExactTree } from './cctTable.ts';
import { codeDoubtNs } from './codeDoubt.ts';
import { exactTree } from './overhead.ts';
import { ThreadCursor } from './threadCursor.ts';
import { isUncertain } from './uncertain.ts';

const FREE = NO_CALIBRATION;

describe('exactTree', () => {
  it('subtracts the inner time per call and the outer time per call made', () => {
    // A: 100 measured, 1 call, 2 calls made; B: 60 measured, 2 calls
    const table = tableOf('main: 0>A 20>B 50<B 70>B 100<B 160<A');
    const tree = exactTree(table, { ...FREE, innerNs: 5, outerNs: 3 }, 'nano');
    expect([...tree.selfNs]).toEqual([0, 100 - 5 - 2 * 3, 60 - 2 * 5]);
    expect([...tree.totalNs]).toEqual([139, 139, 50]);
    expect(tree.clampedNs).toBe(0);
  });

  it('never shows less than 0, counts what it cut, and admits the error', () => {
    const table = tableOf('main: 0>A 10>B 14<B 24<A');
    const tree = exactTree(table, { ...FREE, innerNs: 7, outerNs: 1, spreadNs: 0.5 }, 'nano');
    expect([...tree.selfNs]).toEqual([0, 12, 0]);
    expect(tree.clampedNs).toBe(3);
    expect(tree.errorNs[2]).toBe(3);
  });

  it('bounds the error by the doubt of each stretch and the steps of the clock', () => {
    const table = tableOf('main: 0>A 20>B 50<B 70>B 100<B 120>B 130<B 160<A');
    const tree = exactTree(table, { ...FREE, spreadNs: 2 }, 'nano');
    expect(measuringErrors(tree)).toEqual([0, 4 * 2 + 2, 3 * 2 + Math.sqrt(3)].map(near));
    expect(measuringErrors(exactTree(tableOf('main: 0>A 9<A'), FREE, 'nano'))).toEqual([0, 1].map(near));
  });

  it('adds to each bound what probes make of the code around them', () => {
    const { selfNs, errorNs } = exactTree(tableOf('main: 0>A 200>B 1000<B 1200<A'), FREE, 'nano');
    expect([...selfNs]).toEqual([0, 400, 800]);
    expect([...errorNs]).toEqual([0, Math.sqrt(2) + (400 * 3) / 32, 1 + (800 * 3) / 32].map(Math.fround));
  });

  it('bounds the error by the time itself where the correction exceeds what it leaves, and so marks it', () => {
    const table = tableOf('main: 0>A 10>B 40<B 100<A');
    const { selfNs, errorNs } = exactTree(table, { ...FREE, innerNs: 17, outerNs: 3 }, 'nano');
    expect([...selfNs]).toEqual([0, 50, 13]);
    expect([...selfNs].map((ns, node) => isUncertain(ns, errorNs[node]))).toEqual([false, false, true]);
  });

  it('takes what counting a call costs out of the caller, who keeps the time of the counted method', () => {
    const table = tableOf('main: 0>A +G +G 40>B +G 50<B 100<A');
    const tree = exactTree(table, { ...FREE, innerNs: 5, outerNs: 3, countNs: 2, countSpreadNs: 1 }, 'nano');
    // rows: A, G, B, G
    expect([...tree.selfNs]).toEqual([0, 90 - 5 - 3 - 2 * 2, 0, 10 - 5 - 2, 0]);
    expect([...tree.totalNs]).toEqual([81, 81, 0, 3, 0]);
    expect(measuringErrors(tree)).toEqual([0, 2 * 1 + Math.sqrt(2), 0, 3, 0].map(near));
    expect(tree.clampedNs).toBe(0);
  });

  it('doubts what ran while the JVM compiled: it may have taken 2.8 times as long as without probes', () => {
    const table = tableOf('main: 0>A 2000>B 4800<B 5600<A');
    const tree = exactTree(table, { ...FREE, compilingShare: 0.5 }, 'nano');
    expect([...tree.selfNs]).toEqual([0, 2800, 2800]);
    const mostNs = 2800 - 2800 / 2.8;
    expect(measuringErrors(tree)).toEqual([0, Math.sqrt(2) + mostNs / 2, 1 + mostNs / 2].map(near));
    const doubtful = exactTree(table, { ...FREE, spreadNs: 1500, compilingShare: 0.5 }, 'nano');
    expect(measuringErrors(doubtful)).toEqual([0, 3000 + Math.sqrt(2), 2401].map(near)); // never beyond 0
  });

  it('has counts and no times without a clock', () => {
    const tree = exactTree(
      tableOf('main: >A >B <B <A'),
      { ...FREE, innerNs: 5, outerNs: 3, spreadNs: 1 },
      'none',
    );
    expect([...tree.calls]).toEqual([0, 1, 1]);
    expect([...tree.selfNs, ...tree.totalNs, ...tree.errorNs]).toEqual(new Array(9).fill(0));
    expect(tree.clampedNs).toBe(0);
  });

  it('finds the true times of a simulated program whose probes cost what the calibration says', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { measured, trueSelfNs } = simulate(seed, { x1: 11, y1: 5, x2: 7, y2: 13 });
        const tree = exactTree(measured, { ...FREE, innerNs: 5 + 7, outerNs: 11 + 13 }, 'nano');
        expect([...tree.selfNs]).toEqual(trueSelfNs);
      }),
      { numRuns: 20 },
    );
  });
});

/** Bounds without what probes make of the code. */
function measuringErrors({ selfNs, errorNs }: ExactTree): number[] {
  return Array.from(errorNs, (ns, node) => ns - codeDoubtNs(selfNs[node]));
}

/** Errors have seven digits. */
function near(ns: number): unknown {
  return expect.closeTo(ns, 3);
}

/** Runs a random program of 4 methods on a clock of its own; each probe takes its two parts around the clock's reading. */
function simulate(seed: number, cost: { x1: number; y1: number; x2: number; y2: number }) {
  const random = seededRandom(seed);
  const words: number[] = [];
  const trueSelf = new Map<string, number>();
  let nowNs = 0;
  const probe = (method: number, exit: boolean, before: number, after: number): void => {
    nowNs += before;
    words.push(lowOfWord(FIRST_METHOD_ID + method, exit, nowNs), highOfWord(nowNs));
    nowNs += after;
  };
  const call = (method: number, context: string, depth: number): void => {
    const path = `${context}/${method}`;
    const work = (): void => {
      const bodyNs = Math.floor(random() * 50);
      nowNs += bodyNs;
      trueSelf.set(path, (trueSelf.get(path) ?? 0) + bodyNs);
    };
    probe(method, false, cost.x1, cost.y1);
    work();
    while (depth < 7 && random() < 0.5) {
      call(Math.floor(random() * 4), path, depth + 1);
      work();
    }
    probe(method, true, cost.x2, cost.y2);
  };
  for (let i = 0; i < 20; i++) call(Math.floor(random() * 4), '', 0);
  const builder = new CctBuilder();
  builder.feed(new ThreadCursor(), Uint32Array.from(words), words.length / 2, true, nowNs, 0);
  // Rows and the map's keys are both in the order of first calls.
  return { measured: builder.snapshot(), trueSelfNs: [0, ...trueSelf.values()] };
}
