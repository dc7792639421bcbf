/** Sizes and shapes at the edges of what a class file can be, run by a JVM with probes everywhere. */
import { describe, expect, test } from 'vitest';
import { ACC } from '../classfile/accessFlags.ts';
import { OP } from '../classfile/opcodes.ts';
import { ClassAssembler, u2, u4 } from '../testing/classFixtures.ts';
import { compileJava, findJdks, type Jdk } from '../testing/compileJava.ts';
import { expectSameRun, type Counting } from '../testing/sameRun.ts';

const jdks = findJdks();

/** Compiled for the oldest JDK, run on each. */
function runSource(source: string, jdk: Jdk): string {
  return expectSameRun(compileJava({ 'Shape.java': source }), 'Shape', jdk);
}

/** A class whose main prints what `static int run(int)` gives for each argument. */
class RunFixture {
  readonly assembler: ClassAssembler;

  constructor(
    majorVersion: number,
    readonly counting: Counting = {},
  ) {
    this.assembler = new ClassAssembler('Shape', majorVersion);
  }

  run(code: Iterable<number>, maxLocals = 2): this {
    this.assembler.method({ name: 'run', descriptor: '(I)I', maxStack: 2, maxLocals, code });
    return this;
  }

  /** @returns the lines printed, for arguments -1 .. 5 */
  output(jdk: Jdk, ...args: readonly number[]): string[] {
    const out = this.assembler.fieldref('java/lang/System', 'out', 'Ljava/io/PrintStream;');
    const println = this.assembler.methodref('java/io/PrintStream', 'println', '(I)V');
    const run = this.assembler.methodref('Shape', 'run', '(I)I');
    const code = args.flatMap((argument) => [
      ...[OP.getstatic, ...u2(out), OP.iconst_0 + argument, OP.invokestatic, ...u2(run)],
      ...[OP.invokevirtual, ...u2(println)],
    ]);
    const main = { name: 'main', descriptor: '([Ljava/lang/String;)V', maxStack: 2, maxLocals: 1 };
    this.assembler.method({ ...main, code: [...code, OP.return] });
    const classes = new Map([['Shape', this.assembler.toBytes()]]);
    return expectSameRun(classes, 'Shape', jdk, this.counting).split('\n\nentries')[0].split('\n');
  }
}

function nops(count: number): number[] {
  return Array<number>(count).fill(OP.nop);
}

