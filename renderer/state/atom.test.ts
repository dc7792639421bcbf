import { expect, test } from 'vitest';
import { atom } from './atom.ts';

test('listeners hear of a new value and not of the same one', () => {
  const count = atom(1);
  const seen: number[] = [];
  count.subscribe(() => seen.push(count.get()));
  count.set(2);
  count.set(2);
  count.update((n) => n + 1);
  expect(seen).toEqual([2, 3]);
});

test('a listener that leaves while being told does not rob the others', () => {
  const flag = atom(false);
  const heard: string[] = [];
  const leave = flag.subscribe(() => {
    heard.push('first');
    leave();
  });
  flag.subscribe(() => heard.push('second'));
  flag.set(true);
  flag.set(false);
  expect(heard).toEqual(['first', 'second', 'second']);
});
