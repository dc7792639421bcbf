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

/** Invokes a method, and in the swap for it tells of a call by reflection. @returns what happened, in order */
async function reflectedWhile(invoked: string, className = 'java.lang.Object'): Promise<readonly string[]> {
  const { jvm, revelation } = await recording(SOURCE, ['Main', 'Key', 'Plain', 'Further']);
  for (const before of ['Main.root', 'Main.first'].filter((method) => method !== invoked)) {
    if (invoked === 'Plain.step' || before === 'Main.root') await jvm.invoke(before);
  }
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
  await Promise.all([jvm.invoke(invoked), goesOn]);
  return jvm.log.filter((line) => !line.startsWith('ready'));
}

describe('a call by reflection in the middle of a swap', () => {
  it('goes on at once into left-out code, which cannot call what is swapped', async () => {
    expect(await reflectedWhile('Plain.step')).toEqual(['goes on', 'swap Further.step']);
  });

  it('waits where left-out code may call back what is swapped', async () => {
    expect(await reflectedWhile('Main.first')).toEqual(['swap Key.<init> Key.compareTo', 'goes on']);
  });

  it('waits where it ends in the program', async () => {
    expect(await reflectedWhile('Plain.step', 'Key')).toEqual(['swap Further.step', 'goes on']);
  });
});
