import type { MethodInfo } from '../../shared/model/methodInfo.ts';

/** What the method ids of one session stand for. Ids are given out upwards and never change their meaning. */
export class MethodBook {
  readonly #byId: (MethodInfo | undefined)[];

  constructor(byId: (MethodInfo | undefined)[]) {
    this.#byId = byId;
  }

  get(id: number): MethodInfo | undefined {
    return this.#byId[id];
  }

  /** A book that knows these methods too. Pages are shared: an old book may know more than it did, never less. */
  with(methods: readonly MethodInfo[]): MethodBook {
    for (const method of methods) this.#byId[method.id] = method;
    return new MethodBook(this.#byId);
  }
}
