import { expect, test } from 'vitest';
import { SELECTION_COMMANDS } from '../../state/selectionCommands.ts';
import { flameAction } from '../flame/flameKeys.ts';
import { FLAME_KEYS, PACKAGE_KEYS } from './viewKeys.ts';

const ofCommands = SELECTION_COMMANDS.flatMap(({ keys }) => keys);

test.each([
  ['a flame graph', FLAME_KEYS],
  ['packages', PACKAGE_KEYS],
])('each key that is told of %s does something', (_, lines) => {
  const silent = lines
    .flatMap(({ keys }) => keys)
    .filter((key) => flameAction(key, 'icicle') === undefined && !ofCommands.includes(key));
  expect(silent).toEqual([]);
});

test('of packages no key is told that is about callers', () => {
  expect(PACKAGE_KEYS.filter(({ does }) => /caller|callee|function|flame/i.test(does))).toEqual([]);
  const keys = PACKAGE_KEYS.flatMap((line) => line.keys);
  expect(keys.map((key) => flameAction(key, 'icicle'))).not.toContain('invertFlameGraph');
});
