import { describe, expect, it } from 'vitest';
import { eventScript } from '../testing/eventScript.ts';
import { NO_CALIBRATION, type CctTable } from './cctTable.ts';
import { exactTree } from './overhead.ts';
import { ThreadTrees } from './threadTrees.ts';

function tableAfter(...lines: readonly string[]): CctTable {
  const trees = new ThreadTrees();
  eventScript(lines.join('\n')).play(trees);
  return trees.snapshot()[0].table;
}

/** So many calls of B while the clock stands; each may take up to 10,000 ns. */
const calls = (count: number): string => '30000>B 30000<B '.repeat(count);

describe('a clock that a thread keeps', () => {
  it('charges a gap to the method that was open all along', () => {
    const table = tableAfter('runs 0', 'main: 10>A 20>B', 'gap 30 +40', 'main: 80<B 90<A');
    expect([...table.selfNs]).toEqual([0, 20, 60]);
    expect(table.ticker).toMatchObject({ gaps: 1, leftOutNs: 0, doubtNs: 0 });
  });

  it('leaves a gap out in which the thread went on, and doubts all of it', () => {
    const gap = 'gap 30000 +4000000';
    const table = tableAfter(
      'runs 0',
      `main: 10000>A ${calls(201)}`,
      gap,
      'main: 4050000>B 4050000<B 4060000<A',
    );
    expect([...table.selfNs]).toEqual([0, 20_000 + 30_000, 0]); // before the gap, and behind it
    expect(table.ticker).toMatchObject({ gaps: 1, leftOutNs: 4e6, doubtNs: 4e6 });
    expect(exactTree(table, NO_CALIBRATION, 'ticker').errorNs[1]).toBeGreaterThanOrEqual(4e6);
  });

  it('charges a gap in which the thread stood too, and doubts what its last words may have taken', () => {
    const table = tableAfter('runs 0', `main: 10000>A ${calls(5)}`, 'gap 30000 +4000000', 'main: 4050000<A');
    expect([...table.selfNs]).toEqual([0, 4_040_000, 0]);
    expect(table.ticker).toMatchObject({ gaps: 1, leftOutNs: 0, doubtNs: 100_000 });
  });

  it('finds a gap once, wherever blocks end, and told by both who watch the clock', () => {
    const behind = 'main: 4050000>B | 4060000<B 4070000<A';
    const table = tableAfter(
      ...['runs 0', `main: 10000>A ${calls(150)} | ${calls(51)}`],
      ...['gap 30000 +3000000', 'gap 30000 +4000000', behind],
    );
    expect([...table.selfNs]).toEqual([0, 20_000 + 20_000 + 10_000, 10_000]);
    expect(table.ticker).toMatchObject({ gaps: 1, leftOutNs: 4e6 });
  });

  it('has no account of gaps outside of the roots', () => {
    const table = tableAfter('runs 0', 'main: 10>A 20<A', 'gap 30 +40', 'main: ^ 90>A 100<A');
    expect([...table.selfNs]).toEqual([0, 20]);
    expect(table.ticker).toMatchObject({ gaps: 0, leftOutNs: 0, doubtNs: 0 });
  });

  it('takes out what a clock read costs for the share of events that read the clock', () => {
    const runs = ['starved 0', 'main: 1000>A 2000<A', 'runs 2500', 'main: 3000>A 4000<A'];
    const table = tableAfter(...runs, 'starved 5000', 'main: 6000>A 7000<A 8000>A 9000<A');
    expect(table.ticker).toMatchObject({ words: 8, starvedWords: 6 });
    const calibration = { ...NO_CALIBRATION, innerNs: 10, starvedPairNs: 100 };
    const { selfNs } = exactTree(table, calibration, 'ticker');
    expect(selfNs[1]).toBe(4000 - 4 * (0.25 * 10 + 0.75 * 50));
  });
});
