import { expect, test } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { OP } from '../classfile/opcodes.ts';
import { ClassAssembler, u2, type MethodFixture } from '../testing/classFixtures.ts';
import { rewriteClass } from './rewriteClass.ts';
import { refusalText, type RewriteRefusal } from './rewriteRefusal.ts';

/** The refusal of a method `static void run()`, or of the constructor, of a class put together by hand. */
function refusalOf(
  assembler: ClassAssembler,
  fixture: Partial<MethodFixture> & Pick<MethodFixture, 'code'>,
  methodId = 20,
): RewriteRefusal | null {
  const method = { name: 'run', descriptor: '()V', maxStack: 2, maxLocals: 2, ...fixture };
  const model = readClass(assembler.method(method).toBytes());
  const targets = new Map([[0, { methodId: methodId as MethodId, root: false }]]);
  const { bytes, refused } = rewriteClass(model, targets, { probeClass: 'P' });
  if (refused.length > 0) expect(bytes).toBe(model.bytes);
  return refused[0]?.reason ?? null;
}

/** The refusal of a call at the beginning of a method that has no probe. */
function refusalOfCall(assembler: ClassAssembler, fixture: Partial<MethodFixture>): RewriteRefusal | null {
  const method = {
    ...{ name: 'run', descriptor: '()V', maxStack: 2, maxLocals: 2, code: [OP.return] },
    ...fixture,
  };
  const model = readClass(assembler.method(method).toBytes());
  const callee = { owner: 'P', name: 'witness', descriptor: '(I)V' };
  const calls = new Map([[0, [{ bci: 0, callee, argument: { kind: 'number' as const, value: 20_000 } }]]]);
  return rewriteClass(model, new Map(), { probeClass: 'P', calls }).refused[0]?.reason ?? null;
}

/** A class with room for so many constants more. */
function full(room: number): ClassAssembler {
  const assembler = new ClassAssembler('Full', 52);
  for (const text of ['run', '()V', 'Code', 'Full', 'java/lang/Object']) assembler.utf8(text);
  assembler.class('Full');
  assembler.class('java/lang/Object');
  for (let i = 0; assembler.constantCount < 65535 - room; i++) assembler.integer(100000 + i);
  return assembler;
}

function nops(count: number): number[] {
  return [...Array<number>(count - 1).fill(OP.nop), OP.return];
}

test('a method is not pushed over what the JIT compiles', () => {
  const refusal = { kind: 'tooLongForJit', codeBytes: 7970, rewrittenBytes: 8005, limit: 8000 };
  expect(refusalOf(new ClassAssembler('Big', 52), { code: nops(7970) })).toEqual(refusal);
  expect(refusalOf(new ClassAssembler('Big', 52), { code: nops(7965) })).toBeNull();
  expect(refusalOf(new ClassAssembler('Big', 52), { code: nops(8001) })).toBeNull();
});

test('a class initialiser runs once, loops or not: what the JIT compiles is no limit for it', () => {
  const initialiser = { name: '<clinit>', accessFlags: 0x0008 };
  expect(refusalOf(new ClassAssembler('Big', 52), { ...initialiser, code: nops(7970) })).toBeNull();
  const loop = [OP.iconst_0, OP.ifne, ...u2(-1), ...nops(7966)];
  expect(refusalOf(new ClassAssembler('Big', 52), { ...initialiser, code: loop })).toBeNull();
  expect(refusalOf(new ClassAssembler('Big', 52), { code: loop })).toMatchObject({ kind: 'tooLongForJit' });
});

test('a method is not pushed over what a class file holds', () => {
  const refusal = { kind: 'codeTooLong', codeBytes: 65536, limit: 65535 };
  expect(refusalOf(new ClassAssembler('Big', 52), { code: nops(65501) })).toEqual(refusal);
  expect(refusalOf(new ClassAssembler('Big', 52), { code: nops(65500) })).toBeNull();
});

