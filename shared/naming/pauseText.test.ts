import { expect, test } from 'vitest';
import { pauseText } from './pauseText.ts';

test.each([
  [300, 1_234, 'about 0.3 to 1.2 s'],
  [2, 90, 'about 0.1 s'],
  [1_010, 1_040, 'about 1.0 s'],
])('a pause of %i to %i ms is told as %s', (least, most, text) => {
  expect(pauseText(least, most)).toBe(text);
});
