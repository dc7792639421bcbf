import { describe, expect, test } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { OP } from '../classfile/opcodes.ts';
import { ClassAssembler, u2 } from '../testing/classFixtures.ts';
import { compileJava } from '../testing/compileJava.ts';
import { originalCode } from '../testing/originalCode.ts';
import { rewriteClass } from './rewriteClass.ts';

const OPTIONS = { probeClass: 'P' };
const classes = compileJava(
  {
    'A.java': `import java.util.*;
class A {
  A() { }
  A(int x) { this(); depth = x; }
  A(Object o) { super(); }
  int depth;
  static void nothing() { }
  static int one() { return 1; }
  int pick(boolean b) { if (b) return depth; return 0; }
  static void forever(int i) { do { i++; } while (true); }
  static long wide(long l) { return l; }
  static int caught(String s) { try { return s.length(); } catch (RuntimeException e) { return -1; } }
  native int outside();
  @Override protected void finalize() { }
}
class B extends A {
  B(int x) { super(new A(x > 0 ? x : -x)); }
}
abstract class C { abstract void missing(); }`,
  },
  ['-g', '-nowarn'],
);

function model(name: string): ClassModel {
  return readClass(classes.get(name)!);
}

/** The method of that name and descriptor with probes of id 20, as text. */
function probed(
  before: ClassModel,
  nameAndDescriptor: string,
  methodId = 20,
  how: { readonly root?: boolean; readonly gated?: boolean } = {},
): string[] {
  const index = before.methods.findIndex((m) => m.name + m.descriptor === nameAndDescriptor);
  const { root = false, gated = false } = how;
  const targets = new Map([[index, { methodId: methodId as MethodId, root, gated }]]);
  const { bytes, refused } = rewriteClass(before, targets, OPTIONS);
  expect(refused).toEqual([]);
  const after = readClass(bytes);
  expect(originalCode(after, after.methods[index], 'P')).toEqual(
    originalCode(before, before.methods[index], 'P'),
  );
  return disassemble(after, after.methods[index]).slice(1);
}

describe('the form of the probes', () => {
  test('entry first, exit before the return, and a handler for what is thrown', () => {
    expect(probed(model('A'), 'one()I')).toEqual([
      'stack 2, locals 0',
      '0: bipush 20',
      '2: invokestatic P.entry(I)V',
      '5: iconst_1',
      '6: bipush 20',
      '8: invokestatic P.exit(I)V',
      '11: ireturn',
      '12: bipush 20',
      '14: invokestatic P.exit(I)V',
      '17: athrow',
      'catch 5..6 -> 12 any',
      'frame 12: full [] [java/lang/Throwable]',
      'line 0: 8',
    ]);
  });

  test('a method that only returns needs no handler', () => {
    expect(probed(model('A'), 'nothing()V')).toEqual([
      'stack 1, locals 0',
      '0: bipush 20',
      '2: invokestatic P.entry(I)V',
      '5: bipush 20',
      '7: invokestatic P.exit(I)V',
      '10: return',
      'line 0: 7',
    ]);
  });

  test('a root has a pair of its own', () => {
    expect(
      probed(model('A'), 'nothing()V', 20, { root: true }).filter((line) => line.includes('P.')),
    ).toEqual(['2: invokestatic P.rootEntry(I)V', '7: invokestatic P.rootExit(I)V']);
  });

  test('the value stays on the stack below the exit, and max_stack grows by one', () => {
    expect(probed(model('A'), 'wide(J)J')[0]).toBe('stack 3, locals 2');
  });

  test('a jump to a return lands before its exit, and exits are not guarded', () => {
    expect(probed(model('A'), 'pick(Z)I')).toEqual([
      'stack 2, locals 2',
      '0: bipush 20',
      '2: invokestatic P.entry(I)V',
      '5: iload_1',
      '6: ifeq 19',
      '9: aload_0',
      '10: getfield A.depth:I',
      '13: bipush 20',
      '15: invokestatic P.exit(I)V',
      '18: ireturn',
      '19: iconst_0',
      '20: bipush 20',
      '22: invokestatic P.exit(I)V',
      '25: ireturn',
      '26: bipush 20',
      '28: invokestatic P.exit(I)V',
      '31: athrow',
      'catch 5..13 -> 26 any',
      'catch 19..20 -> 26 any',
      'frame 19: same',
      'frame 26: full [] [java/lang/Throwable]',
      'line 0: 9',
      'variable 0: this LA; 0..26',
      'variable 1: b Z 0..26',
    ]);
  });

  test('a loop back to the start does not enter again', () => {
    expect(probed(model('A'), 'forever(I)V')).toEqual([
      'stack 2, locals 1',
      '0: bipush 20',
      '2: invokestatic P.entry(I)V',
      '5: iinc 0 1',
      '8: goto 5',
      '11: bipush 20',
      '13: invokestatic P.exit(I)V',
      '16: athrow',
      'catch 5..11 -> 11 any',
      'frame 5: same',
      'frame 11: full [] [java/lang/Throwable]',
      'line 0: 10',
      'variable 0: i I 0..11',
    ]);
  });

  test("the program's own handlers come first", () => {
    const lines = probed(model('A'), 'caught(Ljava/lang/String;)I').filter((line) =>
      line.startsWith('catch'),
    );
    expect(lines).toEqual([
      'catch 5..9 -> 15 java/lang/RuntimeException',
      'catch 5..9 -> 23 any',
      'catch 15..17 -> 23 any',
    ]);
  });
});

