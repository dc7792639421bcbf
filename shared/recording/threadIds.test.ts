import { expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { decodeSnapshot, encodeSnapshot } from './file/snapshotCodec.ts';
import { checkedThreads, withOwnIds } from './threadIds.ts';

it('lets no two trees of one thread and group into a recording', () => {
  expect(() => checkedThreads([{ id: 3 }, { id: 3 }])).toThrow(/no two trees are of one thread and group/);
  const threads = [{ id: 3, group: 'slow' }, { id: 3, group: 'fast' }, { id: 3 }, { id: 0 }];
  expect(checkedThreads(threads)).toBe(threads);
});

it('gives each thread of a file an id of its own, where several have one', () => {
  expect(
    withOwnIds([{ id: 3 }, { id: 3 }, { id: 0 }, { id: 0 }, { id: -7 }, { id: 3 }]).map(({ id }) => id),
  ).toEqual([3, -8, 0, -9, -7, -10]);
  const snapshot = exampleSnapshot('main: 0>A 5<A\n w: 0>A 9<A');
  const twice = { ...snapshot, threads: snapshot.threads.map((thread) => ({ ...thread, id: 1 })) };
  expect(decodeSnapshot(encodeSnapshot(twice)).threads.map(({ id }) => id)).toEqual([1, -1]);
});
