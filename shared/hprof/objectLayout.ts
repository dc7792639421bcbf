import { FIELD_TYPES, OBJECT_TYPE } from './dumpFormat.ts';
import type { HeapClass, HeapClasses } from './dumpClasses.ts';

/**
 * Where a JVM puts what an object consists of. A dump does not tell: the sizes in it count a reference as 8 bytes, and no header.
 * The JVMs of a day have five forms of it.
 */
export interface ObjectLayout {
  /** As it is typed: header/reference. */
  readonly id: string;
  readonly headerBytes: number;
  readonly referenceBytes: number;
  /** Of the first element of an array; of 8 bytes: rounded up. */
  readonly arrayBytes: number;
  readonly title: string;
}

const LAYOUT_12_4: ObjectLayout = layout('12/4', 12, 4, 16, 'compressed references');
const LAYOUT_12_8: ObjectLayout = layout('12/8', 12, 8, 16, 'references of 8 bytes');
const LAYOUT_32_BIT: ObjectLayout = layout('8/4 (32 bit)', 8, 4, 12, 'a JVM of 32 bits');

/** All that a JVM of 64 bits may have. */
export const LAYOUTS: readonly ObjectLayout[] = [
  LAYOUT_12_4,
  LAYOUT_12_8,
  layout('16/8', 16, 8, 24, 'references and class pointers of 8 bytes'),
  layout('16/8 (JDK 22)', 16, 8, 20, 'references and class pointers of 8 bytes, from JDK 22 on'),
  layout('8/4', 8, 4, 12, 'compact headers, compressed references'),
  layout('8/8', 8, 8, 12, 'compact headers, references of 8 bytes'),
];

function layout(
  id: string,
  headerBytes: number,
  referenceBytes: number,
  arrayBytes: number,
  title: string,
): ObjectLayout {
  return { id, headerBytes, referenceBytes, arrayBytes, title };
}

/** Compressed references reach up to here, unless the JVM was told otherwise. */
const COMPRESSED_REACH_BYTES = 32 * 2 ** 30;

/** Where the objects do not tell it. @param lastAddress of all objects */
export function assumedLayout(idBytes: number, lastAddress: number): ObjectLayout {
  if (idBytes === 4) return LAYOUT_32_BIT;
  return lastAddress < COMPRESSED_REACH_BYTES ? LAYOUT_12_4 : LAYOUT_12_8;
}

/** What of an object is taken, and which holes are left between. */
interface Room {
  readonly end: number;
  readonly holes: readonly Hole[];
}

interface Hole {
  readonly start: number;
  readonly end: number;
}

/**
 * The size of an object of each class as HotSpot lays it out (classfile/fieldLayoutBuilder.cpp, JDK 15 and later): first what the superclass
 * has; then values by size, the large ones first, then references; each into the smallest hole that takes it, else behind all.
 * @returns class -> bytes of an object, not rounded yet; of arrays: of the first element
 */
export function objectEnds(classes: HeapClasses, layout: ObjectLayout): Float64Array {
  const rooms: (Room | undefined)[] = [];
  const roomOf = (heapClass: HeapClass): Room => {
    const line: HeapClass[] = [];
    let known: Room | undefined;
    for (
      let each: HeapClass | null = heapClass;
      each !== null && known === undefined;
      each = each.superclass
    ) {
      known = rooms[each.number];
      if (known === undefined) line.push(each);
    }
    let room = known ?? { end: layout.headerBytes, holes: [] };
    for (const each of line.reverse()) rooms[each.number] = room = withFields(room, sizesOf(each, layout));
    return room;
  };
  return Float64Array.from(classes.all, (each) =>
    each.shape.kind === 'array' ? arrayStart(each, layout) : roomOf(each).end,
  );
}

function arrayStart({ shape }: HeapClass, { arrayBytes, referenceBytes }: ObjectLayout): number {
  const elementBytes = shape.kind === 'array' ? (shape.elementBytes ?? referenceBytes) : 0;
  return elementBytes === 8 ? Math.ceil(arrayBytes / 8) * 8 : arrayBytes;
}

/** In the order in which they are placed: a reference comes behind all values. */
function sizesOf({ fields }: HeapClass, { referenceBytes }: ObjectLayout): number[] {
  const values = fields.filter(({ type }) => type !== OBJECT_TYPE);
  const sizes = values.map(({ type }) => FIELD_TYPES.get(type)?.bytes ?? 0).sort((a, b) => b - a);
  return [...sizes, ...new Array<number>(fields.length - values.length).fill(referenceBytes)];
}

function withFields(room: Room, sizes: readonly number[]): Room {
  let { end } = room;
  let holes = [...room.holes];
  for (const size of sizes) {
    let best = -1;
    for (let i = holes.length - 1; i >= 0; i--) {
      const start = roundUp(holes[i].start, size);
      const isSmaller = best < 0 || holes[i].end - holes[i].start < holes[best].end - holes[best].start;
      if (start + size <= holes[i].end && isSmaller) best = i;
    }
    if (best < 0) {
      const start = roundUp(end, size);
      if (start > end) holes.push({ start: end, end: start });
      end = start + size;
    } else {
      const hole = holes[best];
      const start = roundUp(hole.start, size);
      const rest = [
        { start: hole.start, end: start },
        { start: start + size, end: hole.end },
      ];
      holes = [
        ...holes.slice(0, best),
        ...rest.filter((each) => each.end > each.start),
        ...holes.slice(best + 1),
      ];
    }
  }
  return { end, holes };
}

export function roundUp(bytes: number, multiple: number): number {
  return Math.ceil(bytes / multiple) * multiple;
}

/** Of the statics of a class, which stand in its object of java.lang.Class. Names as <resolved_references> are no fields. */
export function staticBytes(
  heapClass: HeapClass,
  classes: HeapClasses,
  { referenceBytes }: ObjectLayout,
): number {
  let bytes = 0;
  for (const field of heapClass.dump?.statics ?? [])
    if (!classes.fieldName(field).startsWith('<'))
      bytes += FIELD_TYPES.get(field.type)?.bytes || referenceBytes;
  return bytes;
}
