import { IdMap } from '../base/idMap.ts';
import { ROOT_INTS, type CountingPass, type StackFrame } from './countingPass.ts';
import type { HeapClass, HeapClasses } from './dumpClasses.ts';
import { BUILT_IN_CLASS_ROOT, BUILT_IN_CLASS_TITLE, PASSING_ROOTS, ROOT_KINDS } from './dumpFormat.ts';
import { GrowingInts } from './growingInts.ts';
import type { ObjectIndex } from './objectIndex.ts';

const THREAD_ROOT = ROOT_KINDS.findIndex(({ title }) => title === 'thread');

/** Why an object is kept. */
export interface HeapRoot {
  /** "local variable" */
  readonly title: string;
  /** Serial of a thread in the dump; -1: of none. */
  readonly threadSerial: number;
  /** Of a local variable. */
  readonly frame: StackFrame | null;
}

/** The roots of a dump, and the classes that are never let go: they are roots too, whoever refers to them. */
export class RootTable {
  /** Each object once: first those with a root that lasts, so many; both in the order of the dump. */
  readonly objects: Int32Array;
  readonly lasting: number;
  /** root -> object, -1: it is not in the dump. */
  readonly #objectOf: Int32Array;
  /** As CountingPass has them. */
  readonly #ints: Int32Array;
  readonly #counting: CountingPass;
  readonly #classes: HeapClasses;
  readonly #threads = new IdMap<number>();

  constructor(
    counting: CountingPass,
    classes: HeapClasses,
    objects: ObjectIndex,
    isBuiltIn: (heapClass: HeapClass) => boolean,
  ) {
    this.#counting = counting;
    this.#classes = classes;
    for (const heapClass of classes.all) {
      if (heapClass.id === 0 || !isBuiltIn(heapClass)) continue;
      const id = heapClass.id;
      for (const int of [BUILT_IN_CLASS_ROOT, Math.floor(id / 4294967296) | 0, id | 0, -1, -1])
        counting.roots.push(int);
    }
    this.#ints = counting.roots.all;
    this.#objectOf = new Int32Array(this.#ints.length / ROOT_INTS);
    const seen = new Uint32Array((objects.count + 31) >>> 5);
    const found = new GrowingInts();
    for (let root = 0; root < this.#objectOf.length; root++) {
      const [kind, high, low, serial] = this.#ints.subarray(root * ROOT_INTS, root * ROOT_INTS + 4);
      const object = objects.indexOf(high, low);
      this.#objectOf[root] = object;
      if (object < 0) continue;
      if (kind === THREAD_ROOT) this.#threads.set(serial, object);
    }
    const addThose = (passing: boolean): void => {
      for (let root = 0; root < this.#objectOf.length; root++) {
        const object = this.#objectOf[root];
        if (object < 0 || PASSING_ROOTS.has(this.#ints[root * ROOT_INTS]) !== passing) continue;
        if ((seen[object >>> 5] & (1 << (object & 31))) !== 0) continue;
        seen[object >>> 5] |= 1 << (object & 31);
        found.push(object);
      }
    };
    addThose(false);
    this.lasting = found.all.length;
    addThose(true);
    this.objects = found.all.slice();
  }

  threadWithSerial(serial: number): number {
    return this.#threads.get(serial) ?? -1;
  }

  of(object: number): HeapRoot[] {
    const roots: HeapRoot[] = [];
    for (let root = 0; root < this.#objectOf.length; root++) {
      if (this.#objectOf[root] !== object) continue;
      const [kind, , , threadSerial, frame] = this.#ints.subarray(root * ROOT_INTS, (root + 1) * ROOT_INTS);
      const title = kind === BUILT_IN_CLASS_ROOT ? BUILT_IN_CLASS_TITLE : ROOT_KINDS[kind].title;
      roots.push({ title, threadSerial, frame: this.#counting.frameOf(this.#classes, threadSerial, frame) });
    }
    return roots;
  }
}