describe.each(jdks)('on JDK $major', { tags: 'slow' }, (jdk) => {
  test('a method of nearly 64 KB runs', () => {
    const code = [OP.iload_0, OP.iconst_1, OP.iadd, ...nops(65_400), OP.ireturn];
    expect(new RunFixture(52).run(code).output(jdk, 4)).toEqual(['5']);
  });

  test('switches of thousands of cases go where they went', () => {
    const cases = (count: number, value: (i: number) => number): string =>
      Array.from({ length: count }, (_, i) => `case ${value(i)}: n += ${i % 100}; break;`).join('\n');
    const source = `public class Shape {
      static int table(int i) { int n = 0; switch (i) { ${cases(2000, (i) => i - 7)} default: return -1; } return n; }
      static int lookup(int i) { int n = 0; switch (i) { ${cases(1500, (i) => i * i * 31)} default: return -1; } return n; }
      public static void main(String[] args) {
        long sum = 0;
        for (int i = -10; i < 2000; i++) sum = sum * 31 + table(i);
        for (int i = 0; i < 1501; i++) sum = sum * 31 + lookup(i * i * 31) + lookup(i);
        System.out.println(sum + " " + table(1992) + " " + table(1993) + " " + lookup(1499 * 1499 * 31));
      }
    }`;
    expect(runSource(source, jdk)).toContain(' 99 -1 99\n');
  });

  test('a subroutine more than 32 kB away is called by jsr_w', () => {
    // jsr far; 60 times (iload_0; ireturn), each of which gets an exit; far: iinc; ret
    const code: number[] = [OP.jsr, 0, 0];
    for (let i = 0; i < 60; i++) code.push(OP.iload_0, OP.ireturn);
    code.push(...nops(32_760 - code.length));
    code.splice(1, 2, ...u2(code.length));
    code.push(OP.astore_1, OP.wide, OP.iinc, ...u2(0), ...u2(1000), OP.ret, 1);
    expect(new RunFixture(48).run(code).output(jdk, 5)).toEqual(['1005']);
  });

  test('goto_w, jsr_w and wide instructions that are there already stay', () => {
    const code = [
      ...[OP.goto_w, ...u4(7)], //                        0
      ...[OP.iload_0, OP.ireturn], //                     5
      ...[OP.jsr_w, ...u4(17 - 7)], //                    7
      ...[OP.goto_w, ...u4(5 - 12)], //                  12
      ...[OP.wide, OP.astore, ...u2(300)], //            17
      ...[OP.wide, OP.iinc, ...u2(0), ...u2(-300)], //   21
      ...[OP.wide, OP.ret, ...u2(300)], //               27
    ];
    expect(new RunFixture(48).run(code, 301).output(jdk, 5)).toEqual(['-295']);
  });

  test('the probe is in a variable beyond 255, loops and handlers around it', () => {
    const locals = Array.from({ length: 150 }, (_, i) => `long v${i} = n + ${i};`).join(' ');
    const sum = Array.from({ length: 150 }, (_, i) => `v${i}`).join(' + ');
    const source = `public class Shape {
      static long run(int n) {
        ${locals} long sum = 0;
        for (int i = 0; i < n; i++) { try { sum += i % 2 == 0 ? ${sum} : 1 / (i - 3); } catch (ArithmeticException e) { sum++; } finally { v7++; } }
        return sum;
      }
      public static void main(String[] args) { System.out.println(run(5)); }
    }`;
    expect(runSource(source, jdk)).toMatch(/^35\d{3}$/m);
  });

  test.each<Counting>([{}, { counts: ['bytecodes'] }, { counts: ['bytecodes'], gated: true }])(
    'a constructor whose super() is jumped over by what throws before it: %j',
    (counting) => {
      // Groovy's, which chooses among the constructors of its superclass by a switch.
      const fixture = new RunFixture(52, counting);
      const { assembler } = fixture;
      const shape = assembler.class('Shape');
      const error = assembler.class('java/lang/Error');
      const initShape = u2(assembler.methodref('Shape', '<init>', '(I)V'));
      const initObject = u2(assembler.methodref('java/lang/Object', '<init>', '()V'));
      const initError = u2(assembler.methodref('java/lang/Error', '<init>', '()V'));
      const code = [
        ...[OP.iload_1, OP.ifne, ...u2(10)], //              0, 1
        ...[OP.aload_0, OP.invokespecial, ...initObject], // 4, 5
        ...[OP.goto, ...u2(11)], //                          8
        ...[OP.new, ...u2(error), OP.dup], //               11: the object is not initialised
        ...[OP.invokespecial, ...initError, OP.athrow], //  15
        OP.return, //                                       19: here it is
      ];
      const init = { name: '<init>', descriptor: '(I)V', accessFlags: ACC.public, maxStack: 2, maxLocals: 2 };
      const int = { kind: 'integer' } as const;
      assembler.method({
        ...{ ...init, code },
        frames: [
          { kind: 'full', offset: 11, locals: [{ kind: 'uninitializedThis' }, int], stack: [] },
          { kind: 'full', offset: 19, locals: [{ kind: 'object', classIndex: shape }, int], stack: [] },
        ],
      });
      const made = [OP.new, ...u2(shape), OP.iload_0, OP.invokespecial, ...initShape, OP.iload_0, OP.ireturn];
      fixture.assembler.method({
        ...{ name: 'run', descriptor: '(I)I', maxStack: 2, maxLocals: 1 },
        code: [...made, OP.pop, OP.bipush, 77, OP.ireturn],
        handlers: [{ start: 0, endExclusive: made.length, handler: made.length, catchType: error }],
        frames: [
          {
            kind: 'full',
            offset: made.length,
            locals: [int],
            stack: [{ kind: 'object', classIndex: error }],
          },
        ],
      });
      expect(fixture.output(jdk, 0, 1)).toEqual(['0', '77']);
    },
  );

  test('nestmates reach each other’s private members, hidden ones too', () => {
    const source = `import java.lang.invoke.*;
    public class Shape {
      private int secret = 1;
      private static class Mate { private int own = 10; private Mate() { } private int add(Shape s) { own += s.secret; return s.bump(own); } }
      private int bump(int by) { return secret += by; }
      private interface Face { private int two() { return 2; } private static int three() { return 3; } }
      static class Hidden implements Runnable {
        private final Object other; private int calls; // what a hidden class declares cannot name it
        public Hidden() { this(null); }
        private Hidden(Object other) { this.other = other; }
        private int up(int by) { for (int i = 0; i < by; i++) { Hidden next = i == 1 ? this : new Hidden(this); if (next.other == this) calls += next.secretOf(new Shape()); } return calls; }
        private int secretOf(Shape s) { try { return s.secret + s.bump(2); } finally { calls++; } }
        public void run() { System.out.println("hidden " + getClass().isHidden() + " " + up(4)); }
      }
      public static void main(String[] args) throws Throwable {
        Shape shape = new Shape();
        System.out.println(new Mate().add(shape) + " " + shape.secret + " " + ((Face) new Face() { }).two() + Face.three());
        byte[] bytes = Shape.class.getResourceAsStream("Shape$Hidden.class").readAllBytes();
        MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE);
        ((Runnable) hidden.lookupClass().getDeclaredConstructor().newInstance()).run();
        new Hidden().run();
      }
    }`;
    const output = runSource(source, jdk);
    expect(output).toContain('12 12 23\nhidden true 12\nhidden false 12\n');
  });

  test('constants computed by a bootstrap method are loaded, and computed once', () => {
    const fixture = new RunFixture(55);
    const { assembler } = fixture;
    const lookup = 'Ljava/lang/invoke/MethodHandles$Lookup;';
    const out = assembler.fieldref('java/lang/System', 'out', 'Ljava/io/PrintStream;');
    const println = assembler.methodref('java/io/PrintStream', 'println', '(I)V');
    const boot = [
      OP.getstatic,
      ...u2(out),
      OP.bipush,
      77,
      OP.invokevirtual,
      ...u2(println),
      OP.bipush,
      40,
      OP.ireturn,
    ];
    const descriptor = `(${lookup}Ljava/lang/String;Ljava/lang/Class;)I`;
    const bootstrap = assembler.methodref('Shape', 'boot', descriptor);
    assembler.method({ name: 'boot', descriptor, maxStack: 2, maxLocals: 3, code: boot });
    const constant = assembler.dynamic(bootstrap, 'forty', 'I');
    fixture.run([OP.ldc_w, ...u2(constant), OP.iload_0, OP.iadd, OP.ireturn]);
    expect(fixture.output(jdk, 2, 3)).toEqual(['77', '42', '43']);
  });
});
