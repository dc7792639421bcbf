import { FIRST_METHOD_ID, METHOD_ID_LIMIT, type MethodId } from '../base/ids.ts';

/**
 * Gives out method ids: each names one thing of type T within one session. They grow and are not given out twice, so that an
 * event of an earlier recording, written by a frame that is still on some stack, cannot be taken for a new method's.
 */
export class MethodIds<T> {
  readonly #limit: number;
  readonly #items = new Map<MethodId, T>();
  #next = FIRST_METHOD_ID;

  /** @param limit one more than the largest id: for tests */
  constructor(limit: number = METHOD_ID_LIMIT) {
    this.#limit = limit;
  }

  /** Forgets what ids stood for; begins again from the first id only when most are used up. */
  startRecording(): void {
    this.#items.clear();
    if (this.#next > this.#limit / 2) this.#next = FIRST_METHOD_ID;
  }

  /** @returns null when all ids are taken */
  assign(item: T): MethodId | null {
    if (this.#next >= this.#limit) return null;
    const id = this.#next++ as MethodId;
    this.#items.set(id, item);
    return id;
  }

  /** What the id stands for; undefined for ids of earlier recordings. */
  get(id: MethodId): T | undefined {
    return this.#items.get(id);
  }
}
