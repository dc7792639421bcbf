import { expect, test } from 'vitest';
import { Settings, type SettingKind, type SettingsStorage } from './settings.ts';

const ROWS: SettingKind<number> = {
  name: 'rows',
  version: 2,
  initial: 10,
  read: (stored) => (typeof stored === 'number' && stored > 0 ? stored : null),
};

function storageOf(entries: Record<string, string>): SettingsStorage {
  const map = new Map(Object.entries(entries));
  return { getItem: (key) => map.get(key) ?? null, setItem: (key, value) => void map.set(key, value) };
}

test('what was chosen is found again', () => {
  const storage = storageOf({});
  new Settings(storage).of(ROWS).set(25);
  expect(new Settings(storage).of(ROWS).get()).toBe(25);
});

test('what an earlier release stored under another name is found again, once nothing newer is stored', () => {
  const storage = storageOf({ 'sluice.lines': '{"version":2,"value":7}' });
  const renamed = { ...ROWS, formerName: 'lines' };
  const rows = new Settings(storage).of(renamed);
  expect(rows.get()).toBe(7);
  rows.set(8);
  expect(new Settings(storage).of(renamed).get()).toBe(8);
});

test('there is one atom of a kind', () => {
  const settings = new Settings(storageOf({}));
  expect(settings.of(ROWS)).toBe(settings.of(ROWS));
});

test.each([
  ['no JSON', '{'],
  ['another shape', '17'],
  ['another version', '{"version":1,"value":25}'],
  ['a value that cannot be', '{"version":2,"value":-1}'],
])('stored is %s: the initial value holds', (_what, text) => {
  expect(new Settings(storageOf({ 'sluice.rows': text })).of(ROWS).get()).toBe(10);
});

test('a storage that refuses loses nothing but the memory', () => {
  const refuse = (): never => {
    throw new Error('forbidden');
  };
  for (const storage of [null, { getItem: refuse, setItem: refuse }]) {
    const rows = new Settings(storage).of(ROWS);
    rows.set(25);
    expect(rows.get()).toBe(25);
  }
});
