import type { MadeContext, MadeContexts } from '../recording/sets/madeContexts.ts';

/** Which context of a recording has made the objects of a heap dump that it followed. */
export class Makers {
  readonly contexts: readonly MadeContext[];
  /** Objects that were followed as the dump was made. */
  readonly followed: number;
  readonly #contextOf = new Map<number, number>();

  /** @param serials object -> serial, of those that were followed as the dump was made */
  constructor(serials: ReadonlyMap<number, number>, made: MadeContexts) {
    this.contexts = made.contexts;
    this.followed = serials.size;
    const placeOf = new Map(Array.from(made.serials, (serial, place) => [serial, place]));
    for (const [object, serial] of serials) {
      const place = placeOf.get(serial);
      if (place !== undefined) this.#contextOf.set(object, made.contextOf[place]);
    }
  }

  /** Objects of which it is known, in no order, each with its place in `contexts`. */
  get contextOf(): ReadonlyMap<number, number> {
    return this.#contextOf;
  }

  /** Objects that these contexts have made, in the order of their addresses. */
  objectsOf(contexts: ReadonlySet<number>): Int32Array {
    const found: number[] = [];
    for (const [object, context] of this.#contextOf) if (contexts.has(context)) found.push(object);
    return Int32Array.from(found).sort();
  }

  /** The one that has made most of some objects; -1: none of them was followed. */
  mostOf(objects: Iterable<number>): number {
    const counts = new Map<number, number>();
    for (const object of objects) {
      const context = this.#contextOf.get(object);
      if (context !== undefined) counts.set(context, (counts.get(context) ?? 0) + 1);
    }
    let most = -1;
    for (const [context, count] of counts) if (most < 0 || count > (counts.get(most) ?? 0)) most = context;
    return most;
  }

  /** "app.Shop.open(int):12 < app.Shop.serve() < app.Main.main(java.lang.String[])"; "" of -1 */
  textOf(context: number): string {
    const known = this.contexts.at(context);
    return context < 0 || known === undefined ? '' : [known.place, ...known.callers].join(' < ');
  }
}
