import { describe, expect, it } from 'vitest';
import { readClass } from '../classfile/classReader.ts';
import { OP } from '../classfile/opcodes.ts';
import { ClassAssembler, u2 } from '../testing/classFixtures.ts';
import { compileJava } from '../testing/compileJava.ts';
import { trivialityOf } from './trivialMethod.ts';

const SOURCE = `
  interface Defaults { int LIMIT = Integer.parseInt("7"); default int limit() { return LIMIT; } default int one() { return 1; } }
  class Base { int inherited; static int shared = 1; int code() { return 1; } Base() { } Base(int i) { code(); } }
  class Other { int field; }
  class Sample extends Base implements Defaults {
    static final Sample ONLY = new Sample(); static int count; final Object lock = "x";
    int value; long wide; Sample next; int[] numbers; Other other; volatile boolean flag; String text;
    Sample() { super(); }
    static void nothing() { }
    static String constant() { return "text"; }
    static double number() { return 2.5; }
    static Sample only() { return ONLY; }
    static int add(int a, int b) { return a * 31 + b; }
    static boolean both(boolean a, boolean b) { return a && b; }
    int get() { return value; }
    void set(int v) { value = v; }
    void setWide(long w) { this.wide = w; }
    void setFlag() { flag = true; }
    int getInherited() { return inherited; }
    Sample fluent(int v) { value = v; return this; }
    boolean isEmpty() { return value == 0; }
    int nextValue() { return next.value; }
    int at(int i) { return numbers[i]; }
    void put(int i) { numbers[i] = i; }
    int half(int i) { return value / i; }
    int reassigned(Sample s) { value++; return value; }
    int limitOfInterface() { return LIMIT; }
    static int sharedOfBase() { return shared; }
    int staticFromObject() { return count; }
    static int staticOfOther() { return Base.shared; }
    int ofOther() { return other.field; }
    int call() { return code(); }
    Object make() { return new Object(); }
    int[] array() { return new int[3]; }
    Class<?> type() { return Sample.class; }
    boolean test(Object o) { return o instanceof Sample; }
    String cast(Object o) { return (String) o; }
    synchronized int locked() { return value; }
    int lockedHere() { synchronized (lock) { return value; } }
    int loop(int n) { while (n > 0) n--; return n; }
    void fail(RuntimeException e) { throw e; }
    int caught() { try { return value; } catch (RuntimeException e) { return 0; } }
    static int choose(int i) { switch (i) { case 1: return 5; default: return 6; } }
    static long polynomial(long x) { return x * x * x * x * x + x * x * x + x * x + x * x + x; }
    Runnable lambda() { return () -> { }; }
    native int outside();
  }
  class Plain { int a; long b; Plain(int a, long b) { this.a = a; this.b = b; } Plain() { this(1, 2); } }
  class Empty { }
  record Point(int x, int y) { }
  enum Level { LOW }`;

const files = compileJava({ 'Sample.java': SOURCE });

function of(className: string): Record<string, string> {
  const model = readClass(files.get(className)!);
  return Object.fromEntries(
    model.methods.map((method) => [
      method.name + (method.name === '<init>' ? method.descriptor : ''),
      trivialityOf(model, method),
    ]),
  );
}

const sample = of('Sample');

describe('a trivial method', () => {
  it.each([
    ...['nothing', 'constant', 'number', 'only', 'add', 'get', 'set', 'setWide', 'setFlag', 'getInherited'],
    'fluent',
  ])('%s never throws', (name) => {
    expect(sample[name]).toBe('neverThrows');
  });

  it.each([...['both', 'isEmpty', 'nextValue', 'at', 'put', 'half', 'reassigned', 'staticFromObject']])(
    '%s may throw, as far as is looked at',
    (name) => {
      expect(sample[name]).toBe('mayThrow');
    },
  );

  it.each([
    ...['call', 'make', 'array', 'type', 'test', 'cast', 'ofOther', 'locked', 'lockedHere', 'loop', 'fail'],
    ...['caught', 'choose', 'polynomial', 'lambda', 'outside', '<clinit>'],
    ...['limitOfInterface', 'sharedOfBase', 'staticOfOther'], // it may initialise another class
  ])('is not %s', (name) => {
    expect(sample[name]).toBe('no');
  });

  it('can be a constructor that calls that of Object only', () => {
    expect(of('Plain')).toEqual({ '<init>(IJ)V': 'neverThrows', '<init>()V': 'no' });
    expect(of('Empty')).toEqual({ '<init>()V': 'neverThrows' });
    expect(sample['<init>()V']).toBe('no');
    expect(of('Base')).toMatchObject({ '<init>()V': 'neverThrows', '<init>(I)V': 'no' });
  });

  it('can be one of an interface, an accessor of a record, the access to the values of an enum not', () => {
    expect(of('Defaults')).toEqual({ limit: 'mayThrow', one: 'neverThrows', '<clinit>': 'no' });
    expect(of('Point')).toMatchObject({ x: 'neverThrows', y: 'neverThrows', toString: 'no' });
    expect(of('Level')).toMatchObject({ values: 'no', valueOf: 'no' });
  });

  it('is not sure of its receiver where something else may stand in variable 0, or be jumped to', () => {
    const assembler = new ClassAssembler('Odd', 49);
    const field = assembler.fieldref('Odd', 'f', 'I');
    const getF = [OP.aload_0, OP.getfield, ...u2(field), OP.ireturn];
    const add = (name: string, code: readonly number[]): void =>
      void assembler.method({
        name,
        descriptor: '(LOdd;)I',
        accessFlags: 1,
        maxStack: 1,
        maxLocals: 2,
        code,
      });
    add('get', getF);
    add('replaced', [OP.aload_1, OP.astore_0, ...getF]);
    add('replacedWide', [OP.aload_1, OP.wide, OP.astore, ...u2(0), ...getF]);
    add('backward', [OP.nop, OP.goto, ...u2(-1)]);
    add('long', [...new Array<number>(20).fill(OP.nop), ...getF]);
    const model = readClass(assembler.toBytes());
    expect(model.methods.map((method) => trivialityOf(model, method))).toEqual([
      'neverThrows',
      'mayThrow',
      'mayThrow',
      'no',
      'no',
    ]);
  });
});
