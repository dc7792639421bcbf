import { expect, test } from 'vitest';
import { COMMAND_LIST } from '../state/commands/commands.ts';
import { commandsOfKey } from './shortcuts.ts';

test('Ctrl+E starts or stops, whichever can be done', () => {
  const e = { key: 'e', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  expect(commandsOfKey(e, COMMAND_LIST)).toEqual(['start', 'stop']);
  expect(commandsOfKey({ ...e, ctrlKey: false }, COMMAND_LIST)).toEqual([]);
});

test('one key stands for one thing, but for those of which only one can be done', () => {
  const turns = ['Ctrl+e', 'Ctrl+.', 'F5']; // start or stop, pause or resume, JVMs or threads anew
  const keys = COMMAND_LIST.flatMap(({ keys: own }) => own).filter((key) => !turns.includes(key));
  expect(new Set(keys).size).toBe(keys.length);
});
