import { expect, it } from 'vitest';
import { foundText, whenFound } from './foundText.ts';

it('says which match is selected, and how many there are', () => {
  expect(foundText({ text: 'a', count: 192, place: 3 })).toBe('3 of 192');
  expect(foundText({ text: 'a', count: 1920, place: 0 })).toBe('1\u202f920 found');
  expect(foundText({ text: 'a', count: 0, place: 0 })).toBe('not found');
  expect(foundText(null)).toBe('');
});

it('is said anew at another match, not when the same one is at another place', () => {
  const at = (place: number, selected: number): string => whenFound({ text: 'a', count: 9, place }, selected);
  expect(at(3, 7)).toBe(at(4, 7));
  expect(at(3, 7)).not.toBe(at(4, 8));
  expect(at(0, 7)).toBe(at(0, 8));
});
