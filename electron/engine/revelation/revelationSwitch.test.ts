import { describe, expect, it } from 'vitest';
import { parseMethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { recording, type Bench } from '../testing/revelationBench.ts';

const SOURCE = `
  class Util {
    static void first() { second(); Other.other(); }
    static void second() { }
    static void never() { Other.rare(); }
  }
  class Other { static void other() { } static void rare() { } }
  class Main { static void root() { Util.first(); if (Util.class == null) Util.never(); } }`;

const LOADED = ['Main', 'Util', 'Other'];

describe('a method that is switched off', () => {
  it('carries no probe after one swap, and what it calls does', async () => {
    const bench = await recording(SOURCE, LOADED);
    await bench.jvm.invoke('Main.root');
    await bench.jvm.invoke('Util.first');
    const swaps = bench.jvm.log.length;
    expect(await off(bench, 'Util::first')).toBe(1);
    expect(bench.jvm.probed()).toEqual(['Main.root!', 'Other.other', 'Util.never', 'Util.second']);
    expect(bench.jvm.log.slice(swaps)).toEqual(['ready Util.first', 'swap']);
    expect(bench.revelation.stats().switchedOff).toEqual({ count: 1, names: ['Util::first()'] });
  });

  it('has its callees instrumented before its own probes go, if it was not invoked yet', async () => {
    const bench = await recording(SOURCE, LOADED);
    await bench.jvm.invoke('Main.root');
    await off(bench, 'Util::never');
    expect(bench.jvm.log.slice(-3)).toEqual(['swap Other.rare', 'ready Util.never', 'swap']);
    expect(bench.jvm.probed()).toEqual(['Main.root!', 'Other.rare', 'Util.first']);
  });

  it('lets a thread go that waits in its entry probe', async () => {
    const bench = await recording(SOURCE, LOADED);
    await bench.jvm.invoke('Main.root');
    const switched = off(bench, 'Util::first');
    await bench.jvm.invoke('Util.first');
    await switched;
    expect(bench.jvm.probed()).not.toContain('Util.first');
  });

  it('is measured again with the same id when it is switched on', async () => {
    const bench = await recording(SOURCE, LOADED);
    await bench.jvm.invoke('Main.root');
    await bench.jvm.invoke('Util.first');
    const ids = bench.jvm.methods.size;
    const before = bench.jvm.probed();
    await off(bench, 'Util::first', 'Util::second');
    expect(await on(bench, 'Util')).toBe(2);
    expect(bench.jvm.probed()).toEqual(before);
    expect(bench.jvm.methods.size).toBe(ids);
    await bench.jvm.invoke('Util.first');
    expect(bench.revelation.stats()).toMatchObject({ instrumentedMethods: 5, switchedOff: { count: 0 } });
  });

  it('counts as instrumented still, since it was called with probes', async () => {
    const bench = await recording(SOURCE, LOADED);
    await bench.jvm.invoke('Main.root');
    const { instrumentedMethods, instrumentedClasses } = bench.revelation.stats();
    await off(bench, 'Util');
    expect(bench.revelation.stats()).toMatchObject({
      instrumentedMethods: instrumentedMethods + 2, // Other's
      instrumentedClasses: instrumentedClasses + 1,
    });
  });

  it('is what a pattern matches when it comes', async () => {
    const bench = await recording(
      `class Late { static void late() { Mine.mine(); } static void too() { } }
       class Mine { static void mine() { } }
       class Main { static void root() { Late.late(); Late.too(); } }`,
      ['Main', 'Mine'],
    );
    expect(await off(bench, 'Late::late')).toBe(0);
    await bench.jvm.invoke('Main.root');
    await bench.jvm.load('Late');
    expect(bench.jvm.probed()).toEqual(['Late.too', 'Main.root!']);
    await bench.jvm.invoke('Late.late'); // waits at its gate
    expect(bench.jvm.probed()).toEqual(['Late.too', 'Main.root!', 'Mine.mine']);
    expect(bench.revelation.stats().switchedOff.names).toEqual(['Late::late()']);
    await on(bench, 'Late');
    expect(bench.jvm.probed()).toContain('Late.late');
    await bench.jvm.invoke('Late.late');
  });

  it('lets its class come in the middle of a swap that waits for it', async () => {
    const bench = await recording(
      `class Late { static void late() { Other.other(); } }
       class Other { static void other() { } }
       class Main { static void root() { mine(); Late.late(); } static void mine() { } }`,
      ['Main', 'Other'],
    );
    await off(bench, 'Late');
    bench.jvm.onSwap = () => bench.jvm.load('Late'); // the verifier does
    await bench.jvm.invoke('Main.root');
    expect(bench.revelation.stats().callsMayBeMissing).toBe(false);
    expect(bench.notes).toEqual([]);
    await bench.jvm.invoke('Late.late');
    expect(bench.jvm.probed()).toEqual(['Main.mine', 'Main.root!', 'Other.other']);
  });

  it('may be a constructor, with its gate', async () => {
    const bench = await recording(
      `class Base { Base(int i) { } }
       class Mine extends Base { Mine() { super(Main.arg()); body(); } void body() { } }
       class Main { static void root() { new Mine(); } static int arg() { return 1; } }`,
      ['Main', 'Mine', 'Base'],
    );
    await bench.jvm.invoke('Main.root');
    expect(bench.jvm.probed()).toEqual(['Main.root!', 'Mine.<init>']);
    await off(bench, 'Mine::<init>');
    expect(bench.jvm.probed()).toEqual(['Base.<init>', 'Main.arg', 'Main.root!', 'Mine.body']);
    expect(bench.jvm.bytesOf('Mine')).not.toEqual(bench.jvm.originalOf('Mine')); // body
    await off(bench, 'Mine');
    expect(bench.jvm.bytesOf('Mine')).toEqual(bench.jvm.originalOf('Mine'));
  });

  it.each(['eager', 'everything'] as const)('is taken out in the scheme %s too', async (scheme) => {
    const bench = await recording(SOURCE, LOADED, { scheme });
    const before = bench.jvm.probed();
    await off(bench, 'Util::*');
    expect(bench.jvm.probed()).toEqual(before.filter((name) => !name.startsWith('Util.')));
    await on(bench, 'Util::*');
    expect(bench.jvm.probed()).toEqual(before);
  });

  it('may be one that is counted only', async () => {
    const bench = await recording(SOURCE, LOADED, { scheme: 'eager', countTrivial: true });
    expect(bench.jvm.probed()).toContain('Other.other+');
    await off(bench, 'Other::other');
    expect(bench.jvm.probed()).not.toContain('Other.other+');
    await on(bench, 'Other::other');
    expect(bench.jvm.probed()).toContain('Other.other+');
  });

  it('stays measured where the JVM keeps its probes, and that is told', async () => {
    const bench = await recording(SOURCE, LOADED);
    await bench.jvm.invoke('Main.root');
    bench.jvm.refuses.add('Util');
    expect(await off(bench, 'Util::first')).toBe(0);
    expect(bench.jvm.probed()).toContain('Util.first');
    expect(bench.revelation.stats().switchedOff.count).toBe(0);
    expect(bench.revelation.stats().refusals.at(-1)).toContain('probes of 1 method: not switched off');
  });
});

describe('a switch', () => {
  it('leaves roots measured', async () => {
    const bench = await recording(SOURCE, LOADED);
    await bench.jvm.invoke('Main.root');
    await off(bench, '**');
    expect(bench.jvm.probed()).toEqual(['Main.root!']);
    expect(bench.revelation.stats().switchedOff.count).toBe(5);
  });

  it.each([
    ['Main::root', 'Main::root: a root of the recording cannot be switched off'],
    ['Util::frist', 'Util::frist: class Util has no such method with code.'],
    [
      'java.util.HashMap::put',
      'java.util.HashMap::put: class java.util.HashMap is left out of this recording',
    ],
    ['!Util', 'Pattern "!Util": ! has no meaning'],
  ])('of %s is refused, and nothing is switched', async (pattern, message) => {
    const bench = await recording(SOURCE, LOADED);
    const before = bench.jvm.probed();
    await expect(off(bench, 'Util::first', pattern)).rejects.toThrow(message);
    expect(bench.jvm.probed()).toEqual(before);
    await bench.jvm.invoke('Main.root');
    expect(bench.jvm.probed()).toContain('Util.first');
  });

  it('is refused when nothing is recorded', async () => {
    const bench = await recording(SOURCE, LOADED);
    await bench.revelation.stop();
    await expect(off(bench, 'Util::first')).rejects.toMatchObject({ code: 'busy' });
  });

  it('holds for one recording only', async () => {
    const bench = await recording(SOURCE, LOADED);
    await off(bench, 'Util');
    await bench.revelation.stop();
    expect(bench.jvm.probed()).toEqual([]);
    await bench.revelation.start(REQUEST);
    bench.jvm.ready.clear();
    await bench.jvm.invoke('Main.root');
    expect(bench.jvm.probed()).toContain('Util.first');
  });
});

const REQUEST = recordingRequest('Main::root', { clock: 'none', countTrivial: false });

function off(bench: Bench, ...patterns: string[]): Promise<number> {
  return switched(bench, patterns, false);
}

function on(bench: Bench, ...patterns: string[]): Promise<number> {
  return switched(bench, patterns, true);
}

async function switched({ revelation }: Bench, patterns: readonly string[], on: boolean): Promise<number> {
  const methods = await revelation.switchMethods(patterns.map(parseMethodPattern), on);
  return methods.length;
}
