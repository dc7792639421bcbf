import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { ALLOCATORS } from '../testing/coreClassFiles.ts';
import type { PaperJvm } from '../testing/paperJvm.ts';
import { recording, type Bench } from '../testing/revelationBench.ts';

/** Whether work ends while a swap is under way that other work began; both have ended then. */
async function endsBeforeSwap(
  jvm: PaperJvm,
  begin: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let hasBegun = (): void => {};
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  jvm.onSwap = () => {
    hasBegun();
    return ended;
  };
  const first = begin();
  await begun;
  const second = work();
  const endsBefore = await Promise.race([second.then(() => true), delay(50, false)]);
  end();
  await Promise.all([first, second]);
  return endsBefore;
}

/** First loads and, while the swap is under way that it began, Second does. */
async function secondEndsBeforeSwap(jvm: PaperJvm, outside = false): Promise<boolean> {
  return endsBeforeSwap(
    jvm,
    () => jvm.load('First', { outside }),
    () => jvm.load('Second', { outside }),
  );
}

async function begun(
  source: string,
  loaded: readonly string[],
  request: Partial<RecordingRequest> = {},
): Promise<Bench> {
  const made = await recording(source, loaded, request);
  await made.jvm.invoke('Main.root');
  return made;
}

const MINE = 'class Mine { static void here() { } static void there() { } }';
const MAIN = 'class Main { static void root() { First.run(); Second.run(); Mine.there(); } }';
const FIRST = 'class First { static void run() { Mine.here(); } }';
const EXCLUDED = { excludes: ['First', 'Second'] };

describe('a class that loads while what it calls is in a swap that is under way', () => {
  it.each([
    ['by name', 'class Second { static void run() { Mine.here(); } }'],
    ['by way of another class without probes', 'class Second { static void run() { First.run(); } }'],
  ])('waits for that swap where its code carries no probes and calls it %s', async (_, second) => {
    const source = [MINE, MAIN, FIRST, second].join('\n');
    const { jvm, revelation } = await begun(source, ['Main', 'Mine'], EXCLUDED);
    expect(await secondEndsBeforeSwap(jvm)).toBe(false);
    expect(jvm.probed()).toContain('Mine.here');
    expect(revelation.stats().callsMayBeMissing).toBe(false);
  });

  it.each([
    ['calls what carries probes already', 'class Second { static void run() { Mine.there(); } }'],
    ['calls nothing of the program', 'class Second { static int run() { return Math.max(1, 2); } }'],
    [
      'calls left-out code, which can call back no method of that swap',
      'class Second { static void run() { java.util.Objects.hash(1, 2); } }',
    ],
  ])('does not wait where it %s', async (_, second) => {
    const source = [MINE, MAIN, FIRST, second].join('\n');
    const { jvm } = await begun(source, ['Main', 'Mine'], EXCLUDED);
    expect(await secondEndsBeforeSwap(jvm)).toBe(true);
  });

  it('does not wait where its own methods carry probes: they stop at their first invocation', async () => {
    const source = [MINE, MAIN, FIRST, 'class Second { static void run() { Mine.here(); } }'].join('\n');
    const { jvm } = await begun(source, ['Main', 'Mine'], { excludes: ['First'] });
    expect(await secondEndsBeforeSwap(jvm)).toBe(true);
  });

  it('waits where left-out code that it calls may call back a method of that swap', async () => {
    const { jvm } = await recording(
      `class Task implements Runnable { public void run() { } }
       class Second { static void run(Runnable task) { task.run(); } }
       class Main { static Runnable task; static void root() { Second.run(task); } }`,
      ['Main', 'Task'],
      EXCLUDED,
    );
    const endsBefore = await endsBeforeSwap(
      jvm,
      () => jvm.invoke('Main.root'),
      () => jvm.load('Second'),
    );
    expect(endsBefore).toBe(false);
    expect(jvm.probed()).toContain('Task.run');
  });

  it('waits where a thread outside of the subgraph may hand out a method of that swap', async () => {
    const { jvm } = await begun(
      `interface Op { int apply(int x); }
       class Outer { static int twice(int x) { return 2 * x; } }
       class First { static Op op = Outer::twice; }
       class Second { static Op op = Outer::twice; }
       class Main { static Op op; static int root() { return op.apply(1); } }`,
      ['Main', 'Op', 'Outer'],
      { scheme: 'eager' },
    );
    expect(await secondEndsBeforeSwap(jvm, true)).toBe(false);
    expect(jvm.probed()).toContain('Outer.twice');
  });

  it.each([
    ['waits', 'named', false],
    ['does not wait', 'other', true],
  ])(
    '%s where a thread outside of the subgraph may find a method of that swap by the name "%s"',
    async (_, name, endsBefore) => {
      const unused = Array.from({ length: 257 }, (__, i) => `Unused${i}`);
      const { jvm } = await begun(
        `import java.lang.invoke.MethodHandle;
       ${unused.map((each) => `class ${each} { void unused() {} }`).join('\n')}
       class Outer { static int named() { return 1; } }
       class First { static String name = "named"; }
       class Second { static String name = "${name}"; }
       class Main { static MethodHandle handle; static void root() throws Throwable { handle.invoke(); } }`,
        ['Main', 'Outer', ...unused],
        { scheme: 'eager' },
      );
      expect(await secondEndsBeforeSwap(jvm, true)).toBe(endsBefore);
      expect(jvm.probed()).toContain('Outer.named');
    },
  );

  it('waits where it has native methods, and that swap is of methods for which the gates opened', async () => {
    const { jvm } = await begun(
      `class Item { int value() { return 1; } }
       class First { static native Item make(); }
       class Second { static native Item make(); }
       class Main { static int root(Item item) { return item.value(); } }`,
      ['Main', ...ALLOCATORS],
    );
    await jvm.load('Item');
    expect(jvm.gated()).toEqual(['Item']);
    expect(await secondEndsBeforeSwap(jvm, true)).toBe(false);
    expect(jvm.probed()).toContain('Item.value');
  });

  it('waits as well where another thread has announced it', async () => {
    const source = [MINE, 'class Main { static void root() { First.run(); } }', FIRST].join('\n');
    const { jvm, revelation } = await begun(source, ['Main', 'Mine'], EXCLUDED);
    const announceAgain = async (): Promise<void> => {
      const named = { classId: jvm.classIdOf('First'), loaderId: 1, name: 'First', module: '' };
      const loading = {
        ...named,
        outside: false,
        isCore: false,
        bytes: jvm.originalOf('First'),
        asked: true,
      };
      await revelation.handlers.classLoading(loading);
    };
    expect(await endsBeforeSwap(jvm, () => jvm.load('First'), announceAgain)).toBe(false);
  });
});