test('a full constant pool refuses the methods that need a constant more', () => {
  const refusal = { kind: 'constantPoolFull', constants: 65530, limit: 65535 };
  expect(refusalOf(full(5), { code: [OP.return] })).toEqual(refusal);
  // P, Class P, entry, (I)LP;, exit, failed, (I)V, missedExits, I, limit, J, and a NameAndType and a reference for each of five;
  // and for the frames: java/lang/Throwable, its Class, StackMapTable
  expect(refusalOf(full(23), { code: [OP.return] })).toMatchObject({ constants: 65512 });
  expect(refusalOf(full(24), { code: [OP.return] })).toBeNull();
  expect(refusalOf(full(24), { code: [OP.return] }, 50000)).toMatchObject({ constants: 65511 });
});

test('local variables are counted', () => {
  const refusal = { kind: 'tooManyLocals', maxLocals: 65536, limit: 65535 };
  const method = { code: [OP.return], maxLocals: 65535 };
  expect(refusalOf(new ClassAssembler('Wide', 49), method)).toEqual(refusal);
  expect(refusalOf(new ClassAssembler('Wide', 49), { ...method, maxLocals: 65534 })).toBeNull();
});

test('an operand stack as deep as can be gets no deeper', () => {
  const refusal = { kind: 'stackTooDeep', maxStack: 65537, limit: 65535 };
  expect(refusalOf(new ClassAssembler('Deep', 52), { code: [OP.return], maxStack: 65535 })).toEqual(refusal);
});

test('exception handlers are counted', () => {
  const handlers = Array(65535).fill({ start: 0, endExclusive: 1, handler: 0, catchType: 0 });
  const refusal = { kind: 'tooManyHandlers', handlers: 65537, limit: 65535 };
  expect(refusalOf(new ClassAssembler('Many', 49), { code: [OP.nop, OP.return], handlers })).toEqual(refusal);
});

test('an if that would need a frame that nothing tells is refused', () => {
  const code = [OP.iconst_0, OP.ifeq, ...u2(32767), OP.return, ...nops(32764)]; // an exit packet makes it too far
  const frames = [5, 32768].map((offset) => ({ kind: 'same' as const, offset }));
  const refusal = { kind: 'jumpTooFar', bci: 1 };
  expect(refusalOf(new ClassAssembler('Far', 52), { code, frames })).toEqual(refusal);
  const withFrame = [{ kind: 'same' as const, offset: 4 }, ...frames];
  expect(refusalOf(new ClassAssembler('Far', 52), { code, frames: withFrame })).toBeNull();
  expect(refusalOf(new ClassAssembler('Far', 49), { code })).toBeNull();
});

test.each<[string, (init: number) => number[], number, string]>([
  ['never calls another', () => [OP.aconst_null, OP.athrow], 0, 'it never does'],
  ['is no stack discipline', () => [OP.pop, OP.return], 0, 'the stack cannot be followed through pop'],
  ['runs off the end', () => [OP.nop], 0, 'the code goes on where no instruction begins'],
  ['jumps to a subroutine first', () => [OP.jsr, 0, 3, OP.return], 0, 'there is a jsr before it'],
  [
    'may return before it',
    (init) => [OP.iconst_0, OP.ifeq, 0, 7, OP.aload_0, OP.invokespecial, ...u2(init), OP.return],
    8,
    'ways before it and behind it meet',
  ],
  [
    'meets with other stacks',
    () => [OP.iconst_0, OP.iconst_0, OP.ifeq, 0, 4, OP.pop, OP.nop, OP.return],
    6,
    'ways with different stacks meet',
  ],
])('a constructor that %s is refused', (_, code, bci, reason) => {
  const assembler = new ClassAssembler('Odd', 52);
  const init = assembler.methodref('java/lang/Object', '<init>', '()V');
  const frames = [{ kind: 'same', offset: 0 }] as const;
  const refusal = refusalOf(assembler, { name: '<init>', accessFlags: 1, code: code(init), frames });
  expect(refusal).toEqual({ kind: 'constructorUnclear', bci, reason });
});

