import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recording } from '../testing/revelationBench.ts';

it('looks ahead when rounds come in quick succession, so that a long chain takes few of them', async () => {
  const chain = Array.from({ length: 200 }, (_, i) => `static void m${i}() { m${i + 1}(); }`).join('\n');
  const { jvm } = await recording(
    `class Main { static void root() { m0(); } ${chain} static void m200() { } }`,
    ['Main'],
  );
  await jvm.invoke('Main.root');
  for (let i = 0; i <= 200; i++) {
    await jvm.invoke(`Main.m${i}`);
    if (i < 5) expect(jvm.probed()).toHaveLength(i + 3);
  }
  expect(jvm.log.filter((line) => line.startsWith('swap')).length).toBeLessThan(20);
});

describe('a long chain of first invocations', () => {
  /** Each invocation may be the last: nothing is certain. @param others methods that the chain does not come to */
  const swapsOfChain = async (others: number) => {
    const chain = Array.from({ length: 120 }, (_, i) => `static void m${i}() { if (x) m${i + 1}(); }`);
    const unused = Array.from({ length: others }, (_, i) => `static void u${i}() { }`);
    const { jvm } = await recording(
      `class Main { static boolean x; static void root() { Many.m0(); } }
       class Many { static boolean x; ${chain.join(' ')} static void m120() { } ${unused.join(' ')} }`,
      ['Main', 'Many'],
    );
    await jvm.invoke('Main.root');
    for (let i = 0; i <= 120; i++) await jvm.invoke(`Many.m${i}`);
    expect(jvm.probed()).toHaveLength(122);
    return jvm.log.filter((line) => line.startsWith('swap')).length;
  };

  it('swaps a class of very many methods for the logarithm of their number', async () => {
    expect(await swapsOfChain(400)).toBeLessThan(12);
  });

  it('swaps a smaller class, which is cheap, as its methods are invoked', async () => {
    expect(await swapsOfChain(0)).toBeGreaterThan(40);
  });
});

describe('after many rounds in quick succession', () => {
  const hasty = async (program: string, compiled: readonly string[] = [], swapNs = 1) => {
    const chain = Array.from({ length: 9 }, (_, i) => `static void m${i}() { if (x) m${i + 1}(); }`).join(
      ' ',
    );
    const { jvm } = await recording(
      `class Main { static boolean x; static void root() { m0(); } ${chain} ${program} }`,
      ['Main'],
      {},
      {},
      compiled,
    );
    jvm.swapNs = swapNs;
    await jvm.invoke('Main.root');
    for (let i = 0; i <= 9; i++) await jvm.invoke(`Main.m${i}`);
    return jvm.probed().filter((name) => !/^Main\.(m\d|root!)$/.test(name));
  };

  const branches = `
      static void m9() { a(); }
      static void a() { b(); if (x) c(); }
      static void b() { }
      static void c() { if (x) d(); }
      static void d() { if (x) e(); }
      static void e() { f(); }
      static void f() { }`;

  it('plans what is certain to be called, and nothing behind a branch beyond a tenth', async () => {
    expect(await hasty(branches)).toEqual(['Main.a', 'Main.b', 'Main.c', 'Main.d']);
  });

  it('plans nothing behind a branch where the program runs warm and the JVM has not compiled it', async () => {
    expect(await hasty(branches, ['Main.b()V'])).toEqual(['Main.a', 'Main.b', 'Main.c']);
  });

  it('plans what methods call that the JVM has compiled', async () => {
    const program = `
      static void m9() { if (x) a(); else b(); }
      static void a() { if (x) c(); }
      static void b() { if (x) d(); }
      static void c() { if (x) e(); }
      static void d() { }
      static void e() { if (x) f(); }
      static void f() { }`;
    expect(await hasty(program, ['Main.a()V', 'Main.c()V'])).toContain('Main.e');
  });

  it('plans one more that is near for each 10 ms that such rounds have swapped', async () => {
    expect(await hasty(branches, ['Main.b()V'], 20e6)).toEqual([
      'Main.a',
      'Main.b',
      'Main.c',
      'Main.d',
      'Main.e',
    ]);
  });
});

