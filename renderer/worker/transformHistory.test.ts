import { expect, test } from 'vitest';
import type { Transform } from '../../shared/rows/transform.ts';
import { NOTHING_DONE, withDone, withStep, withSwitched, type TransformHistory } from './transformHistory.ts';

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

test('the same step again, or a focus on all that a focus has left, is no step', () => {
  const focus: Transform = { kind: 'focusSubtree', path: [1, 2] };
  const again: Transform = { kind: 'focusSubtree', path: [2] };
  const deeper: Transform = { kind: 'focusSubtree', path: [2, 3] };
  const mergeNode: Transform = { kind: 'mergeNode', path: [2, 3] };
  expect(picture(withStep(history('12'), step('2')))).toBe('12 ');
  expect(picture(withStep(history('12'), step('1')))).toBe('121 ');
  const focused = withStep(NOTHING_DONE, focus);
  expect(withStep(focused, again)).toBe(focused);
  expect(withStep(focused, deeper).done).toEqual([focus, deeper]);
  // The node that was merged is gone: the same path is of another one.
  expect(withStep(withStep(focused, mergeNode), mergeNode).done.length).toBe(3);
});

test('a switch takes its step, and takes it out with the paths of the tree that it has left', () => {
  const myCode: Transform = { kind: 'myCode', packages: ['com.acme'] };
  const on = withSwitched(history('12'), myCode);
  expect(on.done).toEqual([...history('12').done, myCode]);
  const focus: Transform = { kind: 'focusSubtree', path: [1, 2] };
  const mergeNode: Transform = { kind: 'mergeNode', path: [1, 2] };
  const later = [focus, step('3'), mergeNode, step('4')].reduce(withStep, on);
  expect(picture(withSwitched(later, myCode))).toBe('1234 ');
  // Paths of steps before it are of a tree that stays.
  const before = withStep(withStep(NOTHING_DONE, focus), myCode);
  expect(withSwitched(before, myCode).done).toEqual([focus]);
  // Of other packages, as the engine may have learnt meanwhile, it is the same switch.
  expect(withSwitched(on, { kind: 'myCode', packages: ['org'] }).done).toEqual(history('12').done);
});
