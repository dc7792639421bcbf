import { expect, test } from 'vitest';
import { commandsOfKey } from './shortcuts.ts';

test('Ctrl+E starts or stops, whichever can be done', () => {
  const e = { key: 'e', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  expect(commandsOfKey(e)).toEqual(['start', 'stop']);
  expect(commandsOfKey({ ...e, ctrlKey: false })).toEqual([]);
});
