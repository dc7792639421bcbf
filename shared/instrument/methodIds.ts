import { FIRST_METHOD_ID, METHOD_ID_LIMIT, type ClassId, type MethodId } from '../base/ids.ts';

/**
 * Gives out method ids: each stands for one thing of type T, and for the same one in all recordings of a session.
 *
 * A class gets the same probes in each recording, with the same ids: a large id is a constant of its class (JVMS §4.4.4), and HotSpot
 * keeps every constant that a class ever had (jvmtiRedefineClasses.cpp, merge_constant_pools), so new ones would make it
 * grow with each recording. And an event of an earlier recording, written by a frame that is still on some stack, cannot be taken for
 * another method's.
 */
export class MethodIds<T> {
  readonly #limit: number;
  readonly #items = new Map<MethodId, T>();
  readonly #known = new Map<ClassId, Map<string, MethodId>>();
  #next = FIRST_METHOD_ID;
  /** One more than the largest that anybody ever had. */
  #end = FIRST_METHOD_ID;

  /** @param limit one more than the largest id: for tests */
  constructor(limit: number = METHOD_ID_LIMIT) {
    this.#limit = limit;
  }

  /** Forgets what ids stood for; gives them to others only when most are used up. @returns whether it does */
  startRecording(): boolean {
    this.#items.clear();
    if (this.#next <= this.#limit / 2) return false;
    this.#next = FIRST_METHOD_ID;
    this.#known.clear();
    return true;
  }

  /**
   * @param key what it is of its class, alike in all recordings
   * @returns null when all ids are taken
   */
  assign(classId: ClassId, key: string, item: T): MethodId | null {
    let ofClass = this.#known.get(classId);
    if (ofClass === undefined) this.#known.set(classId, (ofClass = new Map()));
    let id = ofClass.get(key);
    if (id === undefined) {
      if (this.#next >= this.#limit) return null;
      id = this.#next++ as MethodId;
      this.#end = Math.max(this.#end, this.#next);
      ofClass.set(key, id);
    }
    this.#items.set(id, item);
    return id;
  }

  /** In this recording or an earlier one. */
  wasGiven(id: MethodId): boolean {
    return id < this.#end;
  }

  /** What the id stands for; undefined for ids of earlier recordings. */
  get(id: MethodId): T | undefined {
    return this.#items.get(id);
  }
}
