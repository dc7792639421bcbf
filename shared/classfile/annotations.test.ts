import { describe, expect, it } from 'vitest';
import { compileJava } from '../testing/compileJava.ts';
import { annotationTypes } from './annotations.ts';
import { readClass } from './classReader.ts';

const SOURCE = `
import java.lang.annotation.*;
class A {
  @Retention(RetentionPolicy.RUNTIME) @interface Deep { String name() default ""; Thread.State state(); Mark[] marks(); int[] numbers(); }
  @Retention(RetentionPolicy.RUNTIME) @interface Mark { long of() default 0; }
  @Retention(RetentionPolicy.RUNTIME) @interface Last {}
  @Deep(name = "x", state = Thread.State.NEW, marks = {@Mark(of = 5), @Mark}, numbers = {1, 2, 3}) @Mark @Last void many() {}
  void none() {}
}`;

const classFile = compileJava({ 'A.java': SOURCE }).get('A') ?? new Uint8Array();

function typesOf(bytes: Uint8Array, name: string): readonly string[] {
  const model = readClass(bytes);
  return model.methods
    .filter((method) => method.name === name)
    .flatMap((method) => annotationTypes(model, method));
}

/** The class file, in which the type of the first annotation of many() is this constant. */
function withFirstType(index: number): Uint8Array {
  const type = readClass(classFile).pool.findUtf8(new TextEncoder().encode('LA$Deep;'));
  const threeBegin = Buffer.from([0, 3, type >> 8, type & 0xff]);
  const at = Buffer.from(classFile).indexOf(threeBegin);
  expect(at).toBeGreaterThan(0);
  const changed = classFile.slice();
  changed.set([index >> 8, index & 0xff], at + 2);
  return changed;
}

describe('the annotations of a method', () => {
  it('are found, whatever those before them hold', () => {
    expect(typesOf(classFile, 'many')).toEqual(['LA$Deep;', 'LA$Mark;', 'LA$Last;']);
    expect(typesOf(classFile, 'none')).toEqual([]);
  });

  it('whose type is no name are left out, for the JVM loads such a class', () => {
    expect(typesOf(withFirstType(0), 'many')).toEqual(['LA$Mark;', 'LA$Last;']);
    expect(typesOf(withFirstType(0xffff), 'many')).toEqual(['LA$Mark;', 'LA$Last;']);
  });
});
