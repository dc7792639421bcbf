/**
 * What a key press costs in a view of a million nodes: ms of CPU time, of 5 each. A key press may take 100 ms in all.
 * Run: npm run bench -- treeRows
 */
import { BackTraces } from '../analysis/backTraces.ts';
import { wholeTree } from '../analysis/rowSource.ts';
import { millionNodes } from '../testing/millionNodes.ts';
import { TreeRows } from './treeRows.ts';
import type { SortOrder } from './sortOrder.ts';

const PASSES = 5;
const BY_TOTAL: SortOrder = { column: 'total', ascending: false };

const tree = millionNodes();
const ranks = Int32Array.from({ length: 6000 }, (_, id) => id);
const nothing = new Uint8Array(6000);
const one = Uint8Array.from({ length: 6000 }, (_, id) => (id === tree.method[500_000] ? 1 : 0));
const makeRows = (): TreeRows => new TreeRows(wholeTree(tree), ranks, BY_TOTAL);

measure('a new snapshot', () => null, makeRows);
measure('open everything', makeRows, (rows) => {
  rows.openAllBelow(0);
  return rows.nodes;
});
const opened = (): TreeRows => {
  const rows = makeRows();
  rows.openAllBelow(0);
  void rows.nodes;
  return rows;
};
measure('close a root among a million rows', opened, (rows) => {
  rows.close(rows.nodes[0]);
  return rows.nodes;
});
measure('sort a million rows', opened, (rows) => {
  rows.order = { column: 'self', ascending: false };
  return rows.nodes;
});
measure('find in vain', makeRows, (rows) => rows.findNext(nothing, 0));
measure('find a method, backwards', makeRows, (rows) => rows.findPrevious(one, 0));
measure('what was open, in a new snapshot', opened, (rows) => {
  const next = makeRows();
  next.openAsIn(rows);
  return next.nodes;
});
measure(
  'back traces: the hot path',
  () => new TreeRows(new BackTraces(tree), ranks, BY_TOTAL),
  (rows) => {
    rows.openHotPath(0);
    return rows.nodes;
  },
);

function measure<State>(name: string, prepare: () => State, act: (state: State) => unknown): void {
  const timesMs = Array.from({ length: PASSES }, () => {
    const state = prepare();
    const start = process.cpuUsage();
    act(state);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  const text = (ms: number): string => ms.toFixed(0).padStart(4);
  console.log(
    `${name.padEnd(36)} ${text(timesMs[0])} ms at best, ${text(timesMs[PASSES >> 1])} median, ${text(timesMs[PASSES - 1])} at worst`,
  );
}
