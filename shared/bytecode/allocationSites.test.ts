// @module-tag slow
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SiteIds } from '../instrument/siteIds.ts';
import { USUAL_LAYOUT } from '../events/objectLayout.ts';
import type { MethodId } from '../base/ids.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { expectSameRun } from '../testing/sameRun.ts';
import type { LiveTracking } from './livePackets.ts';
import { rewriteClass } from './rewriteClass.ts';
import type { FoundSite, SiteNumbers } from './siteNumbers.ts';

/** Numbers sites as a session does, and remembers what they make. */
class KnownSites implements SiteNumbers {
  readonly layout = USUAL_LAYOUT;
  readonly made: string[] = [];
  readonly #ids = new SiteIds(USUAL_LAYOUT);

  isMeasured(): boolean {
    return true; // so nothing is told of calls but of native code
  }

  numberOf(methodId: MethodId, ordinal: number, site: FoundSite): number | null {
    const number = this.#ids.numberOf(methodId, ordinal, site);
    if (number !== null) this.made[number] = site.made;
    return number;
  }
}

/** "Leaf 3 0", "int[] 2 5": by what is made, how many and their elements. */
function madeBy(
  source: string,
  jdk: (typeof jdks)[number],
  beside: { counts?: readonly string[]; isTimed?: boolean } = {},
): string[] {
  const sites = new KnownSites();
  const output = expectSameRun(compileJava({ 'Main.java': source }), 'Main', jdk, { ...beside, sites });
  const sums = new Map<string, [number, number]>();
  for (const [, site, objects, elements] of output.matchAll(/^entries made (\d+) (\d+) (\d+)$/gm)) {
    const name = sites.made[Number(site)];
    const [before, more] = sums.get(name) ?? [0, 0];
    sums.set(name, [before + Number(objects), more + Number(elements)]);
  }
  return [...sums].map(([name, [objects, elements]]) => `${name} ${objects} ${elements}`).sort();
}

const jdks = findJdks();

const SHAPES = `
import java.util.function.Supplier;
public class Main {
  static Object keep;
  static class Leaf { }
  static class Base { Base(Object a, int[] b) { } Base(Object a) { this(a, new int[2]); } }
  static class Derived extends Base {
    Derived(boolean b) { super(b ? new Leaf() : new Leaf[3], new int[b ? 1 : 4]); keep = new Derived[] { this }; }
    Derived(int n) { super(new Leaf[n][n + 1]); }
  }
  static class Fails { Fails(int n) { if (n > 0) throw new IllegalStateException(); } }
  static synchronized void locked() { synchronized (new Leaf()) { keep = new Leaf(); } }
  static int chosen(int n) { return new int[n > 0 ? n : -n].length; }
  static <T> T made(Supplier<T> s) { return s.get(); }
  public static void main(String[] args) {
    new Derived(true); new Derived(false); new Derived(2);
    for (int i = 0; i < 3; i++) try { new Fails(i); } catch (IllegalStateException e) { keep = new Leaf(); }
    locked();
    chosen(3); chosen(-4);
    keep = made(Leaf::new); // by no instruction of this class
    keep = made(() -> new long[2][3][4]);
    try { keep = new int[chosen(1) - 2]; } catch (NegativeArraySizeException e) { keep = new byte[1][0]; }
    label: for (;;) { Object o = new Object(); switch (o.hashCode() & 0) { case 0: break label; default: keep = new char[9]; } }
  }
}`;

test.each(jdks)(
  'JDK $major: constructors before super(), ways that meet, handlers and locks tell what they make',
  (jdk) => {
    const expected = [
      'Main$Derived 3 0',
      'Main$Derived[] 2 2',
      'Main$Fails 3 0',
      'Main$Leaf 5 0',
      'Main$Leaf[] 3 9',
      'Main$Leaf[][] 1 2',
      'byte[] 1 0',
      'byte[][] 1 1',
      'int[] 6 15',
      'java.lang.IllegalStateException 2 0',
      'java.lang.Object 1 0',
      'long[] 6 24',
      'long[][] 2 6',
      'long[][][] 1 2',
    ];
    expect(madeBy(SHAPES, jdk)).toEqual(expected);
    expect(madeBy(SHAPES, jdk, { counts: ['bytecodes'] })).toEqual(expected);
  },
);

/** "Leaf 3": what was handed over, by its class. */
function handedBy(source: string, jdk: (typeof jdks)[number], follows: 'all' | 'some'): string[] {
  const live: LiveTracking = { liveClass: 'probe/Live', followed: () => follows };
  const classes = compileJava({ 'Main.java': source });
  const output = expectSameRun(classes, 'Main', jdk, { sites: new KnownSites(), live });
  return [...output.matchAll(/^entries handed (.*)$/gm)].map(([, line]) => line).sort();
}

