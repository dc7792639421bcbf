// @module-tag slow
import { expect, test } from 'vitest';
import { OP } from '../classfile/opcodes.ts';
import { opcodeWeightsOf } from '../classfile/opcodeWeights.ts';
import { ClassAssembler, u2, u4 } from '../testing/classFixtures.ts';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { expectSameRun } from '../testing/sameRun.ts';

const PROGRAM = `
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
public class Main {
  enum Op implements IntBinaryOperator {
    ADD("+") { public int applyAsInt(int a, int b) { return a + b; } }, MUL("*") { public int applyAsInt(int a, int b) { return a * b; } };
    final String sign; Op(String sign) { this.sign = sign; }
  }
  record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("x " + x); } Point(int both) { this(both, both); } double length() { return Math.sqrt(x * x + y * y); } }
  sealed interface Shape permits Circle, Square { default String name() { return prefix() + getClass().getSimpleName(); } private String prefix() { return "the "; } static Shape of(int i) { return i % 2 == 0 ? new Circle(i) : new Square(i); } double area(); }
  record Circle(double r) implements Shape { public double area() { return 3 * r * r; } }
  record Square(double a) implements Shape { public double area() { return a * a; } }
  static abstract class Base { final String how; Base(String how) { this.how = how; hook(); } abstract void hook(); }
  static class Derived extends Base {
    int hooks = 10;
    Derived(int x) { super(x > 5 ? new StringBuilder("big").append(x).toString() : x > 2 ? "middle" : pick(x)); hooks++; }
    Derived(boolean fail) { super(fail ? fail("in an argument") : "fine"); }
    Derived(int x, int y) { this(x + y); if (x == y) throw new IllegalStateException("equal"); }
    static String pick(int x) { return switch (x) { case 0 -> "zero"; case 1 -> "one"; default -> "two"; }; }
    static String fail(String why) { throw new UnsupportedOperationException(why); }
    void hook() { hooks++; }
  }
  class Inner { int up() { return counter++; } }
  int counter;
  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  static int loopFirst(int n) { while (n > 0) n -= 3; return n; }
  static synchronized int locked(int n) { return n + 1; }
  int lockedHere(int n) { synchronized (this) { if (n > 2) return n; } synchronized (new Object()) { return -n; } }
  static int nested(int n) {
    try { try { if (n == 0) throw new Exception("zero"); if (n == 1) return 1; if (n == 2) throw new Error("two"); return 10 / (n - 3); } finally { n += 100; } }
    catch (ArithmeticException e) { return -3; } catch (Exception e) { return -1; } finally { if (n == 102) return 2; }
  }
  static int table(int i) { switch (i) { case -1: return 1; case 0: i += 5; case 1: i *= 2; break; case 2: return i; case 3: throw new RuntimeException("three"); default: i--; } return i; }
  static String words(String s) { switch (s) { case "Aa": return "1"; case "BB": return "2"; case "c": return "3"; default: return s + "?"; } }
  static long wide(long a, double b, float c, int[] d, Object... e) { long sum = a; for (int i = 0; i < d.length; i++) { sum += d[i]; if (sum > 1000) break; } return sum + (long) (b * c) + e.length; }
  static <T> T call(Callable<T> c) { try { return c.call(); } catch (Exception e) { return null; } }
  static void overflow(int n) { overflow(n + 1); }
  static int deep;
  static int sum(Object o) { return o instanceof Integer i ? i : o instanceof String s ? s.length() : o instanceof int[] a ? Arrays.stream(a).sum() : 0; }
  static boolean flag(boolean a, boolean b) { return a && b || !a && !b; }
  static { deep = 3; }
  public static void main(String[] args) throws Exception {
    StringBuilder out = new StringBuilder();
    for (Op op : Op.values()) out.append(op.sign).append(op.applyAsInt(3, 4)).append(' ');
    out.append(new Point(3).length()).append(new Point(1, 2)).append(new Point(1, 2).equals(new Point(1, 2))).append('\\n');
    try { new Point(-1, 0); } catch (IllegalArgumentException e) { out.append(e).append('\\n'); }
    for (int i = 0; i < 4; i++) { Shape s = Shape.of(i); out.append(s.name()).append(s.area()).append(' '); }
    for (int i = 0; i < 8; i++) { Derived d = new Derived(i); out.append(d.how).append(d.hooks).append(' '); }
    try { new Derived(true); } catch (UnsupportedOperationException e) { out.append(e).append('\\n'); }
    try { new Derived(2, 2); } catch (IllegalStateException e) { out.append(e).append(new Derived(1, 2).how).append('\\n'); }
    Main main = new Main(); Inner inner = main.new Inner(); inner.up(); inner.up();
    out.append(main.counter).append(' ').append(fib(12)).append(' ').append(loopFirst(10)).append(locked(1)).append(main.lockedHere(2)).append(main.lockedHere(3)).append('\\n');
    for (int i = 0; i < 6; i++) { try { out.append(nested(i)).append(' '); } catch (Throwable t) { out.append(t).append(' '); } }
    for (int i = -2; i < 5; i++) { try { out.append(table(i)).append(' '); } catch (RuntimeException t) { out.append(t.getMessage()).append(' '); } }
    for (String s : "Aa BB c d".split(" ")) out.append(words(s)).append(' ');
    out.append(wide(1L << 40, 2.5, 3f, new int[] {1, 2, 3}, "x", 'y')).append(' ').append(wide(5, 1, 1, new int[] {999, 5, 7})).append('\\n');
    out.append(Main.<Object>call(() -> "lambda")).append(Main.<Object>call(() -> { throw new Exception(); })).append(' ');
    Supplier<List<Integer>> list = ArrayList::new; List<Integer> numbers = list.get(); for (int i = 9; i > 0; i--) numbers.add(i * 7 % 10);
    numbers.sort(Comparator.comparing((Integer i) -> -i).thenComparing(Comparator.naturalOrder())); out.append(numbers).append(sum("abc")).append(sum(7)).append(sum(new int[] {4, 5})).append(flag(true, false)).append('\\n');
    Runnable anonymous = new Runnable() { int runs; public void run() { out.append(++runs); } }; anonymous.run(); anonymous.run();
    try { new Main().getClass().getDeclaredMethod("table", int.class).invoke(null, 3); } catch (java.lang.reflect.InvocationTargetException e) { StackTraceElement at = e.getCause().getStackTrace()[0]; out.append(at.getMethodName()).append(at.getLineNumber() > 0); }
    System.out.println(out); System.out.println(deep);
    throw new IllegalStateException("the end");
  }
}`;

