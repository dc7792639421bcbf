import { expect, it } from 'vitest';
import { longFunctions } from './functions.mjs';

const body = (lines) => `{\n${'  step();\n'.repeat(lines - 2)}}`;
const sentence = (line, name, lines) =>
  `a.ts:${line}: ${name} has ${lines} lines, at most 80 are allowed; ` +
  'which concepts are in it? Or its comment says "Long because ...".';

it('lets a function have 80 lines, and names one that has more, however it is written', () => {
  expect(longFunctions('a.ts', `function run() ${body(80)}`)).toEqual([]);
  expect(longFunctions('a.ts', `\nexport function run() ${body(81)}`)).toEqual([sentence(2, 'run', 81)]);
  expect(longFunctions('a.ts', `const run = () => ${body(81)};`)).toEqual([sentence(1, 'run', 81)]);
  expect(longFunctions('a.ts', `each(() => ${body(90)});`)).toEqual([sentence(1, 'a function', 90)]);
  expect(longFunctions('a.ts', `class A {\n  #run() ${body(81)}\n}`)).toEqual([sentence(2, '#run', 81)]);
});

it('counts a function without its comment, and a function within it too', () => {
  expect(longFunctions('a.ts', `/**${'\n *'.repeat(30)}/\nfunction run() ${body(60)}`)).toEqual([]);
  const within = `function run() {\n  const inner = () => ${body(81)};\n}`;
  expect(longFunctions('a.ts', within)).toEqual([sentence(1, 'run', 83), sentence(2, 'inner', 81)]);
});

it('lets a longer function be that says why, and no other one', () => {
  const why = '/** Long because each kind has a case. */';
  expect(longFunctions('a.ts', `${why}\nfunction run() ${body(90)}`)).toEqual([]);
  expect(longFunctions('a.ts', `${why}\nexport const run = () => ${body(90)};`)).toEqual([]);
  expect(longFunctions('a.ts', `class A {\n  // Long because of it.\n  run() ${body(90)}\n}`)).toEqual([]);
  expect(longFunctions('a.ts', `/** Long because */\nfunction run() ${body(90)}`)).toHaveLength(1);
  expect(longFunctions('a.ts', `${why}\nstep();\nfunction run() ${body(90)}`)).toHaveLength(1);
});
