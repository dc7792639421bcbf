import { describe, expect, it } from 'vitest';
import { compileWarm } from '../testing/warmCompiler.ts';
import { recording } from '../testing/revelationBench.ts';

const SOURCE = `
  class Point {
    private final int x; Point(int x) { this.x = x; } int x() { return x; } int twice() { return x() + x(); }
    static int zero() { return 0; }
  }
  class Late { int get() { return 1; } int more() { return new Point(2).x(); } }
  class Main {
    static int root() { return new Point(3).twice() + Point.zero() + new Late().get() + new Late().more(); }
  }`;

describe('trivial methods', () => {
  it('are counted, wait for nothing, and are none that has to be ready', async () => {
    const { jvm } = await recording(SOURCE, ['Main', 'Point'], { countTrivial: true });
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.root!', 'Point.<init>+', 'Point.twice', 'Point.zero+']);
    expect(jvm.log).toEqual([
      'swap Main.root!',
      'swap Point.<init>+ Point.twice Point.zero+',
      'ready Main.root',
    ]);
    await jvm.invoke('Point.twice');
    expect(jvm.probed()).toContain('Point.x+');
    await jvm.load('Late');
    expect(jvm.probed()).toEqual(expect.arrayContaining(['Late.<init>+', 'Late.get+', 'Late.more']));
    expect(jvm.readyMethods()).toEqual(['Main.root', 'Point.twice']);
  });

  it('have times where that is wished, and as roots', async () => {
    const timed = await recording(SOURCE, ['Main', 'Point'], { countTrivial: false });
    await timed.jvm.invoke('Main.root');
    expect(timed.jvm.probed()).toEqual(['Main.root!', 'Point.<init>', 'Point.twice', 'Point.zero']);
    const root = await recording(SOURCE, ['Main', 'Point'], { countTrivial: true, roots: ['Point::zero'] });
    expect(root.jvm.probed()).toEqual(['Point.zero!']);
  });

  it('are judged by the code that the JVM has when it is swapped', async () => {
    const { jvm } = await recording(SOURCE, ['Main', 'Point'], { countTrivial: true });
    const changed = await compileWarm(SOURCE.replace('return 0;', 'return new Point(1).x();'));
    jvm.redefine('Point', changed.get('Point')!);
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.root!', 'Point.<init>+', 'Point.twice', 'Point.zero']);
    await jvm.invoke('Point.zero');
    // What the new code calls is known, so that twice(), which calls the same, need not stop any more.
    expect(jvm.readyMethods()).toEqual(['Main.root', 'Point.twice', 'Point.zero']);
  });

  it.each(['eager', 'everything'] as const)('are counted by the scheme %s too', async (scheme) => {
    const { jvm } = await recording(SOURCE, ['Main', 'Point'], { countTrivial: true, scheme });
    const counted = jvm.probed().filter((name) => /^Point.*\+$/.test(name));
    expect(counted).toEqual(['Point.<init>+', 'Point.x+', 'Point.zero+']);
  });
});
