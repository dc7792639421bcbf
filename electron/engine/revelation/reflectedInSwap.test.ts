import { describe, expect, it } from 'vitest';
import { recording } from '../testing/revelationBench.ts';

const SOURCE = `
  class Main {
    static void root() { first(); Plain.step(); }
    static void first() { new java.util.TreeSet<Key>().add(new Key()); }
  }
  class Key implements Comparable<Key> { public int compareTo(Key other) { return 0; } }
  class Plain { static void step() { Further.step(); } }
  class Further { static void step() { } }`;

/** Invokes methods, and in the swap for the last one tells of a call by reflection. @returns what happened then, in order */
async function reflectedWhile(
  methods: readonly string[],
  className = 'java.lang.Object',
): Promise<readonly string[]> {
  const { jvm, revelation } = await recording(SOURCE, ['Main', 'Key', 'Plain', 'Further']);
  for (const before of methods.slice(0, -1)) await jvm.invoke(before);
  jvm.log.length = 0;
  const goesOn = new Promise<void>((resolve) => (jvm.onReflected = resolve));
  void goesOn.then(() => jvm.log.push('goes on'));
  jvm.onSwap = async () => {
    jvm.onSwap = () => {};
    revelation.handlers.reflected({
      number: 0,
      classId: jvm.classIdOf(className),
      isStatic: false,
      name: '<init>',
      descriptor: '()V',
    });
    await Promise.resolve();
  };
  await Promise.all([jvm.invoke(methods[methods.length - 1]), goesOn]);
  return jvm.log.filter((line) => !line.startsWith('ready'));
}

describe('a call by reflection in the middle of a swap', () => {
  it('goes on at once into left-out code, which cannot call what is swapped', async () => {
    expect(await reflectedWhile(['Main.root', 'Main.first', 'Plain.step'])).toEqual([
      'goes on',
      'swap Further.step',
    ]);
  });

  it('waits where left-out code may call back what is swapped', async () => {
    expect(await reflectedWhile(['Main.root', 'Main.first'])).toEqual([
      'swap Key.<init> Key.compareTo',
      'goes on',
    ]);
  });

  it('waits where it ends in the program', async () => {
    expect(await reflectedWhile(['Main.root', 'Main.first', 'Plain.step'], 'Key')).toEqual([
      'swap Further.step',
      'goes on',
    ]);
  });
});
