import type { HeapClasses } from './dumpClasses.ts';
import type { ObjectIndex } from './objectIndex.ts';
import {
  assumedLayout,
  LAYOUTS,
  objectEnds,
  roundUp,
  staticBytes,
  type ObjectLayout,
} from './objectLayout.ts';

/** How it came that a layout was taken: the objects lie as it says; nothing told, and it is usual; it was asked for. */
export type LayoutReason = 'found' | 'assumed' | 'chosen';

export interface ObjectSizes {
  readonly layout: ObjectLayout;
  readonly reason: LayoutReason;
  readonly alignment: number;
  /** object -> its size in units of 8 bytes; the lengths of arrays are overwritten by them. */
  readonly sizes: Uint32Array;
}

/** Objects that are looked at to find the layout. */
const MOST_LOOKED_AT = 1 << 21;
/** A layout is found when so many of the objects that are no objects of java.lang.Class end where the next one begins. */
const LEAST_SHARE = 0.3;
/** With fewer objects an alignment of 16 bytes and more is chance. */
const LEAST_ALIGNED = 1000;
/**
 * Classes to which the JVM adds fields that are in no class file, and how many bytes it may be with the room that is kept free about some
 * (@Contended). How many it is is measured; more than that is a gap behind the object.
 */
const INJECTED: readonly (readonly [name: string, mostBytes: number])[] = [
  ['java.lang.Thread', 400],
  ['java.lang.ClassLoader', 32],
  ['java.lang.Module', 16],
  ['java.lang.Throwable', 8],
  ['java.lang.invoke.MemberName', 16],
  ['java.lang.invoke.ResolvedMethodName', 24],
  ['java.lang.invoke.MethodHandleNatives$CallSiteContext', 24],
  ['java.lang.StackFrameInfo', 16],
];
const MOST_OF_CLASS_OBJECTS = 96;

/**
 * The sizes that objects have in the JVM, of a dump that does not tell them. Objects of a heap that was just collected lie one behind the
 * other, so the right layout is the one with which most objects end where the next one begins:
 *
 *     Integer      Integer      Long           distances 16, 16: header 12 + 4 fits; header 16 + 4 = 24 does not
 *     0x00         0x10         0x20
 *
 * @param classOf object -> class @param lengths object -> elements of an array; becomes the sizes
 */
export function objectSizes(
  objects: ObjectIndex,
  classes: HeapClasses,
  classOf: Int32Array,
  lengths: Uint32Array,
  idBytes: number,
  chosen: ObjectLayout | null,
): ObjectSizes {
  const alignment = objects.count < LEAST_ALIGNED ? 8 : Math.min(256, objects.alignment);
  const found = chosen ?? (idBytes === 8 ? bestLayout(objects, classes, classOf, lengths, alignment) : null);
  const last = objects.count === 0 ? 0 : objects.addressOf(objects.count - 1);
  const layout = found ?? assumedLayout(idBytes, last);
  const reason = chosen !== null ? 'chosen' : found !== null ? 'found' : 'assumed';
  const ofClass = new ClassSizes(classes, layout, alignment);
  addInjected(objects, classes, classOf, lengths, ofClass);
  const sizes = lengths;
  for (let object = 0; object < objects.count; object++)
    sizes[object] = ofClass.unitsOf(classOf[object], lengths[object]);
  sizeClassObjects(objects, classes, classOf, ofClass, sizes);
  return { layout, reason, alignment, sizes };
}

/** Sizes by class, in units of 8 bytes. */
class ClassSizes {
  readonly ends: Float64Array;
  readonly #elementBytes: Uint8Array;
  readonly #layout: ObjectLayout;
  readonly #alignment: number;
  readonly #classes: HeapClasses;

