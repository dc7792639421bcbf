import { expect, it } from 'vitest';
import { exactTree } from '../cct/overhead.ts';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { tablesOf } from '../testing/tableOf.ts';
import { suggestedRoots } from './suggestedRoots.ts';

/** @param core names of methods that are the JDK's */
function suggested(script: string, core: readonly string[]): string[] {
  return suggestedWithShares(script, core).map((text) => text.split(' ')[0]);
}

/** "handle 95 %" */
function suggestedWithShares(script: string, core: readonly string[]): string[] {
  const { tables, methodNames } = tablesOf(script);
  const [[, table]] = tables;
  const tree = exactTree(table, NO_CALIBRATION, 'nano');
  const isCore = (id: number): boolean => core.includes(methodNames.get(id) ?? '');
  return suggestedRoots(tree, isCore).map(
    ({ methodId, share }) => `${methodNames.get(methodId as never)} ${Math.round(share * 100)} %`,
  );
}

it('are methods of the program below its outermost one, the largest first', () => {
  const script = 'main: 0>run 0>loop 10>handle 20>order 80<order 90<handle 95<loop 100<run';
  expect(suggested(script, ['run'])).toEqual(['handle', 'order']);
});

it('are the outermost ones where nothing of the program is below', () => {
  expect(suggested('main: 0>main 10>sort 90<sort 100<main', ['sort'])).toEqual(['main']);
});

it('tell which share of the work they had, with what they call', () => {
  const script = 'main: 0>run 0>loop 10>handle 20>order 80<order 90<handle 100<loop 100<run';
  expect(suggestedWithShares(script, ['run'])).toEqual(['handle 80 %', 'order 60 %']);
});

it('leave out what takes next to nothing', () => {
  const script = 'main: 0>loop 1000>handle 9000<handle 9100>tick 9101<tick 9200<loop';
  expect(suggested(script, [])).toEqual(['handle']);
});

it('count what recurs once', () => {
  const script = 'main: 0>loop 0>walk 10>walk 20>walk 30<walk 40<walk 50<walk 50>big 120<big 120<loop';
  expect(suggested(script, [])).toEqual(['big', 'walk']);
});

it('are none where there is no work', () => {
  expect(suggested('main: 0>run 100<run', ['run'])).toEqual([]);
});
