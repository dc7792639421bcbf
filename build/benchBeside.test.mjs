import { expect, it } from 'vitest';
import { comparedText } from './benchBeside.mjs';

it('compares the medians of lines that both have, whatever their columns and verdicts', () => {
  const before = [
    'walk         74 M events/s (70 to 80): met\nold  1',
    'walk        100 M events/s (9 to 10): met',
    'walk         50 M events/s (1 to 2): met\nopen, median of 3    4.5 ms',
  ];
  const after = [
    'new 3\nno number\nwalk         37 M events/s (30 to 40): missed\nopen, median of 3    9.0 ms',
  ];
  expect(comparedText(before, after).split('\n')).toEqual([
    'before  walk 74 M events/s (9 to 10): met',
    'after   walk 37 M events/s (30 to 40): missed   −50.0 %',
    'before  open, median of 3 4.5 ms',
    'after   open, median of 3 9 ms   +100.0 %',
  ]);
});
