import { describe, expect, test } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { OP } from '../classfile/opcodes.ts';
import { ClassAssembler, u2 } from '../testing/classFixtures.ts';
import { compileJava } from '../testing/compileJava.ts';
import { originalCode } from '../testing/originalCode.ts';
import { constructorKey } from './constructorKey.ts';
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
  static long five(long l) { return l + (l ^ l); }
  static int caught(String s) { try { return s.length(); } catch (RuntimeException e) { return -1; } }
  int locked() { synchronized (this) { return depth; } }
  native int outside();
  @Override protected void finalize() { }
}
class B extends A {
  B(int x) { super(new A(x > 0 ? x : -x)); }
}
abstract class C { abstract void missing(); }
class F {
  int unused(int i) { if (i > 0) return 1; int j = i; return j; }
  static void loop(long l, String s, int[] a) { for (int i = 0; i < 3; i++) a[i] = s.length(); a[0] = (int) l; }
}`,
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
  how: { readonly root?: boolean; readonly counted?: boolean } = {},
): string[] {
  const index = before.methods.findIndex((m) => m.name + m.descriptor === nameAndDescriptor);
  const targets = new Map([[index, { methodId: methodId as MethodId, root: false, ...how }]]);
  const { bytes, refused } = rewriteClass(before, targets, OPTIONS);
  expect(refused).toEqual([]);
  const after = readClass(bytes);
  expect(originalCode(after, after.methods[index], 'P')).toEqual(
    originalCode(before, before.methods[index], 'P'),
  );
  return disassemble(after, after.methods[index]).slice(1);
}

/** Without the two handlers at the end of the code, their frames and the entry of the second: all methods have them. */
function body(lines: readonly string[]): string[] {
  const second =
    lines.findLastIndex((line) => line.endsWith('missedExits:I') && line.includes('getfield')) - 2;
  const [overflow] = lines[second].split(':');
  const [first] = lines[second - 4].split(':');
  return lines
    .filter((line) => {
      const [, bci] = /^(?:frame |catch )?(\d+)/.exec(line) ?? [];
      return bci === undefined || line.startsWith('line') || Number(bci) < Number(first);
    })
    .map((line) => line.replace(`-> ${first} any`, '-> failed').replace(`..${overflow}`, '..overflow'));
}

describe('the form of the probes', () => {
  test('entry first, exit before the return, a handler for what is thrown, and one for an exit without stack', () => {
    expect(probed(model('A'), 'one()I')).toEqual([
      'stack 4, locals 1',
      '0: bipush 20',
      '2: invokestatic P.entry(I)LP;',
      '5: astore_0',
      '6: iconst_1',
      '7: aload_0',
      '8: bipush 20',
      '10: invokevirtual P.exit(I)V',
      '13: ireturn',
      '14: aload_0',
      '15: bipush 20',
      '17: invokevirtual P.failed(I)V',
      '20: athrow',
      '21: aload_0',
      '22: dup',
      '23: getfield P.missedExits:I',
      '26: iconst_1',
      '27: iadd',
      '28: putfield P.missedExits:I',
      '31: aload_0',
      '32: lconst_0',
      '33: putfield P.limit:J',
      '36: athrow',
      'catch 6..13 -> 14 any',
      'catch 14..20 -> 21 any',
      'frame 14: full [P] [java/lang/Throwable]',
      'frame 21: same [java/lang/Throwable]',
      'line 0: 8',
    ]);
  });

  test('a method that only returns has handlers too: its exit can fail', () => {
    expect(body(probed(model('A'), 'nothing()V'))).toEqual([
      'stack 4, locals 1',
      '0: bipush 20',
      '2: invokestatic P.entry(I)LP;',
      '5: astore_0',
      '6: aload_0',
      '7: bipush 20',
      '9: invokevirtual P.exit(I)V',
      '12: return',
      'catch 6..12 -> failed',
      'line 0: 7',
    ]);
  });

  test('a root has a pair of its own, and counts itself closed when its exit has no stack', () => {
    const lines = probed(model('A'), 'nothing()V', 20, { root: true });
    expect(lines.filter((line) => /P\.|isub|null/.test(line))).toEqual([
      '2: invokestatic P.rootEntry(I)LP;',
      '9: invokevirtual P.rootExit(I)V',
      '16: invokevirtual P.rootFailed(I)V',
      '22: getfield P.missedExits:I',
      '27: putfield P.missedExits:I',
      '32: putfield P.limit:J',
      '37: getfield P.depth:I',
      '41: isub',
      '42: putfield P.depth:I',
      '46: aconst_null',
      '47: putfield P.recorded:Ljava/lang/Thread;',
    ]);
  });

  test('the value stays on the stack below the exit, and max_stack grows by two', () => {
    expect(probed(model('A'), 'wide(J)J')[0]).toBe('stack 4, locals 3');
    expect(probed(model('A'), 'five(J)J')[0]).toBe('stack 8, locals 3');
  });

  test('a jump to a return lands before its exit; exits are guarded, returns are not', () => {
    expect(body(probed(model('A'), 'pick(Z)I'))).toEqual([
      'stack 4, locals 3',
      '0: bipush 20',
      '2: invokestatic P.entry(I)LP;',
      '5: astore_2',
      '6: iload_1',
      '7: ifeq 21',
      '10: aload_0',
      '11: getfield A.depth:I',
      '14: aload_2',
      '15: bipush 20',
      '17: invokevirtual P.exit(I)V',
      '20: ireturn',
      '21: iconst_0',
      '22: aload_2',
      '23: bipush 20',
      '25: invokevirtual P.exit(I)V',
      '28: ireturn',
      'catch 6..20 -> failed',
      'catch 21..28 -> failed',
      'frame 21: append [P]',
      'line 0: 9',
      'variable 0: this LA; 0..29',
      'variable 1: b Z 0..29',
    ]);
  });

  test('a loop back to the start does not enter again', () => {
    expect(body(probed(model('A'), 'forever(I)V'))).toEqual([
      'stack 4, locals 2',
      '0: bipush 20',
      '2: invokestatic P.entry(I)LP;',
      '5: astore_1',
      '6: iinc 0 1',
      '9: goto 6',
      'catch 6..12 -> failed',
      'frame 6: append [P]',
      'line 0: 10',
      'variable 0: i I 0..12',
    ]);
  });

  test('a method that is only counted says so once, and has neither handler nor variable', () => {
    expect(probed(model('A'), 'pick(Z)I', 70_000, { counted: true })).toEqual([
      'stack 2, locals 2',
      '0: ldc 70000',
      '2: invokestatic P.count(I)V',
      '5: iload_1',
      '6: ifeq 14',
      '9: aload_0',
      '10: getfield A.depth:I',
      '13: ireturn',
      '14: iconst_0',
      '15: ireturn',
      'frame 14: same',
      'line 0: 9',
      'variable 0: this LA; 0..16',
      'variable 1: b Z 0..16',
    ]);
    expect(probed(model('A'), 'forever(I)V', 20, { counted: true })).toContain('8: goto 5');
    expect(probed(model('A'), '<init>(Ljava/lang/Object;)V', 20, { counted: true }).slice(0, 6)).toEqual([
      'stack 2, locals 2',
      '0: bipush 20',
      '2: invokestatic P.count(I)V',
      '5: aload_0',
      '6: invokespecial java/lang/Object.<init>()V',
      '9: return',
    ]);
  });

  test("the program's own handlers come first", () => {
    const lines = body(probed(model('A'), 'caught(Ljava/lang/String;)I'));
    expect(lines.filter((line) => line.startsWith('catch'))).toEqual([
      'catch 6..10 -> 17 java/lang/RuntimeException',
      'catch 6..16 -> failed',
      'catch 17..29 -> failed',
    ]);
    expect(lines.filter((line) => /^(17|18|21): /.test(line))).toEqual([
      '17: aload_2',
      '18: invokevirtual P.caught()V',
      '21: astore_1',
    ]);
  });

  test('a handler that guards its own beginning tells nobody that it has caught', () => {
    expect(probed(model('A'), 'locked()I').filter((line) => line.includes('caught'))).toEqual([]);
  });
});

describe('the probe is in a local variable behind all others, and in every frame', () => {
  const frames = (nameAndDescriptor: string): string[] =>
    body(probed(model('F'), nameAndDescriptor)).filter((line) => line.startsWith('frame'));
  const before = (nameAndDescriptor: string): string[] => {
    const method = model('F').methods.find((m) => m.name + m.descriptor === nameAndDescriptor)!;
    return disassemble(model('F'), method).filter((line) => line.startsWith('frame'));
  };

  test('the first frame appends it, with unusable variables before it; same stays same', () => {
    expect(before('unused(I)I')).toEqual(['frame 6: same']);
    expect(frames('unused(I)I')).toEqual(['frame 18: append [top, P]']);
  });

  test('where it does not fit into append, the frame names all types, arguments too', () => {
    expect(before('loop(JLjava/lang/String;[I)V')).toEqual(['frame 3: append [integer]', 'frame 23: chop 1']);
    expect(frames('loop(JLjava/lang/String;[I)V')).toEqual([
      'frame 10: append [integer, P]',
      'frame 30: full [long, java/lang/String, [I, top, P] []',
    ]);
  });
});

describe('constructors', () => {
  /** Without handlers and frames. */
  const code = (lines: readonly string[]): string[] =>
    lines.slice(0, lines.findLastIndex((line) => line.endsWith(': return')) + 1);

  test('are entered at their first instruction, and say whom they call by this(...)', () => {
    expect(code(probed(model('A'), '<init>(I)V'))).toEqual([
      'stack 5, locals 4',
      `0: ldc ${constructorKey('A', '(I)V')}`,
      '2: bipush 20',
      '4: invokestatic P.constructorEntry(II)LP;',
      '7: astore_2',
      '8: aload_2',
      '9: getfield P.chain:I',
      '12: istore_3',
      '13: aload_0',
      '14: aload_2',
      '15: iload_3',
      `16: ldc ${constructorKey('A', '()V')}`,
      '18: invokevirtual P.initializing(II)V',
      '21: invokespecial A.<init>()V',
      '24: aload_2',
      '25: invokevirtual P.initialized()V',
      '28: aload_0',
      '29: iload_1',
      '30: putfield A.depth:I',
      '33: aload_2',
      '34: bipush 20',
      '36: invokevirtual P.exit(I)V',
      '39: return',
    ]);
  });

  test('have handlers behind this(...), whose exit is that of all who wait', () => {
    const lines = probed(model('A'), '<init>(I)V');
    const handlers = lines.slice(code(lines).length);
    expect(handlers.filter((line) => !line.startsWith('line') && !line.startsWith('variable'))).toEqual([
      '40: aload_2',
      '41: iload_3',
      '42: bipush 20',
      '44: invokevirtual P.failed(II)V',
      '47: athrow',
      '48: aload_2',
      '49: dup',
      '50: getfield P.missedExits:I',
      '53: iconst_1',
      '54: iadd',
      '55: iload_3',
      '56: i2c',
      '57: iadd',
      '58: putfield P.missedExits:I',
      '61: aload_2',
      '62: lconst_0',
      '63: putfield P.limit:J',
      '66: aload_2',
      '67: dup',
      '68: getfield P.depth:I',
      '71: iload_3',
      '72: bipush 16',
      '74: iushr',
      '75: isub',
      '76: putfield P.depth:I',
      '79: aload_2',
      '80: aconst_null',
      '81: putfield P.recorded:Ljava/lang/Thread;',
      '84: athrow',
      'catch 24..39 -> 40 any',
      'catch 40..47 -> 48 any',
      'frame 40: full [top, top, P, integer] [java/lang/Throwable]',
      'frame 48: same [java/lang/Throwable]',
    ]);
  });

  test('tell nobody of a call of Object(), which throws nothing', () => {
    const calls = probed(model('A'), '<init>(Ljava/lang/Object;)V').filter((line) => line.includes('invoke'));
    expect(calls.map((line) => line.replace(/^\d+: /, ''))).toEqual([
      'invokestatic P.constructorEntry(II)LP;',
      'invokespecial java/lang/Object.<init>()V',
      'invokevirtual P.exit(I)V',
      'invokevirtual P.failed(II)V',
    ]);
  });

  test('have handlers over the arguments too, which name the object, and none over super(...) itself', () => {
    const lines = probed(model('B'), '<init>(I)V');
    expect(lines.filter((line) => /P\.\w+\(|<init>|frame|catch/.test(line))).toEqual([
      '4: invokestatic P.constructorEntry(II)LP;',
      '28: invokespecial A.<init>(I)V',
      '35: invokevirtual P.initializing(II)V',
      '38: invokespecial A.<init>(Ljava/lang/Object;)V',
      '42: invokevirtual P.initialized()V',
      '48: invokevirtual P.exit(I)V',
      '56: invokevirtual P.failed(II)V',
      '101: invokevirtual P.failed(II)V',
      'catch 13..38 -> 52 any',
      'catch 52..59 -> 60 any',
      'catch 41..51 -> 97 any',
      'catch 97..104 -> 105 any',
      'frame 26: full [uninitializedThis, integer, P, integer] [uninitializedThis, uninitialized(14), uninitialized(14)]',
      'frame 28: full [uninitializedThis, integer, P, integer] [uninitializedThis, uninitialized(14), uninitialized(14), integer]',
      'frame 52: full [uninitializedThis, top, P, integer] [java/lang/Throwable]',
      'frame 60: same [java/lang/Throwable]',
      'frame 97: full [top, top, P, integer] [java/lang/Throwable]',
      'frame 105: same [java/lang/Throwable]',
    ]);
  });

  test('that are roots are counted among the roots of those who wait', () => {
    const lines = probed(model('A'), '<init>(I)V', 20, { root: true });
    const calls = lines.filter((line) => /P\.\w+\(/.test(line)).map((line) => line.replace(/^.*P\./, ''));
    expect(calls).toEqual([
      'rootConstructorEntry(II)LP;',
      'rootInitializing(II)V',
      'initialized()V',
      'rootExit(I)V',
      'rootFailed(II)V',
    ]);
  });

  test('without frames have one handler, over super(...) as well, so they wait for nobody', () => {
    const assembler = new ClassAssembler('Two', 49);
    const init = assembler.methodref('java/lang/Thread', '<init>', '()V');
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
    const lines = probed(before, '<init>(I)V');
    expect(lines.filter((line) => /P\.\w+\(|<init>|goto|ifeq|return|frame|catch/.test(line))).toEqual([
      '4: invokestatic P.constructorEntry(II)LP;',
      '14: ifeq 24',
      '18: invokespecial java/lang/Thread.<init>()V',
      '21: goto 28',
      '25: invokespecial java/lang/Thread.<init>()V',
      '31: invokevirtual P.exit(I)V',
      '34: return',
      '39: invokevirtual P.failed(II)V',
      'catch 13..34 -> 35 any',
      'catch 35..42 -> 43 any',
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
  expect(probed(before, 'one()I').filter((line) => line.startsWith('frame'))).toHaveLength(2);
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
