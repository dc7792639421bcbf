import { SluiceError } from '../../../shared/base/errors.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ALLOCATORS } from '../testing/coreClassFiles.ts';
import { recording } from '../testing/revelationBench.ts';
import { SHAPES } from '../testing/shapes.ts';

describe('classes that load while recording', () => {
  it('come with probes on what revealed calls can reach', async () => {
    const { jvm } = await recording(SHAPES, ['Main', 'Square']);
    await jvm.invoke('Main.root');
    await jvm.invoke('Shape.twice');
    await jvm.load('Circle');
    expect(jvm.probed()).toEqual(expect.arrayContaining(['Circle.area', 'Circle.twice']));
    await jvm.load('Unrelated');
    expect(jvm.probed()).not.toContain('Unrelated.area');
  });

  it('come with probes although their supertypes are announced after them', async () => {
    const { jvm } = await recording(
      `abstract class Plugin { abstract int work(); }
       class First extends Plugin { int work() { return 1; } }
       class Main { static Plugin plugin; static int root() { return plugin.work(); } }`,
      ['Main'],
    );
    await jvm.invoke('Main.root');
    await jvm.load('First');
    expect(jvm.probed()).toEqual(['First.work', 'Main.root!']);
  });

  it('get a probe in their static initialiser', async () => {
    const { jvm } = await recording(
      `class Late { static int x = compute(); static int compute() { return 1; } static void use() { } }
       class Main { static void root() { Late.use(); } }`,
      ['Main'],
    );
    await jvm.invoke('Main.root');
    await jvm.load('Late');
    expect(jvm.probed()).toEqual(['Late.<clinit>', 'Late.use', 'Main.root!']);
    await jvm.invoke('Late.<clinit>');
    expect(jvm.probed()).toContain('Late.compute');
  });

  it('find the methods that they inherit instrumented: by name, before they came', async () => {
    const { jvm } = await recording(SHAPES, ['Main', 'Square', 'Base']);
    await jvm.invoke('Main.root');
    await jvm.invoke('Shape.twice');
    expect(jvm.probed()).toContain('Base.area');
    const swaps = jvm.log.length;
    await jvm.load('Joined');
    expect(jvm.log).toHaveLength(swaps);
  });

  it('find the methods instrumented that are called in their name and inherited', async () => {
    const { jvm } = await recording(
      `class Grantee { void grant() { } static void revoke() { } private void hidden() { } void other() { } }
       class User extends Grantee { }
       class Main { static User user; static void root() { user.grant(); User.revoke(); } }`,
      ['Main', 'Grantee'],
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Grantee.grant', 'Grantee.revoke', 'Main.root!']);
  });

  const LATE_MAKER = `
    interface Op { int apply(int x); }
    class Outer { static int twice(int x) { return 2 * x; } }
    class Maker { static Op make() { return Outer::twice; } }
    class Main { static Op op; static int root() { op = Maker.make(); return op.apply(1); } }`;

  it('are defined before what their lambdas name is swapped, for the JVM may wait for them in that swap', async () => {
    const { jvm } = await recording(LATE_MAKER, ['Main', 'Op', 'Outer']);
    await jvm.invoke('Main.root');
    let isDefined = false;
    let wasDefined = false;
    jvm.onSwap = () => void (wasDefined = isDefined);
    await jvm.load('Maker');
    isDefined = true;
    await jvm.invoke('Maker.make');
    expect(wasDefined).toBe(true);
    expect(jvm.probed()).toContain('Outer.twice');
  });

  it('let their methods pass only when what their lambdas name is swapped', async () => {
    const { jvm } = await recording(LATE_MAKER, ['Main', 'Op', 'Outer']);
    await jvm.invoke('Main.root');
    let readyInSwap: readonly string[] = ['no swap'];
    jvm.onSwap = async () => {
      await Promise.resolve();
      readyInSwap = jvm.readyMethods();
    };
    await jvm.load('Maker');
    await jvm.invoke('Maker.make');
    expect(readyInSwap).toEqual(['Main.root']);
  });

  it('are defined after what their lambdas name is swapped, if a thread outside of the subgraph loads them', async () => {
    const { jvm } = await recording(LATE_MAKER, ['Main', 'Op', 'Outer']);
    await jvm.invoke('Main.root');
    await jvm.load('Maker', { outside: true });
    expect(jvm.probed()).toContain('Outer.twice'); // Maker.make runs there without waiting
  });

  it.each([
    [
      'are told as defined early if another thread may hand out what is not swapped yet',
      'class Late { static Op op = Outer::twice; }',
      true,
    ],
    [
      'are not told as defined early if their methods stop before they call what is not swapped yet',
      'class Late { static Op op = x -> Outer.twice(x); static int use() { return Outer.twice(1); } }',
      false,
    ],
  ])('%s', async (_, late, isMissed) => {
    const { jvm, revelation, notes } = await recording(
      `interface Op { int apply(int x); }
       class Outer { static int twice(int x) { return 2 * x; } }
       ${late}
       class Main { static Op op; static int root() { return op.apply(1); } }`,
      ['Main', 'Op', 'Outer'],
      { scheme: 'eager' },
    );
    await jvm.invoke('Main.root'); // before it nothing can be missed
    let load: Promise<void> | null = null;
    jvm.onSwap = () => load ?? undefined; // the JVM's verifier waits for the class in the middle of the swap
    load = jvm.load('Late', { outside: true });
    await load;
    if (!isMissed) {
      await jvm.invoke('Late.lambda$static$0'); // waits for the swap
      expect(jvm.probed()).toContain('Outer.twice');
    }
    await revelation.stop();
    expect(revelation.stats().callsMayBeMissing).toBe(isMissed);
    expect(notes.filter((note) => note.includes('had to be defined before'))).toHaveLength(isMissed ? 1 : 0);
  });

  const HANDS_OUT = `
    interface Op { int apply(int x); }
    class Outer { static int twice(int x) { return 2 * x; } }
    class Late { static Op op = Outer::twice; }
    class Main { static Op op; static int root() { return op.apply(1); } }`;

  it('wait for a swap as long as it gets on: on a busy machine it takes seconds', async () => {
    const { jvm, revelation } = await recording(HANDS_OUT, ['Main', 'Op', 'Outer'], { scheme: 'eager' });
    await jvm.invoke('Main.root');
    let looks = 0;
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    jvm.onSwap = () => ended;
    jvm.swapWork = () => {
      if (++looks === 7) end(); // the look at the beginning and six of 100 ms
      return { workerNs: 10e6 * looks, vmThreadNs: 0 };
    };
    await jvm.load('Late', { outside: true });
    expect(jvm.probed()).toContain('Outer.twice');
    expect(revelation.stats().callsMayBeMissing).toBe(false);
  });

  it('wait for no swap once the recording is stopped', async () => {
    const { jvm, revelation } = await recording(HANDS_OUT, ['Main', 'Op', 'Outer'], { scheme: 'eager' });
    await jvm.invoke('Main.root');
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    jvm.onSwap = () => ended;
    let workerNs = 0;
    jvm.swapWork = () => ({ workerNs: (workerNs += 10e6), vmThreadNs: 0 });
    const load = jvm.load('Late', { outside: true });
    const stopped = revelation.stop();
    await load;
    end();
    await stopped;
    expect(revelation.stats().callsMayBeMissing).toBe(false);
  });

  it('are not told as defined early where no root has been entered yet: nothing can have been missed', async () => {
    const { jvm, revelation } = await recording(
      `interface Op { int apply(int x); }
       class Outer { static int twice(int x) { return 2 * x; } }
       class Late { static Op op = Outer::twice; }
       class Main { static Op op; static int root() { return op.apply(1); } }`,
      ['Main', 'Op', 'Outer'],
      { scheme: 'eager' },
    );
    let load: Promise<void> | null = null;
    jvm.onSwap = () => load ?? undefined; // as above
    await (load = jvm.load('Late', { outside: true }));
    await jvm.invoke('Main.root'); // waits for the swap
    expect(jvm.probed()).toContain('Outer.twice');
    await revelation.stop();
    expect(revelation.stats().callsMayBeMissing).toBe(false);
  });

  it.each([
    ['are told as defined early if their strings name what is not swapped yet', '"twice"', true],
    [
      'are not told as defined early if their strings name nothing, though reflection is guessed',
      '""',
      false,
    ],
  ])('%s', async (_, name, isMissed) => {
    const { jvm, revelation } = await recording(
      `import java.lang.invoke.MethodHandle;
       ${Array.from({ length: 257 }, (__, i) => `class Unused${i} { void unused() {} }`).join('\n')}
       class Outer { static int twice(int x) { return 2 * x; } static int other() { return 1; } }
       class Late { static String name = ${name}; static int use() { return Outer.other(); } int overridden() { return use(); } }
       class Main { static MethodHandle handle; static Late late; static void root() throws Throwable { handle.invoke(); late.overridden(); } }`,
      ['Main', 'Outer', ...Array.from({ length: 257 }, (__, i) => `Unused${i}`)],
      { scheme: 'eager' },
    );
    await jvm.invoke('Main.root');
    let load: Promise<void> | null = null;
    jvm.onSwap = () => load ?? undefined; // as above
    load = jvm.load('Late', { outside: true });
    await load;
    await jvm.invoke('Late.use'); // waits for the swap
    expect(jvm.probed()).toContain('Outer.other');
    await revelation.stop();
    expect(revelation.stats().callsMayBeMissing).toBe(isMissed);
  });

  it('let no older method pass either that calls what is still to be swapped', async () => {
    const { jvm } = await recording(
      `interface Op { int apply(int x); }
       class Outer { static int twice(int x) { return 2 * x; } }
       class Maker { static Op make() { return Outer::twice; } }
       class Main {
         static Op op;
         static int root() { return first() + later() + op.apply(1); }
         static int first() { return leaf(); }
         static int leaf() { return 0; }
         static int later() { return Outer.twice(1); }
       }`,
      ['Main', 'Op', 'Outer'],
    );
    await jvm.invoke('Main.root');
    let load: Promise<void> | null = null;
    let readyBefore: readonly string[] = [];
    jvm.onSwap = async () => {
      if (load === null) await (load = jvm.load('Maker'));
      else if (!jvm.probed().includes('Outer.twice')) readyBefore = jvm.readyMethods();
    };
    await jvm.invoke('Main.first');
    await jvm.invoke('Main.later');
    expect(jvm.probed()).toContain('Outer.twice');
    expect(readyBefore).not.toContain('Main.later');
  });

  it('are answered at once while a swap is under way', async () => {
    const { jvm } = await recording(SHAPES, ['Main', 'Square']);
    await jvm.invoke('Main.root');
    jvm.onSwap = async () => {
      jvm.onSwap = () => {};
      await jvm.load('Circle'); // would never end if the answer needed the swap
    };
    await jvm.invoke('Shape.twice');
    expect(jvm.probed()).toEqual(expect.arrayContaining(['Circle.area', 'Square.area']));
  });

  it.each([
    ['are told as missing if they are defined after they were given up', true],
    ['are forgotten if they are never defined', false],
  ])('that are announced and not defined for long %s', async (_, isDefined) => {
    const { jvm, revelation } = await recording(
      `class Late { static void a() { } static void b() { } static void c() { } }
       class Main {
         static void root() { first(); second(); third(); }
         static void first() { Late.a(); }
         static void second() { Late.b(); }
         static void third() { Late.c(); }
       }`,
      ['Main'],
    );
    let define = (): void => {};
    const definedAfter = new Promise<void>((resolve) => (define = resolve));
    const load = jvm.load('Late', { definedAfter });
    for (const method of ['root', 'first', 'second', 'third']) await jvm.invoke(`Main.${method}`);
    if (isDefined) {
      define();
      await load;
    }
    await revelation.stop();
    expect(revelation.stats().callsMayBeMissing).toBe(isDefined);
  });

  it.each([
    ['keep waiting who may call them, until they are defined and swapped', 'first'],
    ['keep waiting who may call them in a later round, too', 'later'],
  ])('that are announced and not defined yet %s', async (_, caller) => {
    const { jvm, revelation } = await recording(
      `class Late { static void a() { } }
       class Main {
         static void root() { first(); later(); other(); }
         static void first() { Late.a(); }
         static void later() { Late.a(); }
         static int other() { return 1; }
       }`,
      ['Main'],
    );
    await jvm.invoke('Main.root');
    let define = (): void => {};
    const definedAfter = new Promise<void>((resolve) => (define = resolve));
    const load = jvm.load('Late', { definedAfter });
    let swaps = 0;
    let othersPassed: Promise<void> | null = null;
    jvm.onSwap = async () => {
      swaps++;
      if (swaps === 1) othersPassed = jvm.invoke('Main.other');
      if (swaps !== 2) return;
      await othersPassed; // else the class would never be defined
      define();
      await load;
    };
    const waits = jvm.invoke('Main.first');
    if (caller === 'later') void jvm.invoke('Main.later');
    const isProbedWhenReady = async (): Promise<boolean> => {
      while (!jvm.readyMethods().includes(`Main.${caller}`)) await delay(1);
      return jvm.probed().includes('Late.a');
    };
    expect(await isProbedWhenReady()).toBe(true);
    await waits;
    await revelation.stop();
    expect(revelation.stats().callsMayBeMissing).toBe(false);
  });

  it.each([
    ['the JVM ends are not swapped again', 'target-gone', 2],
    ['swaps fail are given up', 'busy', 4],
  ] as const)(
    'that are announced and not defined as %s, and others have their turn',
    async (_, code, most) => {
      const { jvm, revelation } = await recording(
        `class Late { static void a() { } }
       class Main { static void root() { first(); } static void first() { Late.a(); } }`,
        ['Main'],
      );
      await jvm.invoke('Main.root');
      void jvm.load('Late', { definedAfter: new Promise(() => {}) });
      let swaps = 0;
      jvm.onSwap = () => {
        if (++swaps > 100) return new Promise(() => {}); // or it would go on for ever
        return swaps === 1 ? Promise.resolve() : Promise.reject(new SluiceError(code, 'No swap.'));
      };
      void jvm.invoke('Main.first');
      while (swaps < 2) await delay(1);
      await delay(1);
      expect(swaps).toBeLessThanOrEqual(most);
      jvm.onSwap = () => Promise.resolve();
      await revelation.stop();
    },
  );

  it('wait longer for the swap if they open the gates of all classes, once in a recording', async () => {
    const { jvm, revelation } = await recording(
      `class Item { int value() { return 1; } }
       class Bridge { static native Item make(); }
       class Main { static int root(Item item) { return item.value(); } }`,
      ['Main', ...ALLOCATORS],
    );
    await jvm.invoke('Main.root');
    await jvm.load('Item');
    expect(jvm.gated()).toEqual(['Item']);
    jvm.onSwap = () => delay(600); // what such a swap takes in a program of many classes
    await jvm.load('Bridge', { outside: true });
    expect(jvm.probed()).toContain('Item.value');
    expect(revelation.stats().callsMayBeMissing).toBe(false);
  });

  it.each(['lazy', 'eager'] as const)(
    'wait for no swap if their native methods need an object: whoever makes one does, %s',
    async (scheme) => {
      const { jvm, revelation } = await recording(
        `abstract class Db { abstract void step(); }
         class Item { int value() { return 1; } }
         class NativeDb extends Db { NativeDb() { } native void step(); void run(Item item) { item.value(); } }
         class Main { static void root(Db db, Item item) { db.step(); item.value(); } }`,
        ['Main', 'Db', ...ALLOCATORS],
        { scheme },
      );
      await jvm.invoke('Main.root');
      await jvm.load('Item');
      let load: Promise<void> | null = null;
      jvm.onSwap = () => load ?? undefined; // the JVM's verifier waits for the class in the middle of the swap
      load = jvm.load('NativeDb', { outside: true });
      await load;
      expect(jvm.gated()).toContain('NativeDb');
      await jvm.make('NativeDb');
      expect(jvm.probed()).toContain('Item.value');
      await revelation.stop();
      expect(revelation.stats().callsMayBeMissing).toBe(false);
    },
  );

  it('have no gates for their native methods where they are left out', async () => {
    const { jvm } = await recording(
      `class Item { int value() { return 1; } }
       class NativeDb { NativeDb() { } native void step(Item item); }
       class Main { static int root(Item item) { return item.value(); } }`,
      ['Main', ...ALLOCATORS],
      { excludes: ['NativeDb'] },
    );
    await jvm.invoke('Main.root');
    await jvm.load('Item');
    await jvm.load('NativeDb', { outside: true });
    expect(jvm.gated()).not.toContain('NativeDb');
    expect(jvm.bytesOf('NativeDb')).toEqual(jvm.originalOf('NativeDb'));
  });

  it('are swapped later if they loaded before the calls of them were revealed', async () => {
    const { jvm } = await recording(SHAPES, ['Main', 'Square']);
    await jvm.load('Circle');
    expect(jvm.probed()).not.toContain('Circle.twice');
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toContain('Circle.twice');
  });
});

describe('a class that is defined before its answer', () => {
  it.each(['lazy', 'eager', 'everything'] as const)(
    'has its probes with the next swap, and is told, %s',
    async (scheme) => {
      const { jvm, revelation } = await recording(SHAPES, ['Main', 'Square'], { scheme });
      if (scheme !== 'everything') await jvm.invoke('Main.root'); // before it nothing can be missed
      await jvm.load('Circle', { lost: true });
      await expect.poll(() => jvm.probed()).toContain('Circle.twice');
      expect(revelation.stats()).toMatchObject({ lostLoads: 1, callsMayBeMissing: false });
    },
  );

  it('is told though nothing was to be put into it, if it made others reachable', async () => {
    const { jvm, revelation } = await recording(
      `interface Op { int apply(int x); }
       class Outer { static int twice(int x) { return 2 * x; } }
       class Aside implements Op { public int apply(int x) { return Outer.twice(x); } }
       class Main { static Op op; static int root() { return op.apply(1); } }`,
      ['Main', 'Op', 'Outer'],
      { excludes: ['Aside'] },
    );
    await jvm.invoke('Main.root');
    await jvm.load('Aside', { lost: true });
    await expect.poll(() => jvm.probed()).toContain('Outer.twice');
    expect(revelation.stats()).toMatchObject({ lostLoads: 1, callsMayBeMissing: false });
  });

  it('lacks nothing where nothing was to be put into it', async () => {
    const { jvm, revelation } = await recording(
      `class Main { static void root() { } }
       class Aside { static void run() { } }`,
      ['Main'],
    );
    await jvm.load('Aside', { lost: true });
    expect(revelation.stats()).toMatchObject({ lostLoads: 0, callsMayBeMissing: false });
  });
});
