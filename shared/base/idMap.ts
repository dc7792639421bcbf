import { IdTable } from './idTable.ts';

/** A Map by ids that a file has chosen, whole numbers below 2^53: in a Map they could be such that each look-up goes through all of them. */
export class IdMap<Value> {
  readonly #places = new IdTable();
  readonly #values: Value[] = [];

  get size(): number {
    return this.#values.length;
  }

  get(id: number): Value | undefined {
    const place = this.#places.getId(id);
    return place < 0 ? undefined : this.#values[place];
  }

  set(id: number, value: Value): void {
    const place = this.#places.getId(id);
    if (place >= 0) {
      this.#values[place] = value;
      return;
    }
    this.#places.setId(id, this.#values.length);
    this.#values.push(value);
  }
}
