import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from '../appState.ts';
import { PRESETS, whyNoPreset, withoutPreset, withPreset } from './presets.ts';

const draft = { ...EMPTY_DRAFT, roots: ['a.B::c'] };

test('a preset replaces that of its name, and goes by its name', () => {
  const two = withPreset(withPreset([], { name: 'web', draft }), { name: 'all', draft });
  expect(two.map(({ name }) => name)).toEqual(['all', 'web']);
  const again = withPreset(two, { name: 'web', draft: EMPTY_DRAFT });
  expect(again.map(({ name, draft: { roots } }) => [name, roots.length])).toEqual([
    ['all', 1],
    ['web', 0],
  ]);
  expect(withoutPreset(again, 'all').map(({ name }) => name)).toEqual(['web']);
});

test('what was stored by anybody is checked', () => {
  expect(PRESETS.read([{ name: 'web', draft }, { name: 'bad', draft: { roots: 'a' } }, null, 7])).toEqual([
    { name: 'web', draft },
  ]);
  expect(PRESETS.read('x')).toBeNull();
});

test('it is said why nothing can be saved', () => {
  const full = Array.from({ length: 50 }, (_, i) => ({ name: `p${i}`, draft }));
  expect(whyNoPreset([], ' ')).toBe('Name it first.');
  expect(whyNoPreset(full, 'new')).toBe('There are 50: delete one first.');
  expect(whyNoPreset(full, 'p7')).toBe('');
});
