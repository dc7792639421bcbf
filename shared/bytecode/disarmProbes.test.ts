import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { compileJava } from '../testing/compileJava.ts';
import { disarmedBytes, disarmProbes } from './disarmProbes.ts';
import { rewriteClass } from './rewriteClass.ts';

const PROBE_CLASS = 'java/lang/SluiceProbe';
const classes = compileJava({
  'Shop.java': `class Shop {
  static String NAME = "java/lang/SluiceProbe", TYPE = "(Ljava/lang/SluiceProbe;)V";
  int sold;
  Shop(int i) { super(); sold = i; }
  int sell(int i) { try { return i / sold; } catch (ArithmeticException e) { return twice(i); } }
  static int twice(int i) { return 2 * i; }
}`,
});
const shop = readClass(classes.get('Shop') ?? new Uint8Array());

/** With a probe in each method, the first id first. */
function probed(model: ClassModel, firstId: number): ClassModel {
  const targets = new Map(
    model.methods.map(({ index }) => [index, { methodId: (firstId + index) as MethodId, root: index === 1 }]),
  );
  const { bytes, refused } = rewriteClass(model, targets, { probeClass: PROBE_CLASS, counts: ['bytecodes'] });
  expect(refused).toEqual([]);
  return readClass(bytes);
}

const linesOf = (model: ClassModel): string[] =>
  model.methods.flatMap((method) => disassemble(model, method));

describe('probes in code that somebody hands over', () => {
  it('are made to call what does nothing, and nothing else changes', () => {
    const armed = probed(shop, 300);
    const lines = linesOf(armed);
    expect(lines.join('\n')).toContain(PROBE_CLASS);
    const disarmed = linesOf(disarmProbes(armed)).map((line) =>
      line.replaceAll('SluiceStale', 'SluiceProbe'),
    );
    expect(disarmed).toEqual(lines);
    expect(linesOf(disarmProbes(armed)).join('\n')).not.toMatch(/(invoke|field|static).*SluiceProbe/);
  });

  it('stand beside new ones, which are the only ones that count', () => {
    const again = linesOf(probed(disarmProbes(probed(shop, 300)), 400));
    const count = (pattern: RegExp): number => again.filter((line) => pattern.test(line)).length;
    expect(count(/SluiceProbe\.(entry|rootEntry|constructorEntry|rootConstructorEntry)\(/)).toBe(
      shop.methods.length,
    );
    expect(count(/SluiceStale\.(entry|rootEntry|constructorEntry|rootConstructorEntry)\(/)).toBe(
      shop.methods.length,
    );
  });

  it('are disarmed once: what is disarmed has none any more', () => {
    const disarmed = disarmProbes(probed(shop, 300));
    expect(disarmProbes(disarmed)).toBe(disarmed);
    expect(disarmedBytes(disarmed.bytes)).toBeNull();
  });
});

describe('what has none', () => {
  it('stays as it is, texts that read like their names among it', () => {
    expect(disarmProbes(shop)).toBe(shop);
    expect(disarmedBytes(shop.bytes)).toBeNull();
  });

  it('stays as it is if it keeps their constants alone, as a class does whose probes were taken out', () => {
    const { bytes } = probed(shop, 300);
    const armed = readClass(bytes);
    // The pool of the one with the code of the other, whose constants stand first in it.
    const poolOnly = Uint8Array.from([
      ...bytes.subarray(0, armed.pool.endOffset),
      ...shop.bytes.subarray(shop.pool.endOffset),
    ]);
    const model = readClass(poolOnly);
    expect(disarmProbes(model)).toBe(model);
  });

  it('and what is no class file is left alone', () => {
    expect(disarmedBytes(Uint8Array.of(1, 2, 3))).toBeNull();
    expect(disarmedBytes(shop.bytes.subarray(0, 40))).toBeNull();
  });
});
