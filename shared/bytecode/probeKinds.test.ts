import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { USUAL_LAYOUT } from '../events/objectLayout.ts';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { expectSameRun } from '../testing/sameRun.ts';
import type { InsertedCalls } from './insertedCalls.ts';
import { rewriteClass } from './rewriteClass.ts';
import type { RewriteOptions } from './rewriteOptions.ts';

const SITES = {
  layout: USUAL_LAYOUT,
  /** Below 0 are those of calls. */
  numberOf: (method: MethodId, ordinal: number) => method * 64 + (ordinal & 63),
  isMeasured: () => false,
};
const EVERY_KIND = { counts: ['bytecodes'], isTimed: true, sites: SITES };

const PROGRAM = `
  public class Main {
    static int rounds(int n) { do { if (n % 3 == 0) n -= 2; n--; } while (n > 0); return n; }
    static class Base {
      final int[] kept;
      Base() { this(3); }
      Base(int n) { kept = new int[n]; }
      Base(Object other, int n) { super(); kept = other == null ? null : new int[] { n }; }
    }
    static class Sub extends Base {
      Sub(int n) { super(new Object(), n > 2 ? rounds(n) : n); }
      Sub() { }
      synchronized int sum() { int sum = 0; for (int k : kept) sum += new int[k & 3].length; return sum; }
    }
    static int made() {
      try { return new Sub(4).sum() + new Sub().sum() + new Base().kept.length; } finally { rounds(9); }
    }
    public static void main(String[] args) {
      System.out.println(made());
      for (int passed = 0; passed < 12; passed++) {
        Thread.currentThread().setName("fail " + passed);
        try { made(); } catch (Error failed) { rounds(2); }
        Thread.currentThread().setName("main");
      }
      System.out.println(made());
    }
  }`;

describe.each(findJdks())('JDK $major', (jdk) => {
  const classes = compileJava({ 'Main.java': PROGRAM }, ['--release', '8']);

  it('methods end as often as they begin wherever a gate among their probes throws', () => {
    expect(expectSameRun(classes, 'Main', jdk, { gated: true })).toMatch(/^entries gated [1-9]/m);
    expectSameRun(classes, 'Main', jdk, { ...EVERY_KIND, gated: true });
    expectSameRun(classes, 'Main', jdk, { ...EVERY_KIND, isTimed: false, gated: true });
  });
});

describe('kinds in one method', () => {
  const model = readClass(
    compileJava({ 'A.java': 'class A { int n; A() { n = 1; } int f() { return n; } void g() { } }' }).get(
      'A',
    )!,
  );

  it('a gate stands behind the entry, and a handler of ours begins before it', () => {
    expect(text(model, { calls: gates('f') }, 'f')).toEqual([
      ...['bipush 41', 'invokestatic P.entry(I)LP;', 'astore_1', 'iconst_1', 'invokestatic P.gate(I)V'],
      ...['aload_0', 'getfield A.n:I', 'aload_1', 'bipush 41', 'invokevirtual P.exit(I)V', 'ireturn'],
      ...['aload_1', 'bipush 41', 'invokevirtual P.failed(I)V', 'athrow'],
      ...['aload_1', 'dup', 'getfield P.missedExits:I', 'iconst_1', 'iadd', 'putfield P.missedExits:I'],
      ...[
        'aload_1',
        'lconst_0',
        'putfield P.limit:J',
        'athrow',
        'catch 6..20 -> 21 any',
        'catch 21..27 -> 28 any',
      ],
    ]);
  });

  it('a gate of a constructor is guarded where nothing else before its super() can fail', () => {
    const guarded = text(model, { calls: gates('<init>') }, '<init>').filter((line) =>
      line.startsWith('catch'),
    );
    const bare = text(model, {}, '<init>').filter((line) => line.startsWith('catch'));
    expect([bare.length, guarded.length]).toEqual([2, 4]);
  });

  it('a method that is not measured gets its calls and nothing else', () => {
    expect(text(model, { calls: gates('g') }, 'g', new Map())).toEqual([
      ...['iconst_2', 'invokestatic P.gate(I)V', 'return'],
    ]);
  });

  it('bytecodes are those of the program, without gates', () => {
    const lines = text(model, { counts: ['bytecodes'], calls: gates('f') }, 'f');
    expect(lines.filter((line) => line.startsWith('iinc'))).toEqual(['iinc 2 2', 'iinc 2 1']);
  });
});

function gates(name: string): InsertedCalls {
  const callee = { owner: 'P', name: 'gate', descriptor: '(I)V' };
  const indices: Record<string, number> = { '<init>': 0, f: 1, g: 2 };
  const index = indices[name];
  return new Map([[index, [{ bci: 0, callee, argument: { kind: 'number', value: index } }]]]);
}

function text(
  model: ClassModel,
  options: Partial<RewriteOptions>,
  name: string,
  targets = new Map(
    model.methods.map(({ index }) => [index, { methodId: (40 + index) as MethodId, root: false }]),
  ),
): string[] {
  const { bytes, refused } = rewriteClass(model, targets, { ...options, probeClass: 'P' });
  expect(refused).toEqual([]);
  const after = readClass(bytes);
  return disassemble(
    after,
    after.methods.find((method) => method.name === name)!,
  )
    .filter((line) => /^(\d+: |catch)/.test(line))
    .map((line) => line.replace(/^\d+: /, ''));
}