/** Constructors that do something before they call another (JEP 513, final in 25). */
const FLEXIBLE = `
public class Flexible {
  final int a; final String b;
  Flexible(int x) { if (x < 0) throw new IllegalArgumentException("negative"); int y = 0; for (int i = 0; i < x; i++) y += i; a = y; super(); b = "b" + a; }
  Flexible(String s) { int n; try { n = Integer.parseInt(s); } catch (NumberFormatException e) { n = switch (s) { case "one" -> 1; case "two" -> 2; default -> throw e; }; } this(n); }
  public static void main(String[] args) {
    for (String s : "7 one two x -1".split(" ")) { try { System.out.println(new Flexible(s).b); } catch (IllegalArgumentException e) { System.out.println(e); } }
  }
}`;

const jdks = findJdks();
const program = compileJava({ 'Main.java': PROGRAM }, ['-g']);

test.each(jdks)('a program with probes everywhere does the same, on JDK $major', (jdk) => {
  const output = expectSameRun(program, 'Main', jdk);
  expect(output).toContain('threw java.lang.IllegalStateException: the end');
});

test.each(jdks)('and so it does where its methods count their bytecodes, on JDK $major', (jdk) => {
  const told = [false, true].map((isTimed) => {
    const output = expectSameRun(program, 'Main', jdk, { counts: ['bytecodes'], isTimed });
    expect(output).toContain('threw java.lang.IllegalStateException: the end');
    return output.match(/^entries told [1-9]\d{3,} bytecodes$/m)?.[0];
  });
  expect(told[1]).toBe(told[0]);
});

test.each(jdks)('whole blocks are too many by no more than is told, on JDK $major', (jdk) => {
  const [precise, fast] = [false, true].map((countsWholeBlocks) =>
    toldIn(expectSameRun(program, 'Main', jdk, { counts: ['bytecodes'], countsWholeBlocks })),
  );
  expect(precise.doubted).toBe(0);
  expect(fast.executed).toBeGreaterThan(precise.executed);
  expect(fast.executed - fast.doubted).toBeLessThanOrEqual(precise.executed);
});

/** More in one run, and in one method, than a counter holds where each weighs most. */
const HEAVY = `
public class Main {
  static int straight(int x) { ${'x = x * 3 + 1; '.repeat(1_000)} return x; }
  static int looped(int x) { for (int i = 0; i < 9; i++) { ${'x = x * 5 + i; '.repeat(900)} } return x; }
  public static void main(String[] args) { System.out.println(straight(1) + looped(2)); }
}`;