describe('a program of very many classes that runs warm', () => {
  const others = Array.from({ length: 200 }, (_, i) => `O${i}`);
  const source = `
    ${others.map((name) => `class ${name} { }`).join(' ')}
    class Main { static boolean x; static void root() { A.a(); if (x) A.cold(); } }
    class A {
      static void a() { B.b(); new Thread(); if (Main.x) little(); }
      static void little() { if (Main.x) { B.little(); Warm.work(); } }
      static void cold() { B.never(); B.b(); C.c(); }
    }
    class B { static void b() { } static void never() { C.c(); } static void little() { if (Main.x) C.c(); } }
    class C { static void c() { } }
    class Warm implements Runnable { public void run() { B.never(); } static void work() { } }
    class Late implements Runnable { public void run() { } }
    class Later implements Runnable { public void run() { } }`;
  const warmed = (compiled: readonly string[], furtherClasses = 5_000) =>
    recording(source, ['Main', 'A', 'B', 'C', 'Warm', ...others], {}, {}, compiled, furtherClasses);
  const warm = async (compiled: readonly string[], furtherClasses = 5_000) =>
    (await warmed(compiled, furtherClasses)).jvm;

  it('has what the JVM has compiled below a root before anybody waits, in one swap with the roots', async () => {
    const jvm = await warm(['Main.root()V', 'A.a()V']);
    // What cold and little call is not there.
    expect(jvm.probed()).toEqual(['A.a', 'A.cold', 'A.little', 'B.b', 'Main.root!', 'Warm.run']);
    expect(jvm.log.filter((line) => line.startsWith('swap'))).toHaveLength(1);
    for (const method of ['Main.root', 'A.a', 'B.b']) await jvm.invoke(method);
    expect(jvm.log.filter((line) => line.startsWith('swap'))).toHaveLength(1);
  });

  it('does not expect what only left-out code calls: that is compiled for others', async () => {
    const jvm = await warm(['Main.root()V', 'A.a()V', 'Warm.run()V']);
    expect(jvm.probed()).toContain('Warm.run');
    expect(jvm.probed()).not.toContain('B.never');
  });

  it('expects it of a class of which the roots call another method', async () => {
    const compiled = ['Main.root()V', 'A.a()V', 'A.little()V', 'Warm.work()V', 'Warm.run()V'];
    expect((await warm(compiled)).probed()).toContain('B.never');
  });

  it('is rehearsed, where nobody waits for what is revealed', async () => {
    const { jvm, revelation } = await warmed(['Main.root()V', 'A.a()V']);
    const { rehearsal } = revelation;
    expect(rehearsal?.lastNewsMs()).toBe(-Infinity);
    await rehearsal?.begun();
    expect(jvm.readyMethods()).toEqual(['A.a', 'B.b']);
    await jvm.invoke('Main.root');
    expect(rehearsal?.lastNewsMs()).toBeGreaterThan(0);
    await jvm.invoke('A.cold');
    await rehearsal?.settled();
    expect(jvm.probed()).toContain('C.c');
  });

  it('takes up what is found within 250 ms of a rehearsal in one swap', async () => {
    const { jvm, revelation } = await warmed(['Main.root()V', 'A.a()V']);
    await revelation.rehearsal?.begun();
    const foundMs = performance.now();
    const cold = jvm.invoke('A.cold');
    await setImmediate(); // else the round had begun
    await Promise.all([cold, jvm.invoke('A.little')]);
    expect(performance.now() - foundMs).toBeGreaterThan(240); // else what is near would hide a round of its own
    expect(jvm.probed()).toEqual(expect.arrayContaining(['C.c', 'B.little']));
    expect(jvm.log.filter((line) => line.startsWith('swap'))).toHaveLength(2);
  });

  it('lacks nothing of what came without probes while it was rehearsed', async () => {
    const { jvm, revelation } = await warmed(['Main.root()V', 'A.a()V']);
    await jvm.load('Late', { lost: true });
    await expect.poll(() => jvm.probed()).toContain('Late.run');
    expect(revelation.stats().lostLoads).toBe(0);
    revelation.rehearsal?.ended();
    await jvm.load('Later', { lost: true });
    expect(revelation.stats().lostLoads).toBe(1);
  });

  it('is rehearsed only where the JVM has compiled something, and a swap is dear', async () => {
    expect((await warmed(['A.a()V'])).revelation.rehearsal).not.toBeNull();
    expect((await warmed([])).revelation.rehearsal).toBeNull();
    expect((await warmed(['Main.root()V'], 0)).revelation.rehearsal).toBeNull();
  });

  it('expects the same below a root that is called too rarely to be compiled', async () => {
    const ofCompiled = (await warm(['Main.root()V', 'A.a()V'])).probed();
    expect((await warm(['A.a()V'])).probed()).toEqual(ofCompiled);
  });

  it('expects nothing where a swap is cheap', async () => {
    expect((await warm(['Main.root()V', 'A.a()V'], 0)).probed()).toEqual(['Main.root!', 'Warm.run']);
  });

  it('has up to four that are near for each that is invoked', async () => {
    const jvm = await warm(['Main.root()V', 'A.a()V']);
    await jvm.invoke('A.little');
    expect(jvm.probed()).toContain('C.c');
  });
});
