import { expect, test } from 'vitest';
import { parseMethodPattern } from '../callgraph/methodPattern.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { regionMethodOf } from './regionSelection.ts';

const SOURCE = `class Races {
  void race(String name) {
    name.length();
  }
  void race(int count) {
    count++;
  }
  void alone() { }
}`;

/** The same class with its methods the other way around, as another run of the JVM hands it out. */
function reversed(model: ClassModel): ClassModel {
  return Object.create(model, { methods: { value: [...model.methods].reverse() } }) as ClassModel;
}

const races = readClass(compileJava({ 'Races.java': SOURCE }).get('Races')!);

test.each([races, reversed(races)])('methods are named in the order of the source', (model) => {
  const select = (pattern: string, lines: { first: number; last: number } | null) => () =>
    regionMethodOf(parseMethodPattern(pattern), lines, model);
  expect(select('Races::race', null)).toThrow(
    'Region Races::race: 2 methods match: race(String) in lines 3-4, race(int) in lines 6-7.',
  );
  expect(select('Races::race', { first: 8, last: 9 })).toThrow(
    'Region Races::race lines 8-9: there is no code in them.',
  );
  expect(select('Races::race', { first: 6, last: 6 })().descriptor).toBe('(I)V');
  expect(select('Races::none', null)).toThrow('class Races is loaded, but has no such method');
});
