import { describe, expect, it } from 'vitest';
import { eventScript } from '../testing/eventScript.ts';
import { NO_CALIBRATION, type CctTable, type ExactTree } from './cctTable.ts';
import { codeDoubtNs } from './codeDoubt.ts';
import { NO_CORE_WAITS } from './coreWaitAccount.ts';
import { exactTree } from './overhead.ts';
import { ThreadTrees } from './threadTrees.ts';

/** Times in µs. */
function treesAfter(...lines: readonly string[]): ThreadTrees {
  const trees = new ThreadTrees();
  const inNs = (line: string): string =>
    line.replace(/(?<=^waited main |, ran |since )\d+|\d+(?=[<>])|(?<=[+~=])\d+/g, '$&000');
  eventScript(lines.map(inNs).join('\n')).play(trees);
  return trees;
}

function tableAfter(...lines: readonly string[]): CctTable {
  return treesAfter(...lines).snapshot()[0].table;
}

/** Row -> µs. */
const selfUs = ({ selfNs }: CctTable): number[] => [...selfNs].map((ns) => ns / 1000);

describe('waits for a core', () => {
  it('are taken out of the longest stretch between the words that were recorded meanwhile', () => {
    const table = tableAfter(
      'waited main 3300 +3000 of 6',
      'main: ^ 0>A 10>B 20<B 30>C 3230<C 3240<A', //
    );
    expect(selfUs(table)).toEqual([0, 10 + 10 + 10, 10, 200]);
    expect(table.coreWaits).toEqual({ leftOutNs: 3_000_000, doubtNs: 0 });
  });

  it('are looked for in all blocks of the words that were told', () => {
    const table = tableAfter(
      'waited main 3300 +3000 of 7',
      'main: ^ 0>A 10>B 70<B | 80>C | 3280<C 3290<A 3300>A', //
    );
    expect(selfUs(table)).toEqual([0, 10 + 10 + 10, 60, 200]);
  });

  it('take no more of a stretch than it has, then the next longest, and doubt what else would have been long enough', () => {
    const table = tableAfter(
      'waited main 2140 +1500 of 9',
      'main: ^ 0>A 1000>B 1010<B 1020>C 1720<C 1730>D 2130<D 2140<A',
    );
    expect(selfUs(table)).toEqual([0, 0 + 10 + 10 + 10, 10, 700 - 500, 400]);
    expect(table.coreWaits).toEqual({ leftOutNs: 1_500_000, doubtNs: 400_000 });
  });

  it('widen the bounds of all contexts by their doubt', () => {
    const lines = ['main: ^ 0>A 1000>B 2000<B 2000<A'];
    const certain = exactTree(tableAfter(...lines), NO_CALIBRATION, 'nano');
    const doubtful = exactTree(tableAfter('waited main 2000 +900 of 5', ...lines), NO_CALIBRATION, 'nano');
    const boundOf = ({ selfNs, errorNs }: ExactTree): number =>
      Array.from(errorNs, (ns, node) => ns - codeDoubtNs(selfNs[node])).reduce((sum, ns) => sum + ns);
    expect(boundOf(doubtful) - boundOf(certain)).toBeCloseTo(900_000, -1);
  });

  it('leave out what a wait for Sluice has left out already', () => {
    const table = tableAfter('waited main 3100 +1000 of 4', 'main: ^ 0>A ~2500 3000<A');
    expect(selfUs(table)).toEqual([0, 0]);
    expect(table.coreWaits?.leftOutNs).toBe(500_000);
  });

  it('that the thread had between two roots are nobody’s', () => {
    const table = tableAfter(
      'main: ^ 0>A 10<A',
      'waited main 5000 +4000 of 3',
      'main: ^ 4500>A 4600<A', //
    );
    expect(selfUs(table)).toEqual([0, 110]);
    expect(table.coreWaits).toEqual({ leftOutNs: 0, doubtNs: 100_000 });
  });

  it('are the root’s until it ends, also where its exit tells what was allocated', () => {
    const table = tableAfter('waited main 5000 +4000 of 3', 'main: ^ 0>A ¤64 4600<A');
    expect(selfUs(table)).toEqual([0, 600]);
    expect(table.coreWaits).toEqual({ leftOutNs: 4_000_000, doubtNs: 0 });
  });

  it('of a thread that sleeps between two roots are not in doubt: it came onto a core as often as it was seen to have left it', () => {
    const sleepy = (told: string): CctTable =>
      tableAfter('main: ^ 0>A 10<A', `waited main 20000 +40 of 3${told}`, 'main: ^ 19000>A 19100<A');
    for (const [told, doubtNs] of [
      [', ran 200 in 1 arrival since 20', 0],
      [', ran 200 in 2 arrivals since 20', 40_000],
      [', ran 200 in 1 arrival since 18900', 40_000],
      ['', 40_000],
    ] as const) {
      const table = sleepy(told);
      expect(selfUs(table)).toEqual([0, 110]);
      expect(table.coreWaits ?? NO_CORE_WAITS).toEqual({ leftOutNs: 0, doubtNs });
    }
  });

  it('of a thread that has slept in the subgraph are taken from where it slept', () => {
    const lines = 'main: ^ 0>A 9000>B 9500<B 29500<A';
    const slept = tableAfter('waited main 29500 +400 of 5, ran 600 in 2 arrivals since 1', lines);
    expect(selfUs(slept)).toEqual([0, 9_000 + 20_000 - 400, 500]);
    expect(slept.coreWaits).toEqual({ leftOutNs: 400_000, doubtNs: 400_000 }); // in the same method, but who knows
  });

  it('that can only have been between roots are not in doubt', () => {
    const lines = ['main: ^ 0>A 10<A', 'main: ^ 5000>A 5010<A ^ 9000>A 9010<A'];
    const table = tableAfter(lines[0], 'waited main 9010 +3000 of 6', lines[1]);
    expect(selfUs(table)).toEqual([0, 30]);
    expect(table.coreWaits ?? NO_CORE_WAITS).toEqual(NO_CORE_WAITS);
  });

  it('of a thread that may have run in every stretch are in doubt', () => {
    const lines = 'main: ^ 0>A 9000>B 9500<B 29500<A';
    const ran = tableAfter('waited main 29500 +400 of 5, ran 28000 in 1 arrival since 1', lines);
    expect(ran.coreWaits).toEqual({ leftOutNs: 400_000, doubtNs: 400_000 });
  });

  it('are taken from the stretch that has not ended when they are told, if it is the longest', () => {
    const table = tableAfter(
      'waited main 4000 +3000 of 4', //
      'main: ^ 0>A 50>B 60<B',
      'main: 4060<A',
    );
    expect(selfUs(table)).toEqual([0, 50 + 1000, 10]);
  });

  it('are forgotten where no stretch is long enough, and that is doubt', () => {
    const table = tableAfter('waited main 100 +3000 of 5', 'main: ^ 0>A 30>B 60<B 100<A');
    expect(selfUs(table)).toEqual([0, 0, 0]);
    expect(table.coreWaits).toEqual({ leftOutNs: 100_000, doubtNs: 2_900_000 });
  });

  it('in a pause of the clock are taken out of what the pause took', () => {
    const lines = 'main: @1 0>A @0 10>B <B >B <B @2 >B 5010<B @0 5020>B';
    const plain = tableAfter(lines);
    const table = tableAfter('waited main 5020 +4000 of 12', lines);
    const innerUs = ({ samples }: CctTable): number => (samples?.pauses.innerNs ?? NaN) / 1000;
    expect(innerUs(plain) - innerUs(table)).toBe(4000);
  });

  it('are taken out of a halt of which the pump told', () => {
    const lines = 'main: @1 0>A @0 10>B <B =4000 >B <B @2 >B 4110<B';
    expect(selfUs(tableAfter(lines))[1]).toBe(10 + 4000);
    const table = tableAfter('waited main 4110 +3900 of 11', lines);
    expect(selfUs(table)[1]).toBe(10 + 100);
    expect(table.coreWaits?.leftOutNs).toBe(3_900_000);
  });

  it('of words that never come do not hold back those that did, in pictures and at the end', () => {
    const trees = treesAfter('waited main 900 +100 of 900', 'main: ^ 0>A 800<A');
    expect(selfUs(trees.snapshot()[0].table)).toEqual([0, 700]);
  });

  it('begin anew with a reset', () => {
    const trees = treesAfter(
      'waited main 900 +100 of 3',
      'main: ^ 0>A 800<A',
      'reset 900000',
      'main: ^ 910>A 920<A',
    );
    expect(trees.snapshot()[0].table.coreWaits).toBeUndefined();
  });
});
