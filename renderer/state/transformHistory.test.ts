import { expect, test } from 'vitest';
import type { Transform } from '../../shared/model/transform.ts';
import { NOTHING_DONE, withDone, withStep, type TransformHistory } from './transformHistory.ts';

/** One step for each digit. */
function step(digit: string): Transform {
  return { kind: 'dropMethods', methods: [Number(digit)] };
}

function history(digits: string): TransformHistory {
  return [...digits].reduce((before, digit) => withStep(before, step(digit)), NOTHING_DONE);
}

/** `12 3`: 1 and 2 are done, 3 was undone. */
function picture({ done, undone }: TransformHistory): string {
  const text = (steps: readonly Transform[]): string =>
    steps.map((one) => (one.kind === 'dropMethods' ? one.methods.join() : '?')).join('');
  return `${text(done)} ${text(undone)}`;
}

test('steps are undone and done again in their order', () => {
  const three = history('123');
  expect(picture(withDone(three, 2))).toBe('12 3');
  expect(picture(withDone(withDone(three, 1), 2))).toBe('12 3');
  expect(picture(withDone(withDone(three, 0), 3))).toBe('123 ');
  expect(picture(withDone(three, -1))).toBe(' 123');
  expect(picture(withDone(three, 9))).toBe('123 ');
});

test('another step takes the place of those that were undone', () => {
  expect(picture(withStep(withDone(history('123'), 1), step('4')))).toBe('14 ');
});
