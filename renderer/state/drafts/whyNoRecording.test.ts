import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from '../appState.ts';
import { chosenOptions } from '../draftOptions.ts';
import { whyNoRecording } from './whyNoRecording.ts';

const DRAFT = { ...EMPTY_DRAFT, roots: ['a.B::c'] };

test('a duration with spaces is one duration', () => {
  const draft = { ...DRAFT, slowCalls: ' 120 ms ' };
  expect(chosenOptions(draft).slowCalls).toEqual(['120 ms']);
  expect(whyNoRecording(draft)).toBe('');
  expect(chosenOptions({ ...DRAFT, slowCalls: '  ' }).slowCalls).toEqual([]);
});

test.each(['120', '120 ms 2 s', '2h'])(
  '%s is no duration, which is said before anything starts',
  (slowCalls) => {
    expect(whyNoRecording({ ...DRAFT, slowCalls })).toContain('is no duration from 1us to 60m.');
  },
);

test('two values to split by are none', () => {
  expect(chosenOptions({ ...DRAFT, split: ' arg0 ' }).split).toEqual(['arg0']);
  expect(whyNoRecording({ ...DRAFT, split: 'arg0' })).toBe('');
  expect(whyNoRecording({ ...DRAFT, split: 'arg0 arg1' })).toContain('neither an argument nor thread');
});

test('a choice of live objects or an account that the engine would refuse is refused before', () => {
  expect(whyNoRecording({ ...DRAFT, live: '512k' })).toBe('');
  expect(whyNoRecording({ ...DRAFT, live: '512k 1M' })).toContain('--live 1M is a second size');
  expect(whyNoRecording({ ...DRAFT, accounts: 'a=b.C' })).toBe('');
  expect(whyNoRecording({ ...DRAFT, accounts: 'b.C' })).toContain('b.C');
});
