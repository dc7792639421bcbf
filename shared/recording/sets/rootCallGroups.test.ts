import { expect, it } from 'vitest';
import type { SluiceError } from '../../base/errors.ts';
import { eventScript } from '../../testing/eventScript.ts';
import { formatTree } from '../../testing/formatTree.ts';
import { groupedSnapshot } from '../../testing/groupedSnapshot.ts';
import { EXAMPLE_SET } from '../../testing/exampleDataSet.ts';
import { ACCOUNTS_SET, withAccounts } from './accountSets.ts';
import { groupsText, ofGroups } from './rootCallGroups.ts';
import type { Snapshot } from '../snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from '../file/snapshotCodec.ts';

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

it('sums the accounts of a group up anew, and keeps nothing that is of all root calls', () => {
  const whole = withAccounts({ ...recorded(100), dataSets: [EXAMPLE_SET] }, ['all=demo.*']);
  const callsOf = ({ dataSets }: Snapshot): readonly [string, number][] =>
    dataSets.map(({ id, values }) => [id, values[0].values[0]]);
  expect(callsOf(whole).at(1)).toEqual([ACCOUNTS_SET, 5]);
  expect(callsOf(ofGroups(whole, ['slow']))).toEqual([
    [ACCOUNTS_SET, 2],
    ['principals', 2],
  ]);
  expect(ofGroups(whole, []).dataSets).toEqual(whole.dataSets);
});

it('says of which groups it is, also in a file, and what to do where there are none', () => {
  const slow = ofGroups(recorded(100), ['s*']);
  expect(slow.groups).toEqual(['slow']);
  const file = decodeSnapshot(encodeSnapshot(slow));
  expect(groupsText(file)).toBe('Root calls: slow only');
  expect(groupsText(ofGroups(recorded(100), []))).toBeNull();
  const remedyOf = (snapshot: Snapshot): unknown => {
    try {
      ofGroups(snapshot, ['late']);
    } catch (thrown) {
      return (thrown as SluiceError).remedy;
    }
    return null;
  };
  expect(remedyOf(file)).toMatch(/It holds root calls of slow alone: leave the group out/);
  expect(remedyOf(recorded(0))).toMatch(/Leave the group out.*without --slow-calls and --split/);
  expect(remedyOf(recorded(100))).toMatch(/It has "fast", "slow": name one/);
});

function recorded(slowCallsNs: number): Snapshot {
  return groupedSnapshot(SCRIPT, slowCallsNs);
}

function linesOf({ threads }: Snapshot): string[] {
  const { methodNames } = eventScript(SCRIPT);
  return threads.flatMap(({ name, table }) => [name, ...formatTree(table, methodNames)]);
}
