import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONTROL_WORD, EXIT_BIT } from '../events/eventWord.ts';
import { AMOUNTS, amountField, BYTECODES } from '../events/amounts.ts';
import { AGENT_NOTES } from './controlMessage.ts';

/** Numbers that both sides have, and that no golden bytes hold against each other. */

const javaOf = (path: string): string =>
  readFileSync(new URL(`../../backend-java/src/${path}.java`, import.meta.url), 'utf8');
const javaName = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();

it('the notes of the agent have the same numbers on both sides', () => {
  const [, paragraph] = javaOf('main/java/sluice/agent/Protocol').split('/** Notes of REPORT. */');
  const [notes] = paragraph.split('\n\n');
  const found = [...notes.matchAll(/ int (\w+) = (\d+);/g)].map(([, name, number]) => [name, Number(number)]);
  expect(found).toEqual(AGENT_NOTES.map((note, number) => [javaName(note), number]));
});

it('the control words have the same ids on both sides', () => {
  const words = / long (\w+?)(?:_ID)? = (SluiceProbe\.EXIT_BIT \| )?(\w+?)(?:_ID)?;/g;
  const found: Record<string, number> = {};
  for (const [, name, exit, id] of javaOf('probe/java/java/lang/SluiceWord').matchAll(words))
    found[name] = (exit === undefined ? 0 : EXIT_BIT) | (found[id] ?? Number(id));
  const expected = Object.entries(CONTROL_WORD).map(([name, id]) => [javaName(name), id]);
  expect(found).toEqual(Object.fromEntries(expected));
});

it('an amount has the same bits on both sides, and bytecodes are the same one', () => {
  const java = javaOf('probe/java/java/lang/SluiceWord');
  const intOf = (name: string): number => Number(new RegExp(` int ${name} = (\\d+);`).exec(java)?.[1]);
  expect(amountField(AMOUNTS[1], 0)).toBe(2 ** intOf('AMOUNT_BITS'));
  expect(AMOUNTS[intOf('BYTECODES')]).toBe(BYTECODES);
});
