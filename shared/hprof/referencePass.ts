import { damagedDump, dumpBeyondLimits } from './damagedDump.ts';
import type { HeapClass, HeapClasses } from './dumpClasses.ts';
import { OBJECT_TYPE } from './dumpFormat.ts';
import { DUMP_LIMITS } from './dumpLimits.ts';
import { DumpVisitor, idOf, type ClassDump } from './dumpVisitor.ts';
import type { ObjectIndex } from './objectIndex.ts';

const UNKNOWN = -1;
/** References that hold nothing alive. A FinalReference does: until its object is finalized. */
const WEAK = ['java.lang.ref.WeakReference', 'java.lang.ref.SoftReference', 'java.lang.ref.PhantomReference'];

/** How the values of an object of a class are read. */
interface ClassReading {
  readonly bytes: number;
  /** Of its references among them. */
  readonly offsets: Int32Array;
  /** Object of java.lang.Class that an object of the class keeps; UNKNOWN: it is kept anyway. */
  readonly keeps: number;
}

/**
 * The second reading of a dump: class, length and references of each object. The references of an object stand together in the order in
 * which the file has them, and the last one is told by its sign, so that one pass is enough and nothing has to be counted before:
 *
 *     first[object] ─> references   7   3  ~9        objects 7, 3 and 9
 *     -1: none
 */
export class ReferencePass extends DumpVisitor {
  override readonly readsElements = true;
  readonly classOf: Int32Array;
  /** Elements of an array, else 0. */
  readonly lengths: Uint32Array;
  readonly first: Int32Array;
  readonly references: Int32Array;
  referenceCount = 0;
  /** References to what is not in the dump: classes that are not linked yet, for the most. */
  dangling = 0;
  readonly #objects: ObjectIndex;
  readonly #classes: HeapClasses;
  readonly #readings: (ClassReading | undefined)[] = [];
  readonly #isBuiltIn: (heapClass: HeapClass) => boolean;
  /** class -> whether its objects are such references: -1 where not. */
  readonly #weak: Int8Array;
  /** Of arrays: class -> as ClassReading.keeps. */
  readonly #keptByArrays: (number | undefined)[] = [];
  /** The array that is being told; UNKNOWN: it came before, and is passed over. */
  #array = UNKNOWN;
  /** Where its first reference stands. */
  #arrayFirst = 0;
  #arrayLeft = 0;

  /** @param isBuiltIn whether a class is never let go, so that no object has to keep it */
  constructor(
    objects: ObjectIndex,
    classes: HeapClasses,
    mostReferences: number,
    isBuiltIn: (heapClass: HeapClass) => boolean,
  ) {
    super();
    if (mostReferences >= DUMP_LIMITS.objects)
      throw dumpBeyondLimits(`it has more than ${DUMP_LIMITS.objects} references`);
    this.#objects = objects;
    this.#classes = classes;
    this.#isBuiltIn = isBuiltIn;
    this.#weak = classes.families(WEAK);
    this.classOf = new Int32Array(objects.count).fill(UNKNOWN);
    this.lengths = new Uint32Array(objects.count);
    this.first = new Int32Array(objects.count).fill(-1);
    this.references = new Int32Array(Math.ceil(mostReferences)); // only what is written to becomes memory
  }

  override classDump({ id, superId, loaderId, signersId, domainId, statics }: ClassDump): void {
    const object = this.#begin(this.#objects.indexOfId(id), this.#classes.javaLangClass.number);
    if (object < 0) return;
    const start = this.referenceCount;
    for (const held of [superId, loaderId, signersId, domainId]) this.#refer(held);
    for (const { valueId } of statics) this.#refer(valueId);
    this.#finish(object, start);
  }

