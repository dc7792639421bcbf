import { describe, expect, it } from 'vitest';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { bench, recording } from '../testing/revelationBench.ts';
import { SHAPES } from '../testing/shapes.ts';

describe('the lazy scheme', () => {
  it('instruments the root, then level by level what was invoked', async () => {
    const { jvm } = await recording(
      `class Main {
         static void root() { a(); }
         static void a() { b(); unused(0); }
         static void b() { c(); }
         static void c() { }
         static void unused(int i) { if (i > 0) never(); }
         static void never() { c(); }
         static void outside() { root(); }
       }`,
      ['Main'],
    );
    expect(jvm.log).toEqual(['swap Main.root!']);
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.a', 'Main.root!']);
    await jvm.invoke('Main.a');
    expect(jvm.probed()).toEqual(['Main.a', 'Main.b', 'Main.root!', 'Main.unused']);
    await jvm.invoke('Main.b');
    expect(jvm.log.slice(-2)).toEqual(['swap Main.c', 'ready Main.b Main.c']);
    expect(jvm.probed()).not.toContain('Main.never');
  });

  it('lets a recursive method and leaves pass without a stop', async () => {
    const { jvm } = await recording(
      `class Main {
         static int root() { return fib(30); }
         static int fib(int n) { return n < 2 ? one() : fib(n - 1) + fib(n - 2); }
         static int one() { return 1; }
       }`,
      ['Main'],
    );
    await jvm.invoke('Main.root');
    await jvm.invoke('Main.fib');
    expect(jvm.log).toEqual([
      'swap Main.root!',
      'swap Main.fib',
      'ready Main.root',
      'swap Main.one',
      'ready Main.fib Main.one',
    ]);
  });

  it('puts the first invocations that wait together into one swap', async () => {
    const { jvm } = await recording(
      `class Main {
         static void root() { a(); b(); }
         static void a() { left(); }
         static void b() { right(); }
         static void left() { }
         static void right() { }
       }`,
      ['Main'],
    );
    await jvm.invoke('Main.root');
    await Promise.all([jvm.invoke('Main.a'), jvm.invoke('Main.b')]);
    expect(jvm.log.slice(-2)).toEqual([
      'swap Main.left Main.right',
      'ready Main.a Main.b Main.left Main.right',
    ]);
  });

  it('gathers those that come during a swap into the next', async () => {
    const { jvm } = await recording(
      `class Main {
         static void root() { a(); b(); c(); }
         static void a() { a1(); } static void a1() { a2(); } static void a2() { }
         static void b() { b1(); } static void b1() { b2(); } static void b2() { }
         static void c() { c1(); } static void c1() { c2(); } static void c2() { }
       }`,
      ['Main'],
    );
    await jvm.invoke('Main.root');
    const late: Promise<void>[] = [];
    jvm.onSwap = () => {
      jvm.onSwap = () => {};
      late.push(jvm.invoke('Main.b'), jvm.invoke('Main.c'));
    };
    await jvm.invoke('Main.a');
    await Promise.all(late);
    expect(jvm.log.filter((line) => line.startsWith('swap')).slice(-2)).toEqual([
      'swap Main.a1',
      'swap Main.b1 Main.c1',
    ]);
  });

  it('marks nothing ready before its callees carry probes', async () => {
    const { jvm } = await recording(
      'class Main { static void root() { a(); } static void a() { b(); } static void b() { } }',
      ['Main'],
    );
    let readyDuringSwap: string[] = [];
    jvm.onSwap = () => void (readyDuringSwap = jvm.readyMethods());
    await jvm.invoke('Main.root');
    expect(readyDuringSwap).toEqual([]);
  });
});