test.each([
  ['with all shapes', () => program],
  ['with much code in a row', () => compileJava({ 'Main.java': HEAVY })],
])('a program %s counts 255 times as much where each bytecode weighs 255', (_, classesOf) => {
  const classes = classesOf();
  const weights = opcodeWeightsOf(['*=255']);
  for (const isTimed of [false, true]) {
    const [once, weighted] = [null, weights].map((each) =>
      toldIn(expectSameRun(classes, 'Main', jdks[0], { counts: ['bytecodes'], weights: each, isTimed })),
    );
    expect(once.executed).toBeGreaterThan(1_000);
    expect(weighted.executed).toBe(255 * once.executed);
  }
});

test('what weighs nothing is not counted', () => {
  const weights = opcodeWeightsOf(['*=0']);
  const told = toldIn(expectSameRun(program, 'Main', jdks[0], { counts: ['bytecodes'], weights }));
  expect(told.executed).toBe(0);
});

const EXITS = `
public class Main {
  static class Part { final int n; Part(int n) { this.n = n / 2; } }
  static int step(int n) { return n == 0 ? 0 : n > 5 ? step(n - 2) + 1 : step(n - 1) + new int[] {n}.length; }
  static int caught(int n) { try { return 7 / n; } catch (ArithmeticException e) { return new Part(n).n; } finally { step(n); } }
  static synchronized int failed(int n) { return 7 / n; }
  public static void main(String[] args) {
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += step(i) + caught(i % 3);
    try { failed(0); } catch (ArithmeticException e) { sum++; }
    System.out.println(sum);
  }
}`;

test('exits tell bytecodes in their own word: no more words than without', () => {
  const classes = compileJava({ 'Main.java': EXITS }, ['--release', '8']);
  const output = expectSameRun(classes, 'Main', jdks[0], { counts: ['bytecodes'] });
  expect(toldIn(output)).toMatchObject({ words: 0, doubted: 0 });
  expect(toldIn(output).executed).toBeGreaterThan(200);
});

function toldIn(output: string): { executed: number; words: number; doubted: number } {
  const [, executed] = /^entries told (\d+) bytecodes$/m.exec(output) ?? [];
  const [, words, doubted] = /^entries told (\d+) words besides, (\d+) in doubt$/m.exec(output) ?? [];
  return { executed: Number(executed), words: Number(words), doubted: Number(doubted) };
}

test.runIf(jdks.some(({ major }) => major >= 25))(
  'constructors with code before super(...) do the same',
  () => {
    const jdk = jdks.find(({ major }) => major >= 25)!;
    const output = expectSameRun(compileJava({ 'Flexible.java': FLEXIBLE }, ['-g'], jdk), 'Flexible', jdk);
    expect(output).toContain('b21');
  },
);

test('a class of Java 1.4 with jsr and ret does the same', () => {
  const assembler = new ClassAssembler('Old', 48);
  const out = assembler.fieldref('java/lang/System', 'out', 'Ljava/io/PrintStream;');
  const println = assembler.methodref('java/io/PrintStream', 'println', '(I)V');
  const divide = assembler.methodref('Old', 'divide', '(II)I');
  assembler.method({
    name: 'divide', // int divide(int a, int b) { try { return a / b; } finally { println(b); } }
    descriptor: '(II)I',
    maxStack: 2,
    maxLocals: 5,
    code: [
      ...[OP.iload_0, OP.iload_1, OP.idiv, OP.istore_2], //                0
      ...[OP.jsr, ...u2(15 - 4), OP.iload_2, OP.ireturn], //               4
      ...[OP.astore_3, OP.jsr, ...u2(15 - 10), OP.aload_3, OP.athrow], //  9
      ...[OP.astore, 4, OP.getstatic, ...u2(out), OP.iload_1], //         15
      ...[OP.invokevirtual, ...u2(println), OP.ret, 4], //                21
    ],
    handlers: [{ start: 0, endExclusive: 7, handler: 9, catchType: 0 }],
  });
  assembler.method({
    name: 'main',
    descriptor: '([Ljava/lang/String;)V',
    maxStack: 3,
    maxLocals: 1,
    code: [
      ...[OP.getstatic, ...u2(out), OP.bipush, 42, OP.bipush, 6, OP.invokestatic, ...u2(divide)],
      ...[OP.invokevirtual, ...u2(println)],
      ...[OP.iconst_1, OP.iconst_0, OP.invokestatic, ...u2(divide), OP.pop, OP.return],
    ],
  });
  const output = expectSameRun(new Map([['Old', assembler.toBytes()]]), 'Old', jdks[0]);
  expect(output.split('\n').slice(0, 3)).toEqual(['6', '7', '0']);
  expect(output).toContain('threw java.lang.ArithmeticException: / by zero');
});

