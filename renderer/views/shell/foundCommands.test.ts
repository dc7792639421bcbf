import { expect, test } from 'vitest';
import { COMMAND_LIST } from '../../state/commands/commands.ts';
import { foundCommands } from './foundCommands.ts';

function found(query: string, canRun = (_id: string): boolean => true): readonly string[] {
  return foundCommands(COMMAND_LIST, query, ({ id }) => canRun(id)).map(({ id }) => id);
}

test('a command is found by words of its title or group, in any order', () => {
  expect(found('dark theme')).toEqual(['theme.dark']);
  expect(found('export fire')).toEqual(['export.firefox']);
  expect(found('xyz')).toEqual([]);
  expect(found('')).toHaveLength(COMMAND_LIST.length);
});

test('what begins so comes first, and what can be done before what cannot', () => {
  expect(found('st')[0]).toBe('start');
  expect(found('st', (id) => id === 'stop')[0]).toBe('stop');
});
