import { expect, it } from 'vitest';
import { comparedText } from './benchBeside.mjs';

it('compares the medians of lines that both have, whatever their columns', () => {
  const before = [
    'walk   74 M events/s (70 to 80)\nold  1',
    'walk  100 M events/s (9 to 10)',
    'walk 50 M events/s (1 to 2)',
  ];
  const after = ['new 3\nwalk   37 M events/s (30 to 40)'];
  expect(comparedText(before, after).split('\n')).toEqual([
    'before  walk 74 M events/s (9 to 10)',
    'after   walk 37 M events/s (30 to 40)   first figure −50.0 %',
  ]);
});