test.each([49, 50, 52])('a jump that grows beyond 32 kB is widened, in version %i', (majorVersion) => {
  // if (i == 0) goto far; while (true) { 32,7xx bytes, with returns in between }; far: return i + 7
  const assembler = new ClassAssembler('Far', majorVersion);
  const run = assembler.methodref('Far', 'run', '(I)I');
  const out = assembler.fieldref('java/lang/System', 'out', 'Ljava/io/PrintStream;');
  const println = assembler.methodref('java/io/PrintStream', 'println', '(I)V');
  const code: number[] = [OP.iload_0, OP.ifeq, 0, 0];
  const frames: number[] = [4];
  for (let i = 0; i < 40; i++) {
    code.push(
      OP.iinc,
      0,
      1,
      OP.iload_0,
      OP.sipush,
      ...u2(4000),
      OP.if_icmplt,
      ...u2(5),
      OP.iload_0,
      OP.ireturn,
    );
    frames.push(code.length);
  }
  while (code.length < 32_765) code.push(OP.nop);
  code.push(OP.goto, ...u2(4 - code.length));
  const far = code.length;
  code.splice(2, 2, ...u2(far - 1));
  frames.push(far);
  code.push(OP.iload_0, OP.bipush, 7, OP.iadd, OP.ireturn);
  const isFramed = majorVersion >= 51;
  assembler.method({
    name: 'run',
    descriptor: '(I)I',
    maxStack: 2,
    maxLocals: 1,
    code,
    ...(isFramed && { frames: frames.map((offset) => ({ kind: 'same' as const, offset })) }),
  });
  assembler.method({
    name: 'main',
    descriptor: '([Ljava/lang/String;)V',
    maxStack: 2,
    maxLocals: 1,
    code: [OP.iconst_0, OP.iconst_5]
      .flatMap((push) => [
        ...[OP.getstatic, ...u2(out), push, OP.invokestatic, ...u2(run), OP.invokevirtual, ...u2(println)],
      ])
      .concat(OP.return),
  });
  const output = expectSameRun(new Map([['Far', assembler.toBytes()]]), 'Far', jdks[0]);
  expect(output.split('\n').slice(0, 2)).toEqual(['7', '4000']);
});

test('switches are padded anew wherever they go', () => {
  const assembler = new ClassAssembler('Switches', 49);
  const names: number[] = [];
  for (let nops = 0; nops < 4; nops++) {
    const padding = (bci: number): number[] => Array<number>(3 - (bci & 3)).fill(0);
    const table = nops + 1;
    const code: number[] = [...Array<number>(nops).fill(OP.nop), OP.iload_0];
    code.push(OP.tableswitch, ...padding(table));
    const lookup = code.length + 12 + 8;
    const end = lookup + 1 + 1 + (3 - ((lookup + 1) & 3)) + 8 + 16;
    code.push(...u4(lookup - table), ...u4(1), ...u4(2), ...u4(end - table), ...u4(end + 2 - table));
    code.push(OP.iload_0, OP.lookupswitch, ...padding(lookup + 1));
    code.push(
      ...u4(end + 4 - lookup - 1),
      ...u4(2),
      ...u4(-5),
      ...u4(end - lookup - 1),
      ...u4(700),
      ...u4(end + 2 - lookup - 1),
    );
    code.push(OP.iconst_1, OP.ireturn, OP.iconst_2, OP.ireturn, OP.iconst_3, OP.ireturn);
    assembler.method({ name: `run${nops}`, descriptor: '(I)I', maxStack: 1, maxLocals: 1, code });
    names.push(assembler.methodref('Switches', `run${nops}`, '(I)I'));
  }
  const out = assembler.fieldref('java/lang/System', 'out', 'Ljava/io/PrintStream;');
  const print = assembler.methodref('java/io/PrintStream', 'print', '(I)V');
  const code = names.flatMap((name) =>
    [1, 2, 700, -5, 9].flatMap((value) => [
      ...[
        OP.getstatic,
        ...u2(out),
        OP.sipush,
        ...u2(value),
        OP.invokestatic,
        ...u2(name),
        OP.invokevirtual,
        ...u2(print),
      ],
    ]),
  );
  assembler.method({
    name: 'main',
    descriptor: '([Ljava/lang/String;)V',
    maxStack: 2,
    maxLocals: 1,
    code: [...code, OP.return],
  });
  const output = expectSameRun(new Map([['Switches', assembler.toBytes()]]), 'Switches', jdks[0]);
  expect(output).toContain('12213'.repeat(4));
});