  constructor(classes: HeapClasses, layout: ObjectLayout, alignment: number) {
    this.#classes = classes;
    this.#layout = layout;
    this.#alignment = alignment;
    this.ends = objectEnds(classes, layout);
    this.#elementBytes = Uint8Array.from(classes.all, ({ shape }) =>
      shape.kind === 'array' ? (shape.elementBytes ?? layout.referenceBytes) : 0,
    );
  }

  unitsOf(classNumber: number, length: number): number {
    return this.rounded(this.ends[classNumber] + length * this.#elementBytes[classNumber]) / 8;
  }

  rounded(bytes: number): number {
    return Math.ceil(bytes / this.#alignment) * this.#alignment;
  }

  /** Of the object of java.lang.Class that stands for a class. */
  unitsOfClassObject(heapClass: HeapClasses['all'][number]): number {
    const own = roundUp(this.ends[this.#classes.javaLangClass.number], 8);
    return this.rounded(own + staticBytes(heapClass, this.#classes, this.#layout)) / 8;
  }
}

function bestLayout(
  objects: ObjectIndex,
  classes: HeapClasses,
  classOf: Int32Array,
  lengths: Uint32Array,
  alignment: number,
): ObjectLayout | null {
  let best: { layout: ObjectLayout; fitting: number } | null = null;
  for (const layout of LAYOUTS) {
    const sizes = new ClassSizes(classes, layout, alignment);
    const javaLangClass = classes.javaLangClass.number;
    let fitting = 0;
    let seen = 0;
    objects.visitDistances(MOST_LOOKED_AT, (object, distance) => {
      if (classOf[object] === javaLangClass) return;
      seen++;
      if (sizes.unitsOf(classOf[object], lengths[object]) === distance) fitting++;
    });
    if (fitting > seen * LEAST_SHARE && (best === null || fitting > best.fitting)) best = { layout, fitting };
  }
  return best?.layout ?? null;
}

/** What most objects of such a class and the classes below it have more than their fields say. */
function addInjected(
  objects: ObjectIndex,
  classes: HeapClasses,
  classOf: Int32Array,
  lengths: Uint32Array,
  sizes: ClassSizes,
): void {
  const familyOf = classes.families(INJECTED.map(([name]) => name));
  const counts = INJECTED.map(() => new Map<number, number>());
  objects.visitDistances(objects.count, (object, distance) => {
    const family = familyOf[classOf[object]];
    if (family < 0) return;
    count(counts[family], distance - sizes.unitsOf(classOf[object], lengths[object]), INJECTED[family][1]);
  });
  const more = counts.map(mostFrequent);
  classes.all.forEach((_, number) => {
    if (familyOf[number] >= 0) sizes.ends[number] += more[familyOf[number]] * 8;
  });
}

/** Objects of java.lang.Class have the statics of their class behind the fields that all have. */
function sizeClassObjects(
  objects: ObjectIndex,
  classes: HeapClasses,
  classOf: Int32Array,
  sizes: ClassSizes,
  units: Uint32Array,
): void {
  const places: number[] = [];
  for (const heapClass of classes.all) {
    const object = heapClass.id === 0 ? -1 : objects.indexOfId(heapClass.id);
    if (object < 0) continue;
    units[object] = sizes.unitsOfClassObject(heapClass);
    places.push(object);
  }
  const isClassObject = new Set(places);
  const counts = new Map<number, number>();
  objects.visitDistances(objects.count, (object, distance) => {
    if (classOf[object] === classes.javaLangClass.number && isClassObject.has(object))
      count(counts, distance - units[object], MOST_OF_CLASS_OBJECTS);
  });
  const more = mostFrequent(counts);
  for (const object of places) units[object] += more;
}

function count(counts: Map<number, number>, units: number, mostBytes: number): void {
  if (units >= 0 && units * 8 <= mostBytes) counts.set(units, (counts.get(units) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<number, number>): number {
  let [best, most] = [0, 0];
  for (const [units, times] of counts) if (times > most) [best, most] = [units, times];
  return best;
}
