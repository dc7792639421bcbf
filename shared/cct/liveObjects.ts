import type { TrackedBirth } from '../events/trackedBirth.ts';
import { NOTHING_LIVES, type LiveTable } from './liveTable.ts';
import { liveWeight } from './liveWeight.ts';

/** An object that is followed and not known to be gone. */
interface Living {
  /** Whose context made it, and which; null before its word has come. */
  owner: object | null;
  node: number;
  /** null before the agent has told of it. */
  birth: TrackedBirth | null;
  everyBytes: number;
}

interface Row {
  readonly node: number;
  readonly code: number;
  objects: number;
  bytes: number;
  variance: number;
  readonly births: Set<number>;
  readonly followed: TrackedBirth[];
}

/**
 * The objects of a recording that are followed. Each is told twice, in any order: a word in the lane of its thread says where it was made,
 * a block of the agent's what it is. A second block says that it is gone.
 */
export class LiveObjects {
  readonly #living = new Map<number, Living>();
  /** Gone, and the word has not come yet. */
  readonly #early = new Set<number>();
  #collections = 0;
  #everyBytes = 0;

  /** Collections reported so far. */
  get collections(): number {
    return this.#collections;
  }

  /** One in so many bytes is followed, in the mean; 0: only what is followed whatever its size. */
  get everyBytes(): number {
    return this.#everyBytes;
  }

  /** Objects that are followed by now. */
  get size(): number {
    return this.#living.size;
  }

  /** @param owner of the node: a tree */
  at(serial: number, owner: object, node: number): void {
    if (this.#early.delete(serial)) return;
    const living = this.#get(serial);
    living.owner = owner;
    living.node = node;
  }

  born(births: readonly TrackedBirth[], everyBytes: number, collections: number): void {
    this.#everyBytes = everyBytes;
    this.#collections = collections;
    for (const birth of births) {
      const living = this.#get(birth.serial);
      living.birth = birth;
      living.everyBytes = birth.isExact ? 0 : everyBytes;
    }
  }

  gone(serials: readonly number[], collections: number): void {
    this.#collections = collections;
    for (const serial of serials) {
      if (this.#living.get(serial)?.owner === null) this.#early.add(serial);
      this.#living.delete(serial);
    }
  }

  /** The results begin anew: nothing of what there is now was made in them. */
  reset(): void {
    for (const living of this.#living.values()) living.owner = this;
  }

  /** Of each owner. O(objects that are followed). */
  tables(): ReadonlyMap<object, LiveTable> {
    const rows = new Map<object, Map<string, Row>>();
    for (const { owner, node, birth, everyBytes } of this.#living.values()) {
      if (owner === null || owner === this || birth === null || node === 0) continue;
      let ofOwner = rows.get(owner);
      if (ofOwner === undefined) rows.set(owner, (ofOwner = new Map()));
      const key = `${node} ${birth.code}`;
      let row = ofOwner.get(key);
      if (row === undefined) {
        row = { node, code: birth.code, objects: 0, bytes: 0, variance: 0, births: new Set(), followed: [] };
        ofOwner.set(key, row);
      }
      const weight = liveWeight(birth.bytes, everyBytes);
      row.objects += weight.objects;
      row.bytes += weight.objects * birth.bytes;
      row.variance += weight.variance;
      row.births.add(birth.bornAt);
      row.followed.push(birth);
    }
    return new Map(Array.from(rows, ([owner, ofOwner]) => [owner, tableOf([...ofOwner.values()])]));
  }

  #get(serial: number): Living {
    let living = this.#living.get(serial);
    if (living === undefined) {
      living = { owner: null, node: 0, birth: null, everyBytes: 0 };
      this.#living.set(serial, living);
    }
    return living;
  }
}

function tableOf(rows: readonly Row[]): LiveTable {
  if (rows.length === 0) return NOTHING_LIVES;
  return {
    length: rows.length,
    node: Int32Array.from(rows, ({ node }) => node),
    code: Int32Array.from(rows, ({ code }) => code),
    objects: Float64Array.from(rows, ({ objects }) => objects),
    bytes: Float64Array.from(rows, ({ bytes }) => bytes),
    variance: Float64Array.from(rows, ({ variance }) => variance),
    births: rows.map(({ births }) => [...births].sort((a, b) => a - b)),
    followed: rows.map(({ followed }) => followed),
  };
}