  override instance(
    high: number,
    low: number,
    classHigh: number,
    classLow: number,
    at: number,
    bytes: number,
  ): void {
    const number = this.#classes.numberOf(classHigh, classLow);
    if (number < 0) throw this.#ofNoClass(high, low, classHigh, classLow);
    const reading = (this.#readings[number] ??= this.#readingOf(this.#classes.all[number]));
    if (reading.bytes !== bytes)
      throw damagedDump(
        `an object of ${this.#classes.all[number].name} has ${bytes} bytes of values, and its class ${reading.bytes}`,
      );
    const object = this.#begin(this.#objects.indexOf(high, low), number);
    if (object < 0) return;
    const start = this.referenceCount;
    const { offsets, keeps } = reading;
    const { view, idBytes } = this.window;
    for (let i = 0; i < offsets.length; i++) {
      const place = at + offsets[i];
      if (idBytes === 8) this.#referTo(view.getInt32(place), view.getInt32(place + 4));
      else this.#referTo(0, view.getInt32(place));
    }
    if (keeps >= 0) this.references[this.referenceCount++] = keeps;
    this.#finish(object, start);
  }

  override objectArray(high: number, low: number, length: number, classHigh: number, classLow: number): void {
    const number = this.#classes.numberOf(classHigh, classLow);
    if (number < 0) throw this.#ofNoClass(high, low, classHigh, classLow);
    const heapClass = this.#classes.all[number];
    if (heapClass.shape.kind !== 'array') throw damagedDump(`an array is of the class ${heapClass.name}`);
    this.#array = this.#begin(this.#objects.indexOf(high, low), number);
    if (this.#array < 0) return;
    this.lengths[this.#array] = length;
    this.#arrayFirst = this.referenceCount;
    this.#arrayLeft = length;
    const keeps = (this.#keptByArrays[number] ??= this.#keptBy(heapClass)); // it has no fields
    if (keeps >= 0) this.references[this.referenceCount++] = keeps;
    if (length === 0) this.#finish(this.#array, this.#arrayFirst);
  }

  override elements(at: number, count: number): void {
    if (this.#array < 0) return;
    const { view, idBytes } = this.window;
    for (let i = 0; i < count; i++) {
      const place = at + i * idBytes;
      if (idBytes === 8) this.#referTo(view.getInt32(place), view.getInt32(place + 4));
      else this.#referTo(0, view.getInt32(place));
    }
    this.#arrayLeft -= count;
    if (this.#arrayLeft === 0) this.#finish(this.#array, this.#arrayFirst);
  }

  override primitiveArray(high: number, low: number, length: number, type: number): void {
    const heapClass = this.#classes.primitiveArrays.get(type);
    const object = this.#begin(this.#objects.indexOf(high, low), heapClass?.number ?? 0);
    if (object >= 0) this.lengths[object] = length;
  }

  /** @returns -1: it came before */
  #begin(object: number, classNumber: number): number {
    if (object < 0) throw damagedDump('it has changed while it was read');
    if (this.classOf[object] !== UNKNOWN) return -1;
    this.classOf[object] = classNumber;
    return object;
  }

  #finish(object: number, start: number): void {
    if (this.referenceCount === start) return;
    this.first[object] = start;
    this.references[this.referenceCount - 1] = ~this.references[this.referenceCount - 1];
  }

  #refer(id: number): void {
    this.#referTo(Math.floor(id / 4294967296) | 0, id | 0);
  }

  #referTo(high: number, low: number): void {
    if ((high | low) === 0) return;
    const object = this.#objects.indexOf(high, low);
    if (object >= 0) this.references[this.referenceCount++] = object;
    else this.dangling++;
  }

  #readingOf(heapClass: HeapClass): ClassReading {
    const isWeak = this.#weak[heapClass.number] >= 0;
    const offsets = this.#classes
      .placedFields(heapClass)
      .filter(({ type }) => type === OBJECT_TYPE)
      .filter(
        ({ name, owner }) => !(isWeak && name === 'referent' && owner.name === 'java.lang.ref.Reference'),
      )
      .map(({ offset }) => offset);
    return {
      bytes: this.#classes.valueBytes(heapClass),
      offsets: Int32Array.from(offsets),
      keeps: this.#keptBy(heapClass),
    };
  }

  #keptBy(heapClass: HeapClass): number {
    return this.#isBuiltIn(heapClass) ? UNKNOWN : this.#objects.indexOfId(heapClass.id);
  }

  #ofNoClass(high: number, low: number, classHigh: number, classLow: number): Error {
    const [object, heapClass] = [idOf(high, low), idOf(classHigh, classLow)].map(
      (id) => `0x${id.toString(16)}`,
    );
    return damagedDump(`the object ${object} is of the class ${heapClass}, which is not in it`);
  }
}
