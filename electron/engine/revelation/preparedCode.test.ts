import { describe, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import type { ClassId } from '../../../shared/base/ids.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { bench } from '../testing/revelationBench.ts';
import { compileWarm } from '../testing/warmCompiler.ts';
import { PreparedCode, sourceOf } from './preparedCode.ts';

const CHAIN = `
  class Main { static void root() { A.a(); } }
  class A { static void a() { B.b(); } }
  class B { static void b() { } }`;
const EAGER = recordingRequest('Main::root', { scheme: 'eager', clock: 'none', countTrivial: false });

const ids = (...numbers: number[]): ClassId[] => numbers as ClassId[];

describe('prepared code', () => {
  it('is of the classes whose files are known, each with what it was made of, until they are let go', async () => {
    const files = new Map([1, 2, 3].map((id) => [id as ClassId, Uint8Array.of(id, id)]));
    const prepared = new PreparedCode(files, (id, bytes) => (id === 2 ? null : Uint8Array.of(...bytes, 9)));
    expect(await prepared.of(ids(1, 7, 2))).toEqual([
      { classId: 1, source: sourceOf(Uint8Array.of(1, 1)), rewritten: Uint8Array.of(1, 1, 9) },
      { classId: 2, source: sourceOf(Uint8Array.of(2, 2)), rewritten: new Uint8Array() },
    ]);
    prepared.forget(1 as ClassId);
    expect(await prepared.of(ids(1, 3))).toMatchObject([{ classId: 3 }]);
    prepared.drop();
    expect(await prepared.of(ids(1, 2, 3))).toEqual([]);
  });

  it('ends at 8 MiB', async () => {
    const files = new Map(ids(1, 2, 3, 4).map((id) => [id, new Uint8Array(3 << 20)]));
    const prepared = new PreparedCode(files, (_, bytes) => bytes);
    expect((await prepared.of(ids(1, 2, 3, 4))).map(({ classId }) => classId)).toEqual([1, 2, 3]);
  });

  it('knows the length and the CRC-32 of what it was made of', () => {
    expect(sourceOf(new TextEncoder().encode('123456789')).toString(16)).toBe('9cbf43926');
  });
});

describe('a class that is swapped', () => {
  it('is not asked about, unless others have changed it since the start', async () => {
    const { jvm, revelation } = await bench(CHAIN, ['Main', 'A', 'B']);
    const changed = await compileWarm(CHAIN.replace('b() { }', 'b() { int changed = 1; }'));
    jvm.onSwap = () => jvm.redefine('B', ensure(changed.get('B'), 'B'));
    await revelation.start(EAGER);
    expect(jvm.asked).toEqual(['B']);
    expect(jvm.probed()).toEqual(['A.a', 'B.b', 'Main.root!']);
  });

  it('gets no probes if it is asked about after the start was given up', async () => {
    const { jvm, revelation } = await bench(CHAIN, ['Main', 'A', 'B']);
    const changed = await compileWarm(CHAIN.replace('b() { }', 'b() { int changed = 1; }'));
    const giveUp = new AbortController();
    jvm.onSwap = () => jvm.redefine('B', ensure(changed.get('B'), 'B'));
    jvm.onRewrite = (name) => {
      if (name === 'B') giveUp.abort(new Error('given up'));
    };
    await expect(revelation.start(EAGER, { signal: giveUp.signal })).rejects.toThrow('given up');
    expect(jvm.probed()).toEqual(['A.a', 'Main.root!']);
    await revelation.stop();
    expect(jvm.probed()).toEqual([]);
  });
});
