// @module-tag slow
import { expect, test } from 'vitest';
import type { RegionId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { ClassAssembler, u2 } from '../testing/classFixtures.ts';
import { compileJava, findJdks, runJava, type Jdk } from '../testing/compileJava.ts';
import { OP } from '../classfile/opcodes.ts';
import type { LineRange } from '../base/lineRange.ts';
import { rewriteRegions, type RegionTarget } from './rewriteRegions.ts';

/** Runs main, then tells the passes per region, and what is open: an enter without its leave. */
const REGION = `package probe;
public class Region {
  public static int missedPasses; static long now; static int open; static int[] passes = new int[100];
  public static long enter(long start) { if (start != 0) return start; open++; return ++now; }
  public static long leave(long start, int id) { if (start == 0) return 0; open--; passes[id]++; return 0; }
  public static void main(String[] args) throws Exception {
    Class.forName("Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    for (int id = 0; id < passes.length; id++) if (passes[id] > 0) System.out.println("region " + id + ": " + passes[id]);
    System.out.println("open " + open);
  }
}`;
const checker = compileJava({ 'probe/Region.java': REGION }, ['--release', '8']);
const jdks = findJdks();

interface Case {
  readonly name: string;
  /** A method run(int n); the lines from one with \`// in\` at its end to the last such are the region. */
  readonly source: string;
  /** What main does: calls of run, each result printed. */
  readonly calls: readonly number[];
  readonly passes: number;
}

const CASES: readonly Case[] = [
  {
    name: 'the body of a loop: one for each turn',
    source: `static int run(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        sum += i; // in
        sum *= 3; // in
      }
      return sum;
    }`,
    calls: [0, 1, 5],
    passes: 6,
  },
  {
    name: 'a whole loop: one, also without a turn',
    source: `static int run(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) { // in
        sum += i; // in
      } // in
      return sum;
    }`,
    calls: [0, 1, 5],
    passes: 3,
  },
  {
    name: 'the head of a loop: one for each test and one for each step that is not followed by a test',
    source: `static int run(int n) {
      int sum = 0;
      while (n-- > 0) // in
        sum += n;
      return sum;
    }`,
    calls: [3],
    passes: 4,
  },
  {
    name: 'all of a method whose first instruction is jumped to',
    source: `static int run(int n) {
      while (n > 0) n -= 3; // in
      return n; // in
    }`,
    calls: [7, 0],
    passes: 2,
  },
  {
    name: 'a return inside',
    source: `static int run(int n) {
      n += 1;
      if (n > 3) return n; // in
      return -n;
    }`,
    calls: [1, 5, 7],
    passes: 3,
  },
  {
    name: 'continue and break, also to a label',
    source: `static int run(int n) {
      int sum = 0;
      outer: for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          if (j == 2) continue outer; // in
          if (i == 3) break outer; // in
          if (j == i) continue; // in
          sum += 1; // in
        }
        sum += 100;
      }
      return sum;
    }`,
    calls: [5, 1],
    passes: 11,
  },
  {
    name: 'an exception that leaves the method',
    source: `static int run(int n) {
      int x = 1;
      x = 10 / n; // in
      return x;
    }`,
    calls: [0, 2, 0],
    passes: 3,
  },
  {
    name: 'an exception that is caught outside, and finally',
    source: `static int run(int n) {
      int x = 1;
      try {
        x += 10 / n; // in
        x += 1; // in
      } catch (ArithmeticException e) {
        x = -1;
      } finally {
        x *= 2;
      }
      return x;
    }`,
    calls: [0, 2],
    passes: 2,
  },
  {
    name: 'an exception that is caught inside',
    source: `static int run(int n) {
      int x = 1;
      try { // in
        x += 10 / n; // in
      } catch (ArithmeticException e) { // in
        x = -1; // in
      } // in
      return x;
    }`,
    calls: [0, 2],
    passes: 2,
  },
  {
    name: 'a handler alone, that is come into by exceptions only',
    source: `static int run(int n) {
      int x = 1;
      try {
        x += 10 / n;
      } catch (ArithmeticException e) {
        x = -1; // in
      }
      return x;
    }`,
    calls: [0, 2, 0],
    passes: 2,
  },
  {
    name: 'a finally, of which the compiler makes several copies',
    source: `static int run(int n) {
      int x = 1;
      try {
        if (n == 1) return 7;
        x += 10 / n;
      } finally {
        count++; // in
      }
      return x;
    }
    static int count;`,
    calls: [0, 1, 2],
    passes: 3,
  },
  {
    name: 'some cases of a switch, with falling into them and out of them',
    source: `static int run(int n) {
      int x = 0;
      switch (n) {
        case 1: x += 1;
        case 2: x += 2; // in
        case 3: x += 3; break; // in
        case 4: x += 4;
        default: x += 5;
      }
      return x;
    }`,
    calls: [1, 2, 3, 4, 5],
    passes: 3,
  },
  {
    name: 'a switch as a whole',
    source: `static int run(int n) {
      int x = 0;
      switch (n) { // in
        case 10: x += 1; break; // in
        case 20: return 5; // in
        case 30: throw new RuntimeException(); // in
        default: x += 5; // in
      } // in
      return x;
    }`,
    calls: [10, 20, 30, 40],
    passes: 4,
  },
  {
    name: 'synchronized blocks around each other, left by an exception and by a return',
    source: `static int run(int n) {
      Object a = new Object(), b = new Object();
      synchronized (a) {
        synchronized (b) { // in
          if (n == 1) return 1; // in
          n = 10 / n; // in
        } // in
        n += 1;
      }
      if (Thread.holdsLock(a) || Thread.holdsLock(b)) throw new Error("locked");
      return n;
    }`,
    calls: [0, 1, 2],
    passes: 3,
  },
  {
    name: 'the middle of an expression, with operands and a new object on the stack',
    source: `static int run(int n) {
      return n + new StringBuilder(
        n > 1 ? "many" : "few" // in
      ).append(n)
      .length() * (n == 3
        ? twice(n) // in
        : 1);
    }
    static int twice(int n) { return n * 2; }`,
    calls: [1, 3],
    passes: 2, // the region is from the first of its lines to the last
  },
  {
    name: 'a new that is reached by a jump',
    source: `static int run(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++)
        sum += new StringBuilder(i > 1 ? "much" : "few").append(i).length(); // in
      return sum;
    }`,
    calls: [4],
    passes: 4,
  },
  {
    name: 'a recursion: each activation has passes of its own',
    source: `static int run(int n) {
      if (n < 2) return n;
      int x = run(n - 1) + run(n - 2); // in
      return x;
    }`,
    calls: [6],
    passes: 12, // calls of run with n >= 2, as fib(6) makes
  },
  {
    name: 'a do loop around everything',
    source: `static int run(int n) {
      do { // in
        n--; // in
        if (n == 5) throw new IllegalStateException(); // in
      } while (n > 0); // in
      return n;
    }`,
    calls: [0, 3, 9],
    passes: 3,
  },
  {
    name: 'constructors: what comes behind super(...)',
    source: `static int run(int n) { return new Case(n).x; }
    int x = 1;
    Case(int n) {
      super();
      if (n > 2) { // in
        x = 10 / (n - 3); // in
      } // in
    }`,
    calls: [1, 3, 4],
    passes: 3,
  },
];

const WHOLE = {
  name: 'a method as a whole, which returns or throws',
  source: `static int run(int n) { return n < 2 ? 1 / n : run(n - 1) + run(n - 2); }`,
  calls: [3, 0],
  passes: 5,
};
const ALL = [...CASES, WHOLE];

/** Class CaseN for each case, its region's number is N + 1; Main runs one after the other. */
function sources(): Record<string, string> {
  const files: Record<string, string> = {};
  ALL.forEach(({ source, calls }, i) => {
    const runs = calls
      .map(
        (n) => `try { System.out.println(run(${n})); } catch (RuntimeException e) { System.out.println(e); }`,
      )
      .join('\n');
    const body = source.replaceAll(/\bCase\b/g, `Case${i}`);
    files[`Case${i}.java`] = `public class Case${i} {\n${body}\nstatic void main() {\n${runs}\n}\n}`;
  });
  const calls = ALL.map((_, i) => `System.out.println("case ${i}"); Case${i}.main();`).join('\n');
  files['Main.java'] = `public class Main { public static void main(String[] a) {\n${calls}\n} }`;
  return files;
}

/** The lines of a case's region. */
function linesOf(source: string): LineRange {
  const inside = source.split('\n').flatMap((line, i) => (line.includes('// in') ? [i + 1] : []));
  return { first: inside[0], last: inside[inside.length - 1] };
}

function withRegions(
  classes: ReadonlyMap<string, Uint8Array>,
  files: Record<string, string>,
): Map<string, Uint8Array> {
  const rewritten = new Map(classes);
  ALL.forEach((it, i) => {
    const model = readClass(classes.get(`Case${i}`)!);
    const lines = it === WHOLE ? null : linesOf(files[`Case${i}.java`]);
    const targets = new Map<number, RegionTarget>();
    for (const { index, name } of model.methods) {
      const isTimed = name === 'run' || (name === '<init>' && it.name.startsWith('constructors'));
      if (isTimed) targets.set(index, { regionId: (i + 1) as RegionId, lines });
    }
    const { bytes, refused } = rewriteRegions(model, targets, 'probe/Region');
    expect(refused.filter(({ reason }) => reason.kind !== 'noCodeOfLines')).toEqual([]);
    rewritten.set(model.name, bytes);
  });
  return rewritten;
}

function run(classes: ReadonlyMap<string, Uint8Array>, jdk: Jdk): string {
  return runJava(new Map([...checker, ...classes]), 'probe.Region', jdk).output.trim();
}

test.each(jdks)('programs do the same with regions, which count their passes, on JDK $major', (jdk) => {
  const files = sources();
  const plain = compileJava(files, ['-g'], jdk);
  const [before, after] = [plain, withRegions(plain, files)].map((classes) => run(classes, jdk));
  const passes = new Map([...after.matchAll(/^region (\d+): (\d+)$/gm)].map(([, id, n]) => [id, Number(n)]));
  const found = ALL.map(({ name }, i) => `${passes.get(String(i + 1)) ?? 0} passes of ${name}`);
  expect(found).toEqual(ALL.map(({ name, passes: wanted }) => `${wanted} passes of ${name}`));
  expect(after.replaceAll(/^region .*\n/gm, '')).toBe(before);
  expect(after).toMatch(/^open 0$/m);
});

test('a method without line numbers, and lines before super(), are refused with the reason', () => {
  const sources = {
    'Main.java': 'public class Main extends Exception {\nMain(int n) {\nsuper(\n"" + n\n);\n}\n}',
  };
  const refusalOf = (flags: string[], lines: LineRange): unknown => {
    const model = readClass(compileJava(sources, flags).get('Main')!);
    return rewriteRegions(model, new Map([[0, { regionId: 1 as RegionId, lines }]]), 'probe/Region').refused;
  };
  const reason = { kind: 'noCodeOfLines', first: 4, last: 4 };
  expect(refusalOf(['-g'], { first: 4, last: 4 })).toEqual([{ methodIndex: 0, reason }]);
  expect(refusalOf(['-g:none'], { first: 1, last: 9 })).toEqual([
    { methodIndex: 0, reason: { kind: 'noCodeOfLines', first: 1, last: 9 } },
  ]);
  expect(refusalOf(['-g'], { first: 6, last: 6 })).toEqual([]);
});

test('a method of Java 1.4 with a subroutine is timed as a whole', () => {
  const assembler = new ClassAssembler('Main', 48);
  assembler.method({
    name: 'main',
    descriptor: '([Ljava/lang/String;)V',
    maxStack: 1,
    maxLocals: 2,
    code: [OP.jsr, ...u2(4), OP.return, OP.astore_1, OP.ret, 1],
  });
  const target = { regionId: 7 as RegionId, lines: null };
  const { bytes } = rewriteRegions(readClass(assembler.toBytes()), new Map([[0, target]]), 'probe/Region');
  expect(run(new Map([['Main', bytes]]), jdks[0])).toBe('region 7: 1\nopen 0');
});
