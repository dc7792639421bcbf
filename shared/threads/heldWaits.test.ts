import { expect, it } from 'vitest';
import { exampleLock, exampleThread } from '../testing/exampleThread.ts';
import { heldWaits } from './heldWaits.ts';

const waiting = (name: string, lock: string, frame: string) =>
  exampleThread(name, { activity: 'blocked', frames: [frame], waitsFor: exampleLock(lock) });

it('threads that wait for one lock at one place are one, those of most threads first', () => {
  const threads = [
    waiting('a', '1', 'Shop.save'),
    exampleThread('h1', { holds: [exampleLock('1')] }),
    waiting('b', '2', 'Shop.order'),
    waiting('c', '2', 'Shop.order'),
    waiting('d', '1', 'Shop.order'),
    exampleThread('h2', { holds: [exampleLock('2')] }),
    waiting('e', 'nobody', 'Shop.order'),
  ];
  const told = heldWaits(threads).map(({ lock, holder, waiting: group }) => [
    ...[lock.address, holder.name, group.map(({ name }) => name).join(' ')],
  ]);
  expect(told).toEqual([
    ['2', 'h2', 'b c'],
    ['1', 'h1', 'a'],
    ['1', 'h1', 'd'],
  ]);
});

it('who waits for its own lock waits for nobody', () => {
  const own = exampleThread('own', { waitsFor: exampleLock('1'), holds: [exampleLock('1')] });
  expect(heldWaits([own])).toEqual([]);
});
