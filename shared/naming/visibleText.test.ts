import { expect, test } from 'vitest';
import { shownName } from './shownName.ts';
import { nameOfVisible, visibleJson, visibleLine, visibleText } from './visibleText.ts';

/** Pieces of which names are made that try to become each other. */
const PIECES = [
  '\\',
  'u',
  '202e',
  '\u202e',
  '005c',
  '\\u202e',
  '\\u202E',
  '\n',
  '\u009b',
  '\ud83d',
  '\ude00',
  'a',
];

/** All names of up to four of these pieces. */
function names(): string[] {
  let level = [''];
  const all = new Set(level);
  for (let length = 1; length <= 4; length++) {
    level = level.flatMap((name) => PIECES.map((piece) => name + piece));
    for (const name of level) all.add(name);
  }
  return [...all];
}

test('characters that hide or reorder text are shown as escapes', () => {
  expect(visibleText('pay\u202eelpmis\u0000\u200b\n')).toBe('pay\\u202eelpmis\\u0000\\u200b\\u000a');
  expect(visibleText('\ud800x')).toBe('\\ud800x');
  expect(visibleText('\u2028\u2029\u009b\u061c\u00ad\u2067\ufeff\u3164')).toBe(
    '\\u2028\\u2029\\u009b\\u061c\\u00ad\\u2067\\ufeff\\u3164',
  );
  expect(visibleText('a tag \u{e0041}')).toBe('a tag \\udb40\\udc41');
});

test('ordinary names of any language stay as they are', () => {
  expect(visibleText('München.größe 名前 🐢 $lambda$0 C:\\users\\x')).toBe(
    'München.größe 名前 🐢 $lambda$0 C:\\users\\x',
  );
});

test('a name that spells an escape is told from the character', () => {
  expect(visibleText('\\u202e')).toBe('\\u005cu202e');
});

test('two names never become one text, and each is found again from its text', () => {
  const all = names();
  expect(new Set(all.map(visibleText)).size).toBe(all.length);
  for (const name of all) expect(nameOfVisible(visibleText(name))).toBe(name);
});

test('a line of visible names stays as it is', () => {
  for (const name of names()) expect(visibleLine(visibleText(name))).toBe(visibleText(name));
  expect(visibleLine('in\u202eline\n')).toBe('in\\u202eline\\u000a');
});

test('JSON has its own escapes: its values stay the same, and its line ends too', () => {
  const values = names();
  const json = visibleJson(JSON.stringify(values, null, 2));
  expect(JSON.parse(json)).toEqual(values);
  expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
});

test('a long name is cut in a view of text, and its beginning and end are left', () => {
  const name = `com.acme.${'Long'.repeat(10_000)}.order(int)`;
  expect(shownName(name)).toMatch(/^com\.acme\.Long.*….*Long\.order\(int\)$/);
  expect(shownName(name)).toHaveLength(400);
  expect(shownName('a'.repeat(400))).toBe('a'.repeat(400));
  expect(shownName('\u202e'.repeat(30_000)).length).toBeLessThan(2_500);
});
