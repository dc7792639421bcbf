import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { parseCondition, type RootSplit } from '../classfile/argumentCondition.ts';
import { readClass } from '../classfile/classReader.ts';
import { CONSTANT_COUNT_LIMIT } from '../classfile/classWriter.ts';
import { ClassAssembler } from '../testing/classFixtures.ts';
import { OP } from '../classfile/opcodes.ts';
import { compileJava, findJdks, runJava } from '../testing/compileJava.ts';
import { originalCode } from '../testing/originalCode.ts';
import type { ProbeTarget } from './probePackets.ts';
import { rewriteClass } from './rewriteClass.ts';
import type { RewrittenClass } from './rewriteMethods.ts';

/** Stand for the agent's classes, and print what they are handed. */
const STUBS = compileJava(
  {
    'probe/Probe.java': `package probe;
      public class Probe {
        public int missedExits, depth, chain; public long limit; public Thread recorded;
        static Probe begin(int request, int id) { System.out.println(id + " asked " + request); return new Probe(); }
        public static Probe rootEntry(int request, int id) { return begin(request, id); }
        public static Probe rootConstructorEntry(int request, int key, int id) { return begin(request, id); }
        public static Probe entry(int id) { return new Probe(); }
        public void exit(int id) { }
        public void failed(int id) { }
        public void rootExit(int id) { System.out.println(id + " ended"); }
        public void rootFailed(int id) { System.out.println(id + " failed"); }
        public void rootFailed(int chain, int id) { System.out.println(id + " failed"); }
        public void rootInitializing(int chain, int key) { }
        public void initialized() { }
        public void caught() { }
      }`,
    'probe/Requests.java': `package probe;
      public class Requests {
        static int told(int request, Object value, Object literal, int operator) {
          System.out.println("  " + value + " " + operator + " " + literal);
          return request + 1;
        }
        public static int when(int request, long value, long literal, int operator) { return told(request, value, literal, operator); }
        public static int when(int request, double value, double literal, int operator) { return told(request, value, literal, operator); }
        public static int when(int request, Object value, long literal, int operator) { return told(request, "Object " + value, literal, operator); }
        public static int when(int request, Object value, double literal, int operator) { return told(request, "Object " + value, literal, operator); }
        public static int when(int request, Object value, String literal, int operator) { return told(request, "Object " + value, '"' + literal + '"', operator); }
        public static int split(int request, long value, int kind) { System.out.println("  split " + value + " " + kind); return request + 100; }
        public static int split(int request, double value) { System.out.println("  split " + value); return request + 100; }
        public static int split(int request, Object value) { System.out.println("  split Object " + value); return request + 100; }
        public static int splitByThread(int request) { System.out.println("  split by thread"); return request + 100; }
      }`,
  },
  ['--release', '8'],
);

/** Each method named is a root, the others have no probe. Their ids follow from 20. */
function withConditions(
  bytes: Uint8Array,
  names: readonly string[],
  conditions: readonly string[],
  split: RootSplit | null = null,
): RewrittenClass {
  const model = readClass(bytes);
  const roots = model.methods.filter(({ name }) => names.includes(name));
  const targets = new Map(
    roots.map(({ index }, i): [number, ProbeTarget] => [
      index,
      { methodId: (20 + i) as MethodId, root: true },
    ]),
  );
  return rewriteClass(model, targets, {
    probeClass: 'probe/Probe',
    requests: { requestClass: 'probe/Requests', conditions: conditions.map(parseCondition), split },
  });
}

const PROGRAM = compileJava({
  'Main.java': `public class Main {
    final String made;
    Main(boolean flag, char c, byte b, short s) { this(flag ? "yes" : "no"); if (c == 'y') throw new IllegalStateException(); }
    Main(String made) { this.made = made; }
    static int loops(int n, long l, float f, double d, String text) {
      do { n--; l = 3; f = 4; d = 5; text = null; } while (n > 0); // jumps to its first instruction, where variables have changed
      return n;
    }
    Object wide(long before, Object value, Integer box, Character letter, Thread.State state) {
      try { return value.toString(); } catch (NullPointerException e) { return e; }
    }
    void nothing(long n) { }
    public static void main(String[] args) {
      System.out.println(loops(2, 1L << 40, 1.5f, Double.NaN, "GET"));
      Main main = new Main(true, 'x', (byte) -1, (short) 300);
      try { new Main(false, 'y', (byte) 1, (short) 2); } catch (IllegalStateException e) { System.out.println("caught"); }
      main.wide(1, null, 7, 'z', Thread.State.NEW);
      main.wide(1, "x", null, null, null);
      main.nothing(Long.MIN_VALUE);
    }
  }`,
});

