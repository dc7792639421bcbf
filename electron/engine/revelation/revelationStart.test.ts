import { describe, expect, it } from 'vitest';
import type { ClassId } from '../../../shared/base/ids.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import { CLASS_FLAG } from '../../../shared/wire/controlMessage.ts';
import { bench, recording } from '../testing/revelationBench.ts';

describe('roots', () => {
  const source = `
    package shop;
    class Cart {
      int price(int n) { return n; }
      int price(String s) { return 0; }
      native void nothing();
      class Item { void add() { } }
    }
    abstract class Shelf { abstract void fill(); }
    interface Tax { int PERCENT = Integer.parseInt("19"); static void pay() { } }
    class Late { int price(int n) { return n; } static class Later { int price(int n) { return n; } } }`;
  const loaded = ['shop.Cart', 'shop.Cart$Item', 'shop.Shelf', 'shop.Tax'];

  it.each([
    ['shop.Cart::price', ['shop.Cart.price!', 'shop.Cart.price!']],
    ['shop.Cart::price(String)', ['shop.Cart.price!']],
    ['shop.Cart.Item::add', ['shop.Cart$Item.add!']],
    ['shop.*::add', ['shop.Cart$Item.add!']],
    ['shop.Tax', ['shop.Tax.<clinit>!', 'shop.Tax.pay!']],
    ['shop.Ta*::*', ['shop.Tax.<clinit>!', 'shop.Tax.pay!']],
    ['shop.Tax::p*', ['shop.Tax.pay!']],
    ['re:shop.Tax', ['shop.Tax.<clinit>!', 'shop.Tax.pay!']],
    ['shop.Tax::<clinit>', ['shop.Tax.<clinit>!']],
  ])('%s finds its methods', async (root, probed) => {
    const { jvm } = await recording(source, loaded, { roots: [root] });
    expect(jvm.probed()).toEqual(probed);
  });

  it.each([
    ['shop.Crat::price', 'root-not-found', /no such class is loaded, nor on the class path of the JVM/],
    ['shop.C*at::price', 'root-not-found', /no loaded class matches/],
    ['shop.Late::price', 'root-not-found', /class shop\.Late exists, but is not loaded yet/],
    ['shop.Late.Later::price', 'root-not-found', /class shop\.Late\$Later exists, but is not loaded yet/],
    ['shop.Late::total', 'root-not-found', /class shop\.Late is not loaded yet, and has no such method/],
    ['shop.Cart::total', 'root-not-found', /has no such method/],
    ['shop.Cart::nothing', 'not-instrumentable', /is native/],
    ['shop.Shelf::fill', 'not-instrumentable', /is abstract/],
    ['shop.Cart::price(', 'usage', /"\)"/],
  ])('%s is refused with a reason', async (root, code, message) => {
    const { revelation, jvm } = await bench(source, loaded);
    const start = revelation.start(recordingRequest(root, { clock: 'none', countTrivial: false }));
    await expect(start).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
    await revelation.stop();
    expect(jvm.hook.on).toBe(false);
    expect(jvm.log).toEqual([]);
  });

  it('may be of the JDK', async () => {
    const { jvm } = await recording(source, loaded, { roots: ['java.util.HashMap::hash'] });
    expect(jvm.probed()).toEqual(['java.util.HashMap.hash!']);
  });

  it('may be not loaded yet, if that is allowed', async () => {
    const { jvm } = await recording(
      source,
      [],
      { roots: ['shop.Cart::price'] },
      { allowUnloadedRoots: true },
    );
    expect(jvm.probed()).toEqual([]);
    await jvm.load('shop.Cart');
    expect(jvm.probed()).toEqual(['shop.Cart.price!', 'shop.Cart.price!']);
  });

  it.each([
    [
      {},
      [
        'note: Of the JDK only com.sun.tools is measured, with what is below: the package of a root that was not loaded yet.',
      ],
    ],
    [{ includeCore: true }, []],
  ])(
    'of the JDK that is not loaded yet opens its package alone, and that is told: %o',
    async (request, told) => {
      const roots = ['com.sun.tools.Late::run'];
      const { notes } = await recording(source, loaded, { roots, ...request }, { allowUnloadedRoots: true });
      expect(notes).toEqual(told);
    },
  );

  it('may be not loaded yet, whatever is refused of other classes', async () => {
    const { jvm, revelation } = await bench(source, ['shop.Cart$Item']);
    jvm.refuses.add('shop.Cart$Item');
    const request = recordingRequest('shop.Cart::price', { clock: 'none', scheme: 'everything' });
    await revelation.start(request, { allowUnloadedRoots: true });
    expect(revelation.stats().refusals.join()).toContain('Class shop.Cart$Item is not measured');
    await jvm.load('shop.Cart');
    expect(jvm.probed()).toEqual(['shop.Cart.<init>+', 'shop.Cart.price!', 'shop.Cart.price!']);
  });

  it('that the JVM does not take with probes is refused with its reason, also where roots are waited for', async () => {
    const { jvm, revelation } = await bench(source, loaded);
    jvm.refuses.add('shop.Cart');
    const request = recordingRequest('shop.Cart::price', { clock: 'none', countTrivial: false });
    const start = revelation.start(request, { allowUnloadedRoots: true });
    await expect(start).rejects.toMatchObject({
      code: 'not-instrumentable',
      message: expect.stringContaining('Class shop.Cart is not measured') as string,
    });
    await revelation.stop();
  });
});

describe('what is read before the start', () => {
  const source = `
    package shop;
    class Cart { int price() { return 1; } }
    class Till { int pay() { return new Cart().price(); } }`;
  const loaded = ['shop.Cart', 'shop.Till'];
  const reading = async (request: Partial<RecordingRequest>, maySuspend = '') => {
    const { jvm, revelation } = await bench(source, loaded);
    const { listClasses, classBytes } = jvm;
    jvm.listClasses = async () => {
      const listed = await listClasses.call(jvm);
      const classes = listed.classes.map((each) => ({
        ...each,
        flags: each.flags | (each.name === maySuspend ? CLASS_FLAG.maySuspend : 0),
      }));
      return { ...listed, classes };
    };
    const read = new Set<ClassId>();
    jvm.classBytes = (classIds) => {
      for (const classId of classIds) read.add(classId);
      return classBytes.call(jvm, classIds);
    };
    await revelation.start(recordingRequest('shop.Cart::price', { clock: 'none', ...request }));
    return { revelation, read: () => loaded.filter((name) => read.has(jvm.classIdOf(name))) };
  };
  const only = { includes: ['shop.Cart'], scheme: 'everything' } as const;

  it('is nothing of what is left out, where all that is measured gets probes', async () => {
    expect((await reading(only)).read()).toEqual(['shop.Cart']);
    expect((await reading({ ...only, scheme: 'lazy' })).read()).toEqual(loaded);
  });

  it('is also what may run continuations', async () => {
    expect((await reading(only, 'shop.Till')).read()).toEqual(loaded);
  });

  it('is more for who asks for the callers of the roots', async () => {
    const { revelation, read } = await reading(only);
    expect((await revelation.rootCallers()).map(({ member }) => member.name)).toEqual(['pay']);
    expect(read()).toEqual(loaded);
  });
});
