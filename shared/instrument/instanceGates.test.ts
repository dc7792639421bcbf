import { expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { compileJava } from '../testing/compileJava.ts';
import { withCalls } from '../testing/hookedClass.ts';
import { instanceGates } from './instanceGates.ts';

const SOURCE = `
  class Shape {
    final int sides;
    Shape() { this(4); }
    Shape(int sides) { this.sides = sides; }
    Shape(boolean round, int sides) { super(); this.sides = round ? 0 : sides; }
    int area() { return 1; }
  }`;
const model = readClass(compileJava({ 'Shape.java': SOURCE }).get('Shape') ?? new Uint8Array());
const IDS: ReadonlyMap<string, MethodId> = new Map([
  ['()V', 3 as MethodId],
  ['(I)V', 70_000 as MethodId],
  ['(ZI)V', 300 as MethodId],
]);

it('each constructor tells first of all that it makes an object, under its own id', () => {
  const bytes = withCalls(
    model,
    instanceGates(model, (descriptor) => IDS.get(descriptor) ?? null),
  );
  const gated = readClass(bytes ?? new Uint8Array());
  const beginnings = gated.methods.map((method) => {
    const lines = disassemble(gated, method).filter((line) => /^\d+: /.test(line));
    return [method.name + method.descriptor, ...lines.slice(0, 2).map((line) => line.replace(/^\d+: /, ''))];
  });
  const gate = 'invokestatic java/lang/SluiceProbe.making(I)V';
  expect(beginnings).toEqual([
    ['<init>()V', 'iconst_3', gate],
    ['<init>(I)V', 'ldc 70000', gate],
    ['<init>(ZI)V', 'sipush 300', gate],
    ['area()I', 'iconst_1', 'ireturn'],
  ]);
});

it('a class of which one constructor has no id gets no gates', () => {
  expect(instanceGates(model, (descriptor) => (descriptor === '()V' ? (3 as MethodId) : null))).toBeNull();
});