test('a constructor whose types the JVM infers is followed by nobody', () => {
  const code = [OP.aconst_null, OP.athrow];
  expect(refusalOf(new ClassAssembler('Odd', 49), { name: '<init>', accessFlags: 1, code })).toBeNull();
});

test('the object is followed through the stack and the locals', () => {
  const assembler = new ClassAssembler('Moved', 52);
  const init = assembler.methodref('java/lang/Object', '<init>', '()V');
  const code = [
    ...[OP.aload_0, OP.astore_1, OP.aconst_null, OP.aload_1, OP.dup_x1, OP.swap, OP.pop], // this, this
    ...[OP.wide, OP.astore, 0, 5, OP.pop, OP.aload, 5, OP.dup, OP.pop], //                  this
    ...[OP.invokespecial, ...u2(init), OP.return],
  ];
  const method = { name: '<init>', accessFlags: 1, maxStack: 6, maxLocals: 6 };
  expect(refusalOf(assembler, { ...method, code })).toBeNull();
});

test('every refusal is one sentence with the sizes', () => {
  const text = (refusal: RewriteRefusal): string =>
    refusalText('com/acme/Foo', 'run', '(I[Ljava/lang/String;)V', refusal);
  expect(text({ kind: 'codeTooLong', codeBytes: 65812, limit: 65535 })).toBe(
    'Method com.acme.Foo.run(int, String[]) is not measured: with probes its code would be 65,812 bytes, the limit is 65,535. [codeTooLong]',
  );
  expect(text({ kind: 'tooLongForJit', codeBytes: 7990, rewrittenBytes: 8006, limit: 8000 })).toContain(
    'would grow from 7,990 to 8,006 bytes, and the JVM compiles no method over 8,000',
  );
  expect(text({ kind: 'native' })).toContain('it is native and has no bytecode.');
  expect(text({ kind: 'constructorUnclear', bci: 6, reason: 'it never does' })).toContain(
    'where it calls another constructor is not certain (it never does at bytecode 6).',
  );
});

test('a call alone has room where probes have none, and takes no method over a limit either', () => {
  const big = (): ClassAssembler => new ClassAssembler('Big', 52);
  expect(refusalOfCall(big(), { code: nops(7994) })).toBeNull();
  expect(refusalOfCall(big(), { code: nops(7995) })).toEqual({
    ...{ kind: 'tooLongForJit', codeBytes: 7995, rewrittenBytes: 8001, limit: 8000 },
  });
  expect(refusalOfCall(big(), { code: nops(8001) })).toBeNull();
  expect(refusalOfCall(big(), { code: nops(65529) })).toBeNull();
  expect(refusalOfCall(big(), { code: nops(65530) })).toMatchObject({
    kind: 'codeTooLong',
    codeBytes: 65536,
  });
  expect(refusalOfCall(big(), { maxLocals: 65535 })).toBeNull();
  expect(refusalOfCall(big(), { maxStack: 65534 })).toBeNull();
  expect(refusalOfCall(big(), { maxStack: 65535 })).toMatchObject({ kind: 'stackTooDeep', maxStack: 65536 });
  const handlers = Array(65535).fill({ start: 0, endExclusive: 1, handler: 0, catchType: 0 });
  expect(refusalOfCall(new ClassAssembler('Many', 49), { code: [OP.nop, OP.return], handlers })).toBeNull();
});

test('a call alone needs six constants', () => {
  // P, Class P, witness, (I)V, a NameAndType and a reference
  expect(refusalOfCall(full(5), {})).toMatchObject({ kind: 'constantPoolFull' });
  expect(refusalOfCall(full(6), {})).toBeNull();
});
