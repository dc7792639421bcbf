import { expect, it } from 'vitest';
import { DumpWriter, type WrittenClass } from '../testing/dumpWriter.ts';
import { sourceOf } from '../testing/pictureDump.ts';
import { readHeapGraph } from './heapGraph.ts';
import { LAYOUTS, objectEnds, roundUp } from './objectLayout.ts';

const TYPES = { Object: 2, boolean: 4, char: 5, float: 6, double: 7, byte: 8, short: 9, int: 10, long: 11 };

/** "long id, int n" and what they extend. */
const CLASSES: Record<string, string> = {
  Point: 'int x, int y',
  Integer: 'int value',
  Long: 'long value',
  Empty: '',
  Record: 'long id, Object a, Object b',
  Mixed: 'byte a, long b, Object c, short d, boolean e',
  'Sub < Mixed': 'int f, byte g',
  'Leaf < Point': 'byte z',
};

/** Laid out by hand for 12/4, 12/8, 16/8, 8/4, 8/8; the short ones as getObjectSize of such JVMs has them. */
const SIZES: Record<string, readonly number[]> = {
  Point: [24, 24, 24, 16, 16],
  Integer: [16, 16, 24, 16, 16],
  Long: [24, 24, 24, 16, 16],
  Empty: [16, 16, 16, 8, 8],
  Record: [32, 40, 40, 24, 32],
  Mixed: [32, 32, 40, 24, 32],
  Sub: [40, 40, 48, 32, 40],
  Leaf: [24, 24, 32, 24, 24],
};

async function sizesOf(layoutId: string): Promise<Record<string, number>> {
  const writer = new DumpWriter();
  const ids = new Map<string, number>();
  Object.entries(CLASSES).forEach(([head, text], i) => {
    const [name, above = ''] = head.split(' < ');
    const id = (i + 1) * 0x100;
    ids.set(name, id);
    const fields = text
      .split(', ')
      .filter((field) => field !== '')
      .map((field) => field.split(' '))
      .map(([type, fieldName]) => ({ name: fieldName, type: TYPES[type as keyof typeof TYPES] }));
    const written: WrittenClass = { id, name, fields, superId: ids.get(above) ?? 0 };
    writer.classDump(written);
  });
  const { classes } = await readHeapGraph(sourceOf(writer.finish()));
  const layout = LAYOUTS.find(({ id }) => id === layoutId) ?? LAYOUTS[0];
  const ends = objectEnds(classes, layout);
  return Object.fromEntries(classes.all.map(({ name, number }) => [name, roundUp(ends[number], 8)]));
}

it.each(['12/4', '12/8', '16/8', '8/4', '8/8'].map((layout, column) => ({ layout, column })))(
  'objects have the sizes of a JVM with layout $layout',
  async ({ layout, column }) => {
    const expected = Object.fromEntries(Object.entries(SIZES).map(([name, sizes]) => [name, sizes[column]]));
    expect(await sizesOf(layout)).toMatchObject(expected);
  },
);