describe.each(findJdks())('on JDK $major', (jdk) => {
  const run = (
    names: readonly string[],
    conditions: readonly string[],
    split: RootSplit | null = null,
  ): string[] => {
    const { bytes, refused } = withConditions(PROGRAM.get('Main')!, names, conditions, split);
    expect(refused).toEqual([]);
    const classes = new Map([...PROGRAM, ...STUBS, ['Main', bytes]]);
    return runJava(classes, 'Main', jdk).output.trimEnd().split('\n');
  };

  it('a root hands over its arguments, each as it is when the method begins, once', () => {
    const all = ['arg0 > 1', 'arg1 >= 5', 'arg1 < 2.5', 'arg2 != 3', 'arg3 <= 4.5', 'arg4 startsWith G'];
    expect(run(['loops'], all)).toEqual([
      ...['  2 4 1', '  1099511627776 5 5', '  1.099511627776E12 2 2.5', '  1.5 1 3.0', '  NaN 3 4.5'],
      ...['  Object GET 7 "G"', '20 asked 6', '20 ended', '0', 'caught'],
    ]);
  });

  it('a constructor hands them over before its super() or this()', () => {
    const { bytes, refused } = withConditions(
      PROGRAM.get('Main')!,
      ['<init>'],
      [...['arg0 == true', "arg1 > 'w'", 'arg2 == 1', 'arg3 < 9']],
    );
    expect(refused.map(({ reason }) => reason)).toEqual([
      {
        kind: 'argumentUnreadable',
        reason: '--when arg0 == true: its type is String, which is compared with a text',
      },
    ]);
    expect(
      runJava(new Map([...PROGRAM, ...STUBS, ['Main', bytes]]), 'Main', jdk)
        .output.trim()
        .split('\n'),
    ).toEqual([
      '0',
      ...['  1 0 1', '  120 4 119', '  -1 0 1', '  300 2 9', '20 asked 4', '20 ended'],
      ...['  0 0 1', '  121 4 119', '  1 0 1', '  2 2 9', '20 asked 4', '20 failed', 'caught'],
    ]);
  });

  it('objects are handed over as they are: null, boxes, enums', () => {
    expect(run(['wide'], ["arg1 == 'x'", 'arg2 > 5', 'arg2 < 1.5', "arg3 >= 'a'", 'arg4 == NEW'])).toEqual([
      ...['0', 'caught', '  Object null 0 "x"', '  Object 7 4 5', '  Object 7 2 1.5', '  Object z 21 97'],
      ...['  Object NEW 0 "NEW"', '20 asked 5', '20 ended', '  Object x 0 "x"', '  Object null 4 5'],
      ...['  Object null 2 1.5', '  Object null 21 97', '  Object null 0 "NEW"', '20 asked 5', '20 ended'],
    ]);
  });

  it.each<[RootSplit, string]>([
    [0, '  split 2 0'],
    [1, '  split 1099511627776 0'],
    [2, '  split 1.5'],
    [3, '  split NaN'],
    [4, '  split Object GET'],
    ['thread', '  split by thread'],
  ])('a root is split by %s, after its conditions', (split, told) => {
    expect(run(['loops'], ['arg0 > 1'], split)).toEqual([
      ...['  2 4 1', told, '20 asked 101', '20 ended', '0', 'caught'],
    ]);
  });

  it('a constructor is split by a boolean, a char and a small number', () => {
    const told = (split: RootSplit): string[] => {
      const { bytes } = withConditions(PROGRAM.get('Main')!, ['<init>'], [], split);
      const classes = new Map([...PROGRAM, ...STUBS, ['Main', bytes]]);
      return runJava(classes, 'Main', jdk)
        .output.split('\n')
        .filter((line) => line.startsWith('  split'));
    };
    expect(told(1)).toEqual(['  split 120 2', '  split 121 2']);
    expect(told(3)).toEqual(['  split 300 0', '  split 2 0']);
    expect(told(0)).toEqual([...['  split 1 1', '  split Object yes', '  split 0 1', '  split Object no']]);
  });

  it('a method without a stack of its own has room for what is asked', () => {
    expect(run(['nothing'], ['arg0 == -9223372036854775808'])).toEqual([
      ...['0', 'caught', '  -9223372036854775808 0 -9223372036854775808', '20 asked 1', '20 ended'],
    ]);
  });
});

const ARRAY = 'its type is java.lang.String[], and numbers, booleans, chars, strings and enums can be read';

