import { describe, expect, it } from 'vitest';
import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import { dataSetLines } from '../../report/dataSetReport.ts';
import { DumpWriter } from '../../testing/dumpWriter.ts';
import { pictureDump, sourceOf } from '../../testing/pictureDump.ts';
import { HeapDump } from '../heapDump.ts';
import { duplicateStrings } from './duplicateStrings.ts';
import { emptyArrays } from './emptyArrays.ts';
import { heapHistogram } from './histogram.ts';
import { loaderRows } from './loaders.ts';
import { pathRows } from './paths.ts';
import { referenceRows } from './references.ts';
import { biggestObjects, dominatorRows } from './retainers.ts';

/** A view as it is printed, without its title; addresses as the names of the picture. */
async function printed(
  picture: string,
  view: (dump: HeapDump) => Promise<DataSet> | DataSet,
): Promise<string> {
  const { bytes, nameOf } = pictureDump(picture);
  const set = await view(await HeapDump.read(sourceOf(bytes, 500)));
  return [...dataSetLines({ set, filter: null, value: null }, null)]
    .slice(2)
    .join('\n')
    .replace(/\S+@0x([0-9a-f]+)/g, (_, digits: string) => nameOf(parseInt(digits, 16)))

    .replace(/ {2,}(class of the program|f\d)$/gm, '  $1')
    .replace(/ +$/gm, '')
    .trimEnd();
}

const ofClass =
  (name: string) =>
  (dump: HeapDump): Int32Array =>
    dump.objectsOf((heapClass) => heapClass.name === name);

const SHOP = `
  class app.Main -> shop
  shop:app.Shop -> carts config
  config:app.Config
  carts -> a b c -
  a:app.Cart -> itemA
  b:app.Cart -> itemB
  c:app.Cart -> config
  itemA:app.Item -> itemB2
  itemB2:app.Item
  itemB:app.Item
`;

describe('views of a heap dump', () => {
  it('histogram: objects and bytes of each class', async () => {
    expect(await printed(SHOP, (dump) => heapHistogram(dump, ({ name }) => name.startsWith('app.')))).toBe(
      [
        '           3        48 B  app.Cart',
        '           3        48 B  app.Item',
        '           1        24 B  app.Shop',
        '           1        16 B  app.Config',
      ].join('\n'),
    );
  });

  it('biggest: what only the heap itself holds, and where it comes together', async () => {
    expect(await printed(SHOP, (dump) => biggestObjects(dump, 1, null))).toMatch(
      / 192 B +24 B +class app\.Main +shop$/,
    );
    expect(await printed(SHOP, (dump) => biggestObjects(dump, 2, ({ name }) => name === 'app.Cart'))).toMatch(
      /^ +48 B +16 B +a\n +32 B +16 B +b$/,
    );
  });

  it('dominators: a tree of what goes with what', async () => {
    const text = await printed(SHOP, (dump) => dominatorRows(dump, { most: 7, depth: 4, object: null }));
    expect(
      text
        .replace(/^.*?B +[\d.]+ \w+ {2}/gm, '')
        .split('\n')
        .slice(0, 5),
    ).toEqual(['class app.Main', '  shop', '    carts', '      a', '      b']);
    const { ids } = pictureDump(SHOP);
    const below = await printed(SHOP, (dump) =>
      dominatorRows(dump, { most: 9, depth: 9, object: dump.graph.objects.indexOfId(ids.get('a') ?? 0) }),
    );
    expect(below.replace(/^.*?B +[\d.]+ \w+ {2}/gm, '')).toBe('a\n  itemA\n    itemB2');
  });

  it('paths: the shortest ones, merged by class', async () => {
    expect(await printed(SHOP, (dump) => pathRows(dump, ofClass('app.Item')(dump), 20))).toBe(
      [
        '      3   48 B  class app.Main  class of the program',
        '      3   48 B    static s0: shop',
        '      3   48 B      f0: carts',
        '      3   48 B        [..]: app.Cart ×2',
        '      3   48 B          f0: app.Item ×3, one behind the other',
      ].join('\n'),
    );
  });

  it('incoming and outgoing: by class and field', async () => {
    expect(
      await printed(SHOP, (dump) => referenceRows(dump, 'incoming', ofClass('app.Config')(dump), 9)),
    ).toBe(['         1   24 B  shop  f1', '         1   16 B  c  f0'].join('\n'));
    expect(await printed(SHOP, (dump) => referenceRows(dump, 'outgoing', ofClass('app.Cart')(dump), 9))).toBe(
      ['         2   32 B  app.Item  f0', '         1   16 B  app.Config  f0'].join('\n'),
    );
  });

  it('strings: texts that are there more than once', async () => {
    const picture = `
      root list
      list -> a b c d e
      a = twice
      b = twice
      c = once
      e = twist
      d = twice and more
    `;
    expect(await printed(picture, (dump) => duplicateStrings(dump, 9))).toBe(
      '  24 B   48 B        2       2  twice',
    );
  });

  it('arrays: those that are mostly null, by what holds them', async () => {
    const picture = `
      root h
      h:app.Table -> slots full
      slots -> h - - - - - - -
      full -> h h - -
    `;
    expect(await printed(picture, (dump) => emptyArrays(dump, 9, () => true))).toBe(
      ' 28 B   48 B       1  java.lang.Object[]  app.Table',
    );
  });
});