test.each(jdks)('JDK $major: complete objects and arrays are handed over, and those alone', (jdk) => {
  const made = madeBy(SHAPES, jdk).map((line) => line.replace(/ \d+$/, ''));
  // The constructors of two have thrown.
  const complete = made.map((line) => line.replace('Main$Fails 3', 'Main$Fails 1'));
  expect(handedBy(SHAPES, jdk, 'all')).toEqual(complete);
  expect(handedBy(SHAPES, jdk, 'some')).toEqual(complete);
});

const NESTED = `
public class Main {
  static Object keep;
  static class Pair { Pair(Object a, Object b) { } Pair(int n) { if (n > 1) throw new IllegalArgumentException(); } }
  static Object of(int n) {
    return new Pair(n > 0 ? new Pair(n > 1 ? new Pair(0) : null, new int[n]) : keep, switchOf(n) ? new Pair(1) : new Object());
  }
  static boolean switchOf(int n) {
    switch (n) { case 0: return new StringBuilder().append(new Pair(0) == keep).length() > 0; case 7: return true; default: return false; }
  }
  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) keep = of(i);
    for (int i = 0; i < 3; i++) try { keep = new Pair(new Pair(i), new Pair(i)); } catch (IllegalArgumentException e) { keep = e; }
    Object[] all = { new Pair(0), new Object[] { new Pair(1) } };
  }
}`;

test.each(jdks)(
  'JDK $major: objects within the arguments of others are handed over as each is complete',
  (jdk) => {
    expect(handedBy(NESTED, jdk, 'some')).toEqual([
      'Main$Pair 16',
      'int[] 2',
      'java.lang.IllegalArgumentException 1',
      'java.lang.Object 2',
      'java.lang.Object[] 2',
      'java.lang.StringBuilder 1',
    ]);
  },
);

const LOOPS = `
public class Main {
  static Object keep;
  static class Leaf { }
  static void straight() { keep = new Leaf(); keep = new int[3]; }
  static void loops(int n) {
    for (int i = 0; i < n; i++) { keep = new Leaf(); keep = new int[i]; keep = new long[1][2]; keep = new byte[i % 2 == 0 ? 1 : 4]; }
    keep = new Leaf();
  }
  static int leaves(int n) {
    int i = 0;
    while (true) { keep = new Leaf(); try { if (i++ == n) return keep.hashCode(); } finally { keep = new char[2]; } if (i > 7) throw new IllegalStateException(); }
  }
  Main(int n) { this(new Object[] { n, n }); for (int i = 0; i < n; i++) keep = new Leaf[i]; }
  Main(Object o) { do keep = new short[1]; while (keep == null); }
  public static void main(String[] args) {
    straight(); loops(0); loops(1); loops(500); leaves(3); new Main(40);
    try { leaves(9); } catch (IllegalStateException e) { keep = null; }
  }
}`;

test.each(jdks)(
  'JDK $major: sites in loops count in variables, and tell at returns and exceptions',
  (jdk) => {
    const expected = [
      'Main 1 0',
      'Main$Leaf 517 0',
      'Main$Leaf[] 40 780',
      'byte[] 501 1251',
      'char[] 12 24',
      'int[] 502 124753',
      'java.lang.IllegalStateException 1 0',
      'java.lang.Object[] 1 2',
      'long[] 501 1002',
      'long[][] 501 501',
      'short[] 1 1',
    ];
    expect(madeBy(LOOPS, jdk)).toEqual(expected);
    expect(madeBy(LOOPS, jdk, { counts: ['bytecodes'], isTimed: true })).toEqual(expected);
  },
);

test('what is not in a loop is told by a word, and what is in one by no word', () => {
  const [model] = [...compileJava({ 'Main.java': LOOPS })].flatMap(([name, bytes]) =>
    name === 'Main' ? [readClass(bytes)] : [],
  );
  const targets = new Map(
    model.methods.map(({ index }) => [index, { methodId: (16 + index) as MethodId, root: false }]),
  );
  const { bytes } = rewriteClass(model, targets, { probeClass: 'probe/Probe', sites: new KnownSites() });
  const rewritten = readClass(bytes);
  const callsOf = (name: string): string[] =>
    rewritten.methods
      .filter((method) => method.name === name)
      .flatMap((method) => disassemble(rewritten, method))
      .flatMap((line) => /Probe\.((?:made|tellMade)\w*)/.exec(line)?.[1] ?? []);
  expect(callsOf('straight')).toEqual(['made', 'made']);
  expect(callsOf('loops')).toEqual([
    ...['madeInLoop', 'madeInLoop', 'made', 'made', 'madeInLoop', 'made'], // both levels of the array of arrays, and what is behind the loop
    ...['tellMade', 'tellMade', 'tellMade', 'tellMade', 'tellMade', 'tellMade'], // at the return, and at an exception
  ]);
});