it('what is not there, or cannot be compared so, is refused by method', () => {
  const { bytes, refused } = withConditions(PROGRAM.get('Main')!, ['nothing', 'main', 'wide'], ['arg1 == 5']);
  expect(refused.map(({ reason }) => reason)).toEqual([
    { kind: 'argumentUnreadable', reason: '--when arg1 == 5: it has no arg1' },
    { kind: 'argumentUnreadable', reason: '--when arg1 == 5: it has no arg1' },
  ]);
  expect(bytes).not.toBe(PROGRAM.get('Main'));
  const arrays = withConditions(PROGRAM.get('Main')!, ['main'], ['arg0 == x']);
  expect(arrays.refused.map(({ reason }) => reason)).toEqual([
    { kind: 'argumentUnreadable', reason: `--when arg0 == x: ${ARRAY}` },
  ]);
});

it('a split by what is not there, or by what would ask itself, is refused by method', () => {
  const reasonOf = (bytes: Uint8Array, name: string, split: RootSplit) =>
    withConditions(bytes, [name], [], split).refused.map(({ reason }) => reason);
  const main = PROGRAM.get('Main')!;
  expect(reasonOf(main, 'main', 0)).toEqual([
    { kind: 'argumentUnreadable', reason: `--split arg0: ${ARRAY}` },
  ]);
  expect(reasonOf(main, 'main', 1)).toEqual([
    { kind: 'argumentUnreadable', reason: '--split arg1: it has no arg1' },
  ]);
  const text = new ClassAssembler('java/lang/String', 52);
  text.method({ name: 'coder', descriptor: '()V', maxStack: 0, maxLocals: 0, code: [OP.return] });
  expect(reasonOf(text.toBytes(), 'coder', 'thread')).toEqual([
    {
      kind: 'argumentUnreadable',
      reason: '--split thread: Sluice itself calls methods of its class for it',
    },
  ]);
});

it.each<[readonly string[], RootSplit | null, string]>([
  [['arg0 == GET'], null, '--when arg0 == GET'],
  [[], 0, '--split arg0'],
])('a type that is known to be none that can be read is refused: %s %s', (conditions, split, option) => {
  const shop = new ClassAssembler('Shop', 52);
  const descriptor = '(Lacme/Request;)V';
  shop.method({ name: 'order', descriptor, maxStack: 0, maxLocals: 2, code: [OP.return] });
  const model = readClass(shop.toBytes());
  const targets = new Map([[0, { methodId: 20 as MethodId, root: true }]]);
  const requests = { requestClass: 'probe/Requests', conditions: conditions.map(parseCondition), split };
  const refusedIf = (mayBeEnum: boolean) =>
    rewriteClass(model, targets, { probeClass: 'probe/Probe', requests, mayBeEnum: () => mayBeEnum }).refused;
  expect(refusedIf(true)).toEqual([]);
  const reason = `${option}: its type is acme.Request, and numbers, booleans, chars, strings and enums can be read`;
  expect(refusedIf(false).map((refused) => refused.reason)).toEqual([{ kind: 'argumentUnreadable', reason }]);
});

it('a method that is no root is rewritten as ever', () => {
  const model = readClass(PROGRAM.get('Main')!);
  const targets = new Map<number, ProbeTarget>(
    model.methods.map(({ index }) => [index, { methodId: (30 + index) as MethodId, root: false }]),
  );
  const requests = { requestClass: 'probe/Requests', conditions: [parseCondition('arg0 > 5')], split: 1 };
  const asked = rewriteClass(model, targets, { probeClass: 'probe/Probe', requests });
  expect(asked.bytes).toEqual(rewriteClass(model, targets, { probeClass: 'probe/Probe' }).bytes);
  const back = readClass(asked.bytes);
  for (const method of model.methods)
    expect(originalCode(back, back.methods[method.index], 'probe/Probe')).toEqual(
      originalCode(model, method, 'probe/Probe'),
    );
});

it('a full constant pool refuses the method, whatever finds no room', { tags: 'slow' }, () => {
  const full = (constants: number): Uint8Array => {
    const assembler = new ClassAssembler('Full', 52);
    const descriptor = '(JLjava/lang/String;)V';
    assembler.method({ name: 'run', descriptor, maxStack: 0, maxLocals: 4, code: [OP.return] });
    assembler.class('Full');
    assembler.class('java/lang/Object');
    for (let i = 0; assembler.constantCount < constants; i++) assembler.utf8(`filler ${i}`);
    return assembler.toBytes();
  };
  const conditions = ['arg0 > 700', 'arg1 == x'];
  const own = readClass(full(0)).pool.count;
  const needed = readClass(withConditions(full(0), ['run'], conditions).bytes).pool.count - own;
  for (let free = 0; free <= needed; free++) {
    const bytes = full(CONSTANT_COUNT_LIMIT - free);
    expect(withConditions(bytes, ['run'], conditions).refused.map(({ reason }) => reason.kind)).toEqual(
      free < needed ? ['constantPoolFull'] : [],
    );
  }
});
