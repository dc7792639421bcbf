import { expect, test } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { ATTRIBUTE } from '../classfile/attributeNames.ts';
import { findAttribute, type ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { compileJava } from '../testing/compileJava.ts';
import { rewriteClass } from './rewriteClass.ts';

const SOURCE = `
import java.lang.annotation.*;
import java.util.*;
import java.util.function.*;
@Target(ElementType.TYPE_USE) @Retention(RetentionPolicy.RUNTIME) @interface N { int[] value() default {}; S[] nested() default {}; }
@Target(ElementType.TYPE_USE) @Retention(RetentionPolicy.RUNTIME) @interface S { Class<?> of() default Object.class; Thread.State state() default Thread.State.NEW; }
class T {
  static Object run(Object o, boolean b) {
    if (b) return new @N ArrayList<String>();
    @N({1, 2}) String local = (@N String) o;
    try (java.io.@N(nested = {@S(of = String.class), @S(state = Thread.State.BLOCKED)}) StringReader in = new java.io.StringReader(local)) {
      return o instanceof @N Integer ? Collections.<@N String>emptyList() : (Supplier<Object>) @N Object::new;
    } catch (@N RuntimeException e) { return e; }
  }
}`;

/** The bcis in the type annotations of `run`, in the order of the file, read in javap's way: by hand. */
function annotatedBcis(model: ClassModel): string[] {
  const code = model.methods.find(({ name }) => name === 'run')!.readCode()!;
  const { start } = findAttribute(model.pool, code.attributes, ATTRIBUTE.runtimeVisibleTypeAnnotations)!;
  const bytes = model.bytes;
  const u2 = (at: number): number => (bytes[at] << 8) | bytes[at + 1];
  const opcodeAt = (bci: number): number => bytes[code.codeStart + bci];
  const found: string[] = [];
  let at = start + 2;
  for (let left = u2(start); left > 0; left--) {
    const type = bytes[at];
    if (type === 0x40 || type === 0x41) {
      found.push(`${u2(at + 3)}+${u2(at + 5)}`);
      at += 3 + 6 * u2(at + 1);
    } else if (type === 0x42) {
      found.push(`handler ${u2(at + 1)}`);
      at += 3;
    } else {
      found.push(`opcode ${opcodeAt(u2(at + 1))} at ${u2(at + 1)}`);
      at += type >= 0x47 ? 4 : 3;
    }
    at += 1 + 2 * bytes[at]; // type_path
    at = annotationEnd(at);
  }
  return found;

  function annotationEnd(from: number): number {
    let to = from + 4;
    for (let pairs = u2(from + 2); pairs > 0; pairs--) to = valueEnd(to + 2);
    return to;
  }
  function valueEnd(from: number): number {
    const tag = String.fromCharCode(bytes[from]);
    if (tag === '@') return annotationEnd(from + 1);
    if (tag !== '[') return from + (tag === 'e' ? 5 : 3);
    let to = from + 3;
    for (let count = u2(from + 1); count > 0; count--) to = valueEnd(to);
    return to;
  }
}

test('type annotations mean the same instructions and variables as before', () => {
  const before = readClass(compileJava({ 'T.java': SOURCE }).get('T')!);
  const index = before.methods.findIndex(({ name }) => name === 'run');
  const targets = new Map([[index, { methodId: 20 as MethodId, root: false }]]);
  const after = readClass(rewriteClass(before, targets, { probeClass: 'P' }).bytes);
  const old = annotatedBcis(before);
  expect(old.length).toBeGreaterThan(6);
  // Seven bytes of entry, then seven of exit before each return that stands before the place.
  const opcodes = (list: readonly string[]): string[] =>
    list.map((text) => text.replace(/ at .*|^\d+.*/, ''));
  expect(opcodes(annotatedBcis(after))).toEqual(opcodes(old));
  expect(annotatedBcis(after)).not.toEqual(old);
  const [first, second] = [old, annotatedBcis(after)].map(([text]) => Number(/at (\d+)/.exec(text)![1]));
  expect(second - first).toBe(7);
});
