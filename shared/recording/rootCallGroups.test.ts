import { expect, it } from 'vitest';
import { ThreadTrees } from '../cct/threadTrees.ts';
import { eventScript } from '../testing/eventScript.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { formatTree } from '../testing/formatTree.ts';
import { ofGroups } from './rootCallGroups.ts';
import type { Snapshot } from './snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from './snapshotCodec.ts';

const SCRIPT = `
  main: ^ 0>A 10>B 20<B 30<A ^ 40>A 50>C 900<C 950<A
  other: ^ 0>A 5<A`;

it('shows each thread once, as if its root calls were not told apart', () => {
  expect(linesOf(ofGroups(recorded(100), []))).toEqual(linesOf(recorded(0)));
});

it('shows the root calls of one group alone, also from a file', () => {
  const file = decodeSnapshot(encodeSnapshot(recorded(100)));
  expect(linesOf(ofGroups(file, ['slow']))).toEqual([
    'main',
    'A calls 1 total 910 self 60',
    '  C calls 1 total 850 self 850',
  ]);
  expect(linesOf(ofGroups(file, ['f*']))).toEqual([
    'main',
    'A calls 1 total 30 self 20',
    '  B calls 1 total 10 self 10',
    'other',
    'A calls 1 total 5 self 5',
  ]);
  expect(linesOf(ofGroups(file, ['slow', 'fast']))).toEqual(linesOf(recorded(0)));
});

it('lists the groups there are where none has the name', () => {
  expect(() => ofGroups(recorded(100), ['late'])).toThrow('no group of root calls "late"');
  expect(() => ofGroups(recorded(0), ['slow'])).toThrow('no group of root calls "slow"');
});

it('leaves a recording without groups as it is', () => {
  const snapshot = recorded(0);
  expect(ofGroups(snapshot, [])).toBe(snapshot);
});

function recorded(slowCallsNs: number): Snapshot {
  const trees = new ThreadTrees();
  trees.recordingStart(null, false, slowCallsNs);
  eventScript(SCRIPT).play(trees);
  const threads = trees.snapshot().map(({ threadId: id, ...thread }) => ({ id, ...thread }));
  return { ...exampleSnapshot(SCRIPT), threads };
}

function linesOf({ threads }: Snapshot): string[] {
  const { methodNames } = eventScript(SCRIPT);
  return threads.flatMap(({ name, table }) => [name, ...formatTree(table, methodNames)]);
}