describe('virtual calls', () => {
  it('reach defaults and all overriders among the loaded classes, and no others', async () => {
    const { jvm } = await recording(SHAPES, ['Main', 'Square', 'Big', 'Circle', 'Unrelated']);
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Circle.twice', 'Main.root!', 'Shape.twice']);
    await jvm.invoke('Shape.twice');
    expect(jvm.probed()).toEqual(['Circle.area', 'Circle.twice', 'Main.root!', 'Shape.twice', 'Square.area']);
    await jvm.invoke('Square.area');
    expect(jvm.probed()).toEqual(expect.arrayContaining(['Big.side', 'Square.side']));
    expect(jvm.probed()).not.toContain('Unrelated.area');
  });

  it('reach a method that a class inherits for an interface that its declarer does not have', async () => {
    const { jvm } = await recording(SHAPES, ['Main', 'Joined']);
    await jvm.invoke('Main.root');
    await jvm.invoke('Shape.twice');
    expect(jvm.probed()).toContain('Base.area');
  });

  it('do not reach what the static type hides', async () => {
    const { jvm } = await recording(
      `class Top { int get() { return 1; } }
       class Middle extends Top { int get() { return 2; } }
       class Bottom extends Middle { }
       class Main { static Bottom bottom; static int root() { return bottom.get(); } }`,
      ['Main', 'Bottom'],
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.root!', 'Middle.get']);
  });
});

describe('calls into left-out code', () => {
  it('bring comparators, runnables and toString into the subgraph', async () => {
    const { jvm } = await recording(
      `import java.util.*;
       class ByLength implements Comparator<String> {
         public int compare(String a, String b) { return length(a) - length(b); }
         int length(String s) { return s.length(); }
       }
       class Task implements Runnable { public void run() { } }
       class Named { public String toString() { return name(); } String name() { return "n"; } void other() { } }
       class Main { static List<String> words; static void root() { words.sort(new ByLength()); } }`,
      ['Main', 'ByLength', 'Task', 'Named'],
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(
      expect.arrayContaining(['ByLength.<init>', 'ByLength.compare', 'Named.toString', 'Task.run']),
    );
    expect(jvm.probed()).not.toContain('Named.other');
    await jvm.invoke('ByLength.compare'); // the bridge compare(Object, Object)
    await jvm.invoke('ByLength.compare');
    expect(jvm.probed()).toContain('ByLength.length');
  });

  it('bring lambda bodies and method references into the subgraph, wherever they were made', async () => {
    const { jvm } = await recording(
      `import java.util.*;
       class Main {
         static Comparator<String> made = (a, b) -> inLambda(a) - b.length();
         static Comparator<String> named = Main::byName;
         static String[] words;
         static int inLambda(String s) { return s.length(); }
         static int byName(String a, String b) { return 0; }
         static void root() { Arrays.sort(words, made); }
       }`,
      ['Main'],
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(expect.arrayContaining(['Main.byName', 'Main.lambda$static$0']));
    await jvm.invoke('Main.lambda$static$0');
    expect(jvm.probed()).toContain('Main.inLambda');
  });

  it('do not happen where the call surely calls nothing back', async () => {
    const { jvm } = await recording(
      `class Named { public String toString() { return "n"; } }
       class Main {
         static int root() {
           StringBuilder text = new StringBuilder();
           text.append(1).append("x").append(Math.max(1, 2));
           if (text.length() > 100) throw new IllegalStateException("long" + text.length());
           return new Object().getClass() == null ? 0 : Integer.parseInt("1");
         }
       }`,
      ['Main', 'Named'],
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.root!']);
  });

  it('happen for concatenated objects', async () => {
    const { jvm } = await recording(
      `class Named { public String toString() { return "n"; } }
       class Main { static Object it; static String root() { return "it is " + it; } }`,
      ['Main', 'Named'],
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.root!', 'Named.toString']);
  });

  it('reach callbacks of classes that load later', async () => {
    const { jvm } = await recording(
      `import java.util.*;
       class ByLength implements Comparator<String> { public int compare(String a, String b) { return 0; } void other() { } }
       class Main { static List<String> words; static Comparator<String> by; static void root() { words.sort(by); } }`,
      ['Main'],
    );
    await jvm.invoke('Main.root');
    await jvm.load('ByLength');
    expect(jvm.probed()).toEqual(['ByLength.compare', 'Main.root!']);
  });

  it('reach a callback through a class that gives an old method a left-out interface', async () => {
    const { jvm } = await recording(
      `class Runner { public void run() { } }
       class Task extends Runner implements Runnable { }
       class Main { static Runnable task; static void root() { task.run(); } }`,
      ['Main', 'Runner'],
    );
    await jvm.invoke('Main.root');
    await jvm.load('Task');
    expect(jvm.probed()).toEqual(['Main.root!', 'Runner.run']);
  });

  it.each([
    ['is loaded', ['Main', 'Injected', 'Advice']],
    ['loads later', ['Main']],
  ])(
    'reach what somebody has put before the boot loader, for core code to call, where it %s',
    async (_, loaded) => {
      const { jvm } = await recording(
        `abstract class Injected {
         static Injected of; abstract boolean isMock(Object o); private static void own() { }
         static boolean asked(Object o) { return of.isMock(o); }
       }
       class Advice extends Injected { boolean isMock(Object o) { return true; } static void other() { } }
       class Main { static Object object; static void root() { object.hashCode(); } }`,
        loaded,
      );
      await jvm.invoke('Main.root');
      for (const name of ['Injected', 'Advice']) await jvm.load(name);
      // Object.hashCode() may ask the advice now, as that of a mocked object does.
      expect(jvm.probed()).toEqual(expect.arrayContaining(['Advice.isMock', 'Injected.asked', 'Main.root!']));
      expect(jvm.probed()).not.toEqual(expect.arrayContaining(['Advice.other']));
      expect(jvm.probed()).not.toEqual(expect.arrayContaining(['Injected.own']));
    },
  );

  describe('by reflection', () => {
    const reflecting = `
      class Target { static void named() { } static void other() { } }
      class Main {
        static void root() throws Exception { Target.class.getDeclaredMethod("named").invoke(null); }
      }`;

    it('reach every method in a small program', async () => {
      const { jvm, notes } = await recording(reflecting, ['Main', 'Target']);
      await jvm.invoke('Main.root');
      expect(jvm.probed()).toEqual(['Main.root!', 'Target.named', 'Target.other']);
      expect(notes).toEqual([]);
    });

    it('reach what a name tells of in a large one, with a note', async () => {
      const others = Array.from({ length: 200 }, (_, i) => `Other${i}`);
      const sources = others.map((name) => `class ${name} { static void other() { } }`);
      const { jvm, notes } = await recording(reflecting + sources.join(''), ['Main', 'Target', ...others]);
      await jvm.invoke('Main.root');
      expect(jvm.probed()).toEqual(['Main.root!', 'Target.named']);
      expect(notes.join()).toContain('by reflection');
    });
  });
});

describe("lambdas of the program's own interfaces", () => {
  it('are reached when their interface is called, though made elsewhere', async () => {
    const { jvm } = await recording(
      `interface Op { int apply(int x); }
       class Elsewhere { static Op op = x -> x + 1; }
       class Main { static Op op; static int root() { return op.apply(1); } }`,
      ['Main', 'Elsewhere', 'Op'],
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Elsewhere.lambda$static$0', 'Main.root!']);
  });

  it('are reached in classes that load later', async () => {
    const { jvm } = await recording(
      `interface Op { int apply(int x); }
       class Elsewhere { static Op op = x -> x + 1; }
       class Main { static Op op; static int root() { return op.apply(1); } }`,
      ['Main', 'Op'],
    );
    await jvm.invoke('Main.root');
    await jvm.load('Elsewhere');
    expect(jvm.probed()).toEqual(['Elsewhere.<clinit>', 'Elsewhere.lambda$static$0', 'Main.root!']);
  });
});

describe('constructors', () => {
  it('stop at a gate before the arguments of super() and the constructors above', async () => {
    const { jvm } = await recording(
      `class Base { Base(int i) { init(); } void init() { } }
       class Derived extends Base { Derived() { super(argument()); after(); } static int argument() { return 1; } void after() { } }
       class Main { static void root() { new Derived(); } }`,
      ['Main', 'Derived'],
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Derived.<init>', 'Main.root!']);
    await jvm.invoke('Derived.<init>');
    expect(jvm.probed()).toEqual([
      'Base.<init>',
      'Derived.<init>',
      'Derived.after',
      'Derived.argument',
      'Main.root!',
    ]);
  });
});

const CHAIN = `
  class Main { static void root() { A.a(); } }
  class A { static void a() { B.b(); } static void lonely() { } }
  class B { static void b() { } }`;

describe('the eager scheme', () => {
  it('instruments the closure and the roots in one swap, and goes on as classes load', async () => {
    const { jvm } = await recording(CHAIN, ['Main', 'A'], { scheme: 'eager' });
    expect(jvm.log).toEqual(['swap A.a Main.root!']);
    await jvm.load('B');
    expect(jvm.probed()).toEqual(['A.a', 'B.b', 'Main.root!']);
  });
});

describe('the scheme "everything"', () => {
  it('instruments all that is not left out', async () => {
    const { jvm } = await recording(CHAIN, ['Main', 'A'], { scheme: 'everything', excludes: ['!A::<init>'] });
    expect(jvm.probed()).toEqual(['A.a', 'A.lonely', 'Main.<init>', 'Main.root!']);
    await jvm.load('B');
    expect(jvm.probed()).toEqual(expect.arrayContaining(['B.<init>', 'B.b']));
  });

  it('instruments all that matches a pattern, and the roots', async () => {
    const { jvm } = await recording(CHAIN, ['Main', 'A'], { scheme: 'everything', includes: ['*::b', 'A'] });
    expect(jvm.probed()).toEqual(['A.<init>', 'A.a', 'A.lonely', 'Main.root!']);
    await jvm.load('B');
    expect(jvm.probed()).toEqual(['A.<init>', 'A.a', 'A.lonely', 'B.b', 'Main.root!']);
  });
});

describe('a refusal', () => {
  it('of the JVM is reported, keeps the old probes and reveals what the method would have called', async () => {
    const { jvm, revelation } = await recording(
      `class Bad { static void b() { Good.g(); } }
       class Good { static void g() { } }
       class Main { static void root() { Bad.b(); } }`,
      ['Main', 'Bad', 'Good'],
    );
    jvm.refuses.add('Bad');
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Good.g', 'Main.root!']);
    expect(revelation.stats().refusals.join()).toContain('Class Bad is not measured: the JVM refused it');
    expect(revelation.stats()).toMatchObject({ instrumentedMethods: 2, notMeasured: 1 });
  });

  it('of a class that cannot run is told, and no call is missing for it', async () => {
    const { jvm, revelation } = await recording(
      `class Bad { static void b() { } }
       class Main { static void root() { Bad.b(); } }`,
      ['Main', 'Bad'],
    );
    jvm.cannotRun.add('Bad');
    await jvm.invoke('Main.root');
    expect(revelation.stats()).toMatchObject({
      refusals: [
        'Class Bad is not measured: it needs class opt.Gone, which is missing, so none of its code can run. [classCannotRun]',
      ],
      notMeasured: 0,
    });
  });

  it('of a class is not tried again when more of its methods are reached, and what those call is measured', async () => {
    const { jvm, revelation } = await recording(
      `class Bad { static void b() { } static void late() { Later.l(); } }
       class Good { static void g() { Bad.late(); } }
       class Later { static void l() { } }
       class Main { static void root() { Bad.b(); Good.g(); } }`,
      ['Main', 'Bad', 'Good', 'Later'],
    );
    jvm.refuses.add('Bad');
    await jvm.invoke('Main.root');
    const asked: string[] = [];
    jvm.onRewrite = (name) => void asked.push(name);
    await jvm.invoke('Good.g');
    expect(asked).toEqual(['Later']);
    expect(jvm.probed()).toEqual(['Good.g', 'Later.l', 'Main.root!']);
    expect(revelation.stats().refusals).toHaveLength(1);
  });

  it('to restore a class is told, and it is tried again at the end of the next recording', async () => {
    const { jvm, revelation, notes } = await recording(CHAIN, ['Main', 'A', 'B']);
    await jvm.invoke('Main.root');
    jvm.keeps.add('A');
    await revelation.stop();
    expect(notes).toEqual(['warning: Class A could not be restored when the recording ended: VerifyError']);
    expect(jvm.probed()).toEqual(['A.a']);
    await revelation.start(recordingRequest('B::b', { clock: 'none', countTrivial: false }));
    jvm.keeps.delete('A');
    await revelation.stop();
    expect(jvm.probed()).toEqual([]);
    expect(notes).toHaveLength(1);
  });
});

describe('a start', () => {
  const EAGER = recordingRequest('Main::root', { scheme: 'eager', clock: 'none', countTrivial: false });

  it('tells how many methods its swap has given probes', async () => {
    const { jvm, revelation } = await bench(CHAIN, ['Main', 'A', 'B']);
    const told: number[] = [];
    jvm.onSwap = () => void told.push(revelation.stats().progress.awaitedMethods);
    jvm.classesPerSwap = 2;
    await revelation.start(EAGER);
    expect(told).toEqual([3, 1]); // the root last
    expect(revelation.stats().progress).toEqual({ reading: null, awaitedMethods: 0 });
  });

  it('is given up between two swaps', async () => {
    const { jvm, revelation } = await bench(CHAIN, ['Main', 'A', 'B']);
    const giveUp = new AbortController();
    jvm.onSwap = () => giveUp.abort(new Error('given up'));
    jvm.classesPerSwap = 2;
    await expect(revelation.start(EAGER, { signal: giveUp.signal })).rejects.toThrow('given up');
    jvm.onSwap = () => {};
    expect(jvm.log.join()).not.toContain('Main.root!');
    const restored: string[] = [];
    jvm.onRewrite = (name) => void restored.push(name);
    await revelation.stop();
    expect(restored).toEqual(['A', 'B']); // of thousands that were planned, those that the swaps got to
    expect(jvm.probed()).toEqual([]);
  });

  it('is given up within a swap, whose further classes get no probes', async () => {
    const { jvm, revelation } = await bench(CHAIN, ['Main', 'A', 'B']);
    const giveUp = new AbortController();
    jvm.classesPerSwap = 1;
    jvm.onRewrite = (name) => {
      if (name === 'B') giveUp.abort(new Error('given up'));
    };
    await expect(revelation.start(EAGER, { signal: giveUp.signal })).rejects.toThrow('given up');
    expect(jvm.probed().map((method) => method[0])).toEqual(['A', 'B']);
    await revelation.stop();
    expect(jvm.probed()).toEqual([]);
  });

  it('is given up before it has read what it needs', async () => {
    const { jvm, revelation } = await bench(CHAIN, ['Main', 'A', 'B']);
    const giveUp = new AbortController();
    const { classBytes } = jvm;
    let portions = 0;
    jvm.classBytes = async (classIds) => {
      if (++portions === 2) giveUp.abort(new Error('given up')); // the roots' were the first
      return classBytes.call(jvm, classIds);
    };
    await expect(revelation.start(EAGER, { signal: giveUp.signal })).rejects.toThrow('given up');
    expect(jvm.log).toEqual([]);
    await revelation.stop();
  });
});

describe('stop', () => {
  it('puts everything back, and a new recording begins anew', async () => {
    const { jvm, revelation } = await recording(CHAIN, ['Main', 'A', 'B']);
    await jvm.invoke('Main.root');
    const ids = [...jvm.methods.keys()];
    await revelation.stop();
    expect(jvm.probed()).toEqual([]);
    expect(jvm.hook.on).toBe(false);
    expect(jvm.bytesOf('Main')).toBe(jvm.originalOf('Main'));
    expect(revelation.stats().instrumentedMethods).toBe(0);
    await revelation.start(recordingRequest('A::a', { clock: 'none', countTrivial: false }));
    expect(jvm.probed()).toEqual(['A.a!']);
    expect([...jvm.methods.keys()].slice(ids.length).every((id) => !ids.includes(id))).toBe(true);
    await jvm.invoke('A.a');
    expect(jvm.probed()).toEqual(['A.a!', 'B.b']);
  });
});
