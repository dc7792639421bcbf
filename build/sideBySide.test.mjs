import { expect, it } from 'vitest';
import { sideBySide } from './sideBySide.mjs';

it('does as many items at a time as there are places, and gives the results in the order of the items', async () => {
  const events = [];
  const ends = new Map();
  const work = (item, place) => {
    events.push(`${item} begins in ${place}`);
    return new Promise((resolve) => ends.set(item, () => resolve(`${item}!`)));
  };
  const results = sideBySide(['a', 'b', 'c'], ['left', 'right'], work);
  expect(events).toEqual(['a begins in left', 'b begins in right']);
  ends.get('b')();
  await expect.poll(() => events.at(-1)).toBe('c begins in right');
  ends.get('c')();
  ends.get('a')();
  expect(await results).toEqual(['a!', 'b!', 'c!']);
});

it('rejects with what one of them met', async () => {
  const work = (item) => (item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item));
  await expect(sideBySide([1, 2, 3], [0], work)).rejects.toThrow('two');
});