type Statement =
  | { readonly kind: 'object' }
  | { readonly kind: 'array'; readonly length: number }
  | { readonly kind: 'arrays'; readonly lengths: readonly number[] }
  | { readonly kind: 'loop'; readonly times: number; readonly body: readonly Statement[] }
  | {
      readonly kind: 'try';
      readonly body: readonly Statement[];
      readonly fails: boolean;
      readonly caught: readonly Statement[];
    };

const { statements } = fc.letrec<{ statements: readonly Statement[]; statement: Statement }>((tie) => ({
  statements: fc.array(tie('statement'), { maxLength: 4 }),
  statement: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant({ kind: 'object' } as const),
    fc.record({ kind: fc.constant('array' as const), length: fc.integer({ min: -1, max: 5 }) }),
    fc.record({
      kind: fc.constant('arrays' as const),
      lengths: fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 2, maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('loop' as const),
      times: fc.integer({ min: 0, max: 3 }),
      body: tie('statements'),
    }),
    fc.record({
      kind: fc.constant('try' as const),
      body: tie('statements'),
      fails: fc.boolean(),
      caught: tie('statements'),
    }),
  ),
}));

/** As Java. */
function javaOf(list: readonly Statement[]): string {
  return list
    .map((statement) => {
      switch (statement.kind) {
        case 'object':
          return 'new Leaf();';
        case 'array':
          return `keep = new int[${statement.length % 2 === 0 ? statement.length : `n(${statement.length})`}];`; // the code says it, or not
        case 'arrays':
          return `keep = new short${statement.lengths.map((length) => `[n(${length})]`).join('')};`;
        case 'loop':
          return `for (int i${depth(statement)} = 0; i${depth(statement)} < ${statement.times}; i${depth(statement)}++) { ${javaOf(statement.body)} }`;
        case 'try':
          return `try { ${javaOf(statement.body)} ${statement.fails ? 'fail();' : ''} } catch (RuntimeException e${depth(statement)}) { ${javaOf(statement.caught)} }`;
      }
    })
    .join(' ');
}

/** Names of variables differ within each other. */
function depth(statement: Statement): number {
  if (statement.kind === 'loop') return 1 + Math.max(0, ...statement.body.map(depth));
  if (statement.kind === 'try')
    return 1 + Math.max(0, ...[...statement.body, ...statement.caught].map(depth));
  return 0;
}

class Failed extends Error {}

/** The slow reference: does what the statements do. */
function run(list: readonly Statement[], made: (name: string, length: number, times: number) => void): void {
  for (const statement of list) {
    switch (statement.kind) {
      case 'object':
        made('Main$Leaf', 0, 1);
        break;
      case 'array':
        if (statement.length < 0) throw new Failed();
        made('int[]', statement.length, 1);
        break;
      case 'arrays': {
        const { lengths } = statement;
        if (lengths.some((length) => length < 0)) throw new Failed();
        lengths.reduce((times, length, level) => {
          if (times > 0) made(`short${'[]'.repeat(lengths.length - level)}`, length, times);
          return times * length;
        }, 1);
        break;
      }
      case 'loop':
        for (let i = 0; i < statement.times; i++) run(statement.body, made);
        break;
      case 'try':
        try {
          run(statement.body, made);
          if (statement.fails) throw new Failed();
        } catch (thrown) {
          if (!(thrown instanceof Failed)) throw thrown;
          run(statement.caught, made);
        }
    }
  }
}

test.each(jdks)('JDK $major: random programs make what a slow reference says', (jdk) => {
  const programs = fc.sample(statements, { numRuns: 60, seed: 23 });
  const methods = programs.map((list, i) => `static void m${i}() { ${javaOf(list)} }`);
  const calls = programs.map((_, i) => `try { m${i}(); } catch (RuntimeException e) { keep = null; }`);
  const source = `public class Main {
    static class Leaf { }
    static Object keep;
    static int n(int length) { return length; }
    static void fail() { throw null; }
    ${methods.join('\n')}
    public static void main(String[] args) { ${calls.join('\n')} }
  }`;
  const sums = new Map<string, [number, number]>();
  for (const list of programs) {
    try {
      run(list, (name, length, times) => {
        const [objects, elements] = sums.get(name) ?? [0, 0];
        sums.set(name, [objects + times, elements + times * length]);
      });
    } catch (thrown) {
      if (!(thrown instanceof Failed)) throw thrown;
    }
  }
  const expected = [...sums].map(([name, [objects, elements]]) => `${name} ${objects} ${elements}`).sort();
  expect(expected.length).toBeGreaterThan(4);
  expect(madeBy(source, jdk)).toEqual(expected);
  expect(handedBy(source, jdk, 'some')).toEqual(expected.map((line) => line.replace(/ \d+$/, '')));
});