describe('constructors', () => {
  test('are entered behind the call of this(...)', () => {
    expect(probed(model('A'), '<init>(I)V').slice(0, 13)).toEqual([
      'stack 3, locals 2',
      '0: aload_0',
      '1: invokespecial A.<init>()V',
      '4: bipush 20',
      '6: invokestatic P.entry(I)V',
      '9: aload_0',
      '10: iload_1',
      '11: putfield A.depth:I',
      '14: bipush 20',
      '16: invokestatic P.exit(I)V',
      '19: return',
      '20: bipush 20',
      '22: invokestatic P.exit(I)V',
    ]);
  });

  test('with a gate ask at the very beginning, before this(...)', () => {
    expect(probed(model('A'), '<init>(I)V', 20, { gated: true }).slice(0, 6)).toEqual([
      'stack 3, locals 2',
      '0: bipush 20',
      '2: invokestatic P.gate(I)V',
      '5: aload_0',
      '6: invokespecial A.<init>()V',
      '9: bipush 20',
    ]);
  });

  test('are entered behind super(...), not behind the constructor of an argument', () => {
    const lines = probed(model('B'), '<init>(I)V');
    expect(lines.filter((line) => line.includes('invoke'))).toEqual([
      '15: invokespecial A.<init>(I)V',
      '18: invokespecial A.<init>(Ljava/lang/Object;)V',
      '23: invokestatic P.entry(I)V',
      '28: invokestatic P.exit(I)V',
    ]);
  });

  test('with a call on each of two ways are entered on both, once', () => {
    const assembler = new ClassAssembler('Two', 49);
    const init = assembler.methodref('java/lang/Object', '<init>', '()V');
    const before = readClass(
      assembler
        .method({
          name: '<init>',
          descriptor: '(I)V',
          accessFlags: 1,
          maxStack: 2,
          maxLocals: 2,
          code: [
            ...[OP.iload_1, OP.ifeq, 0, 10], //                      0: if (i == 0) goto 11
            ...[OP.aload_0, OP.invokespecial, ...u2(init)], //       4: super()
            ...[OP.goto, 0, 7], //                                   8: goto 15
            ...[OP.aload_0, OP.invokespecial, ...u2(init)], //      11: super()
            ...[OP.return], //                                      15:
          ],
        })
        .toBytes(),
    );
    expect(probed(before, '<init>(I)V')).toEqual([
      'stack 3, locals 2',
      '0: iload_1',
      '1: ifeq 16',
      '4: aload_0',
      '5: invokespecial java/lang/Object.<init>()V',
      '8: bipush 20',
      '10: invokestatic P.entry(I)V',
      '13: goto 25',
      '16: aload_0',
      '17: invokespecial java/lang/Object.<init>()V',
      '20: bipush 20',
      '22: invokestatic P.entry(I)V',
      '25: bipush 20',
      '27: invokestatic P.exit(I)V',
      '30: return',
      '31: bipush 20',
      '33: invokestatic P.exit(I)V',
      '36: athrow',
      'catch 13..16 -> 31 any',
    ]);
  });
});