describe('weak references, roots and loaders', () => {
  const [OBJECT, INT] = [2, 10];
  /** A main class of the loader 0x2000, a WeakReference and a Finalizer, each with its object. */
  const written = (): Uint8Array => {
    const writer = new DumpWriter();
    writer.classDump({ id: 0x100, name: 'java/lang/Object' });
    writer.classDump({
      id: 0x180,
      name: 'java/lang/Thread',
      superId: 0x100,
      fields: [{ name: 'name', type: OBJECT }],
    });
    const referent = [{ name: 'referent', type: OBJECT }];
    writer.classDump({ id: 0x200, name: 'java/lang/ref/Reference', superId: 0x100, fields: referent });
    writer.classDump({ id: 0x280, name: 'java/lang/ref/WeakReference', superId: 0x200 });
    writer.classDump({ id: 0x300, name: 'java/lang/ref/FinalReference', superId: 0x200 });
    writer.classDump({
      id: 0x380,
      name: 'app/MyWeak',
      superId: 0x280,
      fields: [{ name: 'referent', type: OBJECT }],
    });
    writer.classDump({ id: 0x400, name: 'java/lang/String', fields: [{ name: 'value', type: OBJECT }] });
    writer.classDump({ id: 0x480, name: 'app/Loader', superId: 0x100 });
    writer.classDump({ id: 0x500, name: 'app/Plugin', superId: 0x100, loaderId: 0x2000 });
    writer.frame(0x77, 'work', 9);
    writer.trace(1, 5, [0x77]);
    writer.root('thread', 0x1000, [5, 1]);
    writer.root('local variable', 0x1040, [5, 0]);
    writer.root('JNI global reference', 0x1080);
    writer.root('JNI local reference', 0x10c0, [5, -1]);
    writer.root('monitor in use', 0x9990); // nothing is there
    writer.instance(0x1000, 0x180, [[OBJECT, 0x1100]]);
    writer.instance(0x1100, 0x400, [[OBJECT, 0x1120]]);
    writer.primitiveArray(
      0x1120,
      5,
      [...'wörker €'].map((letter) => letter.charCodeAt(0)),
    );
    writer.instance(0x1040, 0x380, [
      [OBJECT, 0x1200],
      [OBJECT, 0x1180],
    ]);
    writer.instance(0x1080, 0x300, [[OBJECT, 0x1240]]);
    writer.instance(0x10c0, 0x500, []);
    for (const id of [0x1180, 0x1200, 0x1240]) writer.instance(id, 0x100, []);
    writer.instance(0x2000, 0x480, []);
    return writer.finish();
  };

  it('what only a weak reference has is held by nothing; a finalizer holds, and a field of a subclass', async () => {
    const dump = await HeapDump.read(sourceOf(written()));
    const { tree } = await dump.retained();
    const isHeld = (id: number): boolean => tree.placeOf[dump.graph.objects.indexOfId(id)] > 0;
    expect([0x1180, 0x1200, 0x1240].map(isHeld)).toEqual([false, true, true]);
  });

  it('a root is told with its thread and method', async () => {
    const dump = await HeapDump.read(sourceOf(written()));
    const roots = await pathRows(
      dump,
      Int32Array.from([0x1000, 0x1040, 0x1080, 0x10c0], (id) => dump.graph.objects.indexOfId(id)),
      9,
    );
    expect([...(roots.texts[1].texts ?? [])].sort()).toEqual([
      'JNI global reference',
      'JNI local reference of thread wörker €',
      'local variable in app.Plugin.work of thread wörker €',
      'thread wörker €',
    ]);
  });

  it('a loader is kept by an object of its class', async () => {
    const { rows, texts, values } = await loaderRows(await HeapDump.read(sourceOf(written())), 9);
    expect(rows).toBe(1);
    expect(texts.map((column) => column.texts[0])).toEqual([
      'app.Loader@0x2000',
      'app.Plugin@0x10c0 (JNI local reference of thread wörker €) > class: class app.Plugin > class loader: app.Loader',
    ]);
    expect(values.map((column) => column.values[0])).toEqual([expect.any(Number), 1, 1]);
  });

  it('an object that is there twice counts once, and values that do not fit the class are damage', async () => {
    const writer = new DumpWriter();
    writer.classDump({ id: 0x100, name: 'app/Two', fields: [{ name: 'n', type: INT }] });
    writer.instance(0x1000, 0x100, [[INT, 1]]);
    writer.instance(0x1000, 0x100, [[INT, 1]]);
    const dump = await HeapDump.read(sourceOf(writer.finish()));
    expect([dump.count, dump.graph.repeated]).toEqual([2, 1]);
    const wrong = new DumpWriter();
    wrong.classDump({ id: 0x100, name: 'app/Two', fields: [{ name: 'n', type: INT }] });
    wrong.instance(0x1000, 0x100, []);
    await expect(HeapDump.read(sourceOf(wrong.finish()))).rejects.toThrow(
      /app\.Two has 0 bytes of values, and its class 4/,
    );
    const circle = new DumpWriter();
    circle.classDump({ id: 0x100, name: 'app/A', superId: 0x200 });
    circle.classDump({ id: 0x200, name: 'app/B', superId: 0x100 });
    await expect(HeapDump.read(sourceOf(circle.finish()))).rejects.toThrow(/more than 512 superclasses/);
  });
});
