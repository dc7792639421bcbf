import { expect, test } from 'vitest';
import { keyName, shownKey, type KeyPress } from './keyName.ts';

function press(key: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers };
}

test('a key is named with its modifiers, Cmd as Ctrl, and without the Shift that types a sign', () => {
  expect(keyName(press('E', { ctrlKey: true, shiftKey: true }))).toBe('Ctrl+Shift+e');
  expect(keyName(press('e', { metaKey: true }))).toBe('Ctrl+e');
  expect(keyName(press('*', { shiftKey: true }))).toBe('*');
  expect(keyName(press('ArrowRight', { shiftKey: true }))).toBe('Shift+ArrowRight');
  expect(keyName(press('H'))).toBe('h');
});

test('a key is shown as keyboards have it', () => {
  expect(['Ctrl+Shift+e', 'Shift+ArrowRight', ' ', '+', '?', 'F5', 'PageUp'].map(shownKey)).toEqual([
    'Ctrl+Shift+E',
    'Shift+→',
    'Space',
    '+',
    '?',
    'F5',
    'Page Up',
  ]);
});