describe('the id', () => {
  const push = (methodId: number): string => probed(model('A'), 'nothing()V', methodId)[1];
  test.each([
    [5, '0: iconst_5'],
    [16, '0: bipush 16'],
    [127, '0: bipush 127'],
    [128, '0: sipush 128'],
    [32767, '0: sipush 32767'],
    [32768, '0: ldc 32768'],
    [524287, '0: ldc 524287'],
  ])('%i is pushed as %s', (methodId, line) => {
    expect(push(methodId)).toBe(line);
  });

  test('beyond 255 constants is loaded by ldc_w', () => {
    const assembler = new ClassAssembler('Many', 52);
    for (let i = 0; i < 300; i++) assembler.integer(i);
    const method = { name: 'run', descriptor: '()V', maxStack: 0, maxLocals: 0, code: [OP.return] };
    expect(probed(readClass(assembler.method(method).toBytes()), 'run()V', 40000)[1]).toBe('0: ldc_w 40000');
  });
});

test('the same class gives the same bytes, and constants are appended once', () => {
  const before = model('A');
  const targets = new Map([6, 5, 4].map((i) => [i, { methodId: (40000 + i) as MethodId, root: false }]));
  const { bytes } = rewriteClass(before, targets, OPTIONS);
  const reversed = new Map([...targets].reverse());
  expect(rewriteClass(before, reversed, OPTIONS).bytes).toEqual(bytes);
  const { pool } = readClass(bytes);
  expect(bytes.subarray(10, before.pool.endOffset)).toEqual(before.bytes.subarray(10, before.pool.endOffset));
  const texts = [];
  for (let i = 1; i < pool.count; i++) if (pool.tag(i) === 1) texts.push(pool.utf8(i));
  expect(texts.filter((text) => text === 'entry' || text === 'P' || text === '(I)V')).toHaveLength(3);
});

test('a class without frames for its jumps gets none: so the JVM hands out boot classes', () => {
  const before = readClass(withoutFrames('A'));
  const lines = probed(before, 'pick(Z)I');
  expect(lines.filter((line) => line.startsWith('frame'))).toEqual([]);
  expect(probed(before, 'one()I').filter((line) => line.startsWith('frame'))).toHaveLength(1);
});

/** The class with its StackMapTable attributes under a name the JVM does not know. */
function withoutFrames(name: string): Uint8Array {
  const bytes = classes.get(name)!.slice();
  const at = Buffer.from(bytes).indexOf('StackMapTable');
  bytes[at] = 'X'.charCodeAt(0);
  return bytes;
}

test('what cannot be measured is told with its reason, and the rest is rewritten', () => {
  const before = model('A');
  const targets = new Map(
    before.methods.map(({ index }) => [index, { methodId: 20 as MethodId, root: false }]),
  );
  const { bytes, refused } = rewriteClass(before, targets, OPTIONS);
  expect(refused.map(({ methodIndex, reason }) => [before.methods[methodIndex].name, reason.kind])).toEqual([
    ['outside', 'native'],
    ['finalize', 'emptyFinalizer'],
  ]);
  expect(bytes.byteLength).toBeGreaterThan(before.bytes.byteLength);
  const abstract = model('C');
  const all = rewriteClass(abstract, new Map([[1, { methodId: 20 as MethodId, root: false }]]), OPTIONS);
  expect(all.refused).toEqual([{ methodIndex: 1, reason: { kind: 'abstract' } }]);
  expect(all.bytes).toBe(abstract.bytes);
});
