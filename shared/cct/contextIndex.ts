import { assert } from '../base/assert.ts';
import { NO_METHOD } from './cctTable.ts';

const MIN_CAPACITY = 1024;
/** Up to so many nodes columns double; larger ones grow by a quarter: spare room is memory that a recording does not use. */
const DOUBLED_UNTIL = 1 << 16;
const LARGE_GROWTH = 1.25;
/** Nodes for each slot, at most: fuller, and one that is not there is looked for too long. */
const MOST_LOAD = 0.75;

/**
 * The contexts of a tree that still grows, and one hash table over all of them that finds the child of a node by its method.
 *
 *     node    0  1  2  3 | room
 *     method -1  A  B  C |            slots: 2^k node numbers, three quarters of them taken at most, 0 = free; the key
 *     parent -1  0  1  1 |                   (parent, method) stands in the node itself
 *
 * 8 bytes a node and 5 to 11 for the slots; one table for all nodes stays fast where a node has thousands of children, and
 * a Map per node takes four times the memory. Columns are replaced when the tree grows: read them anew after reserve(). What
 * they hold of a node never changes.
 */
export class ContextIndex {
  count = 1;
  method = new Int32Array(MIN_CAPACITY);
  parent = new Int32Array(MIN_CAPACITY);
  #slots = new Int32Array(2 * MIN_CAPACITY);
  /** 32 - log2(slots): the hash's high bits choose the slot. */
  #shift = 32 - Math.log2(2 * MIN_CAPACITY);

  constructor() {
    this.method[0] = NO_METHOD;
    this.parent[0] = -1;
  }

  get capacity(): number {
    return this.method.length;
  }

  /** Nodes that can be added before reserve() must be called. */
  get room(): number {
    return this.method.length - this.count;
  }

  get byteLength(): number {
    return this.method.byteLength + this.parent.byteLength + this.#slots.byteLength;
  }

  /** The context so many frames further out; 0 where there are not so many. */
  above(node: number, frames: number): number {
    let open = node;
    for (let left = frames; left > 0 && open > 0; left--) open = this.parent[open];
    return open;
  }

  /** How many are open above the nearest frame of this method; -1: it has none. */
  framesAbove(node: number, method: number): number {
    let frames = 0;
    for (let open = node; open > 0; open = this.parent[open], frames++)
      if (this.method[open] === method) return frames;
    return -1;
  }

  /** Frames that are open where it is the innermost one. */
  depthOf(node: number): number {
    let depth = 0;
    for (let open = node; open > 0; open = this.parent[open]) depth++;
    return depth;
  }

  /** Makes room for `nodes` more. @returns whether the columns are other ones now */
  reserve(nodes: number): boolean {
    if (this.room >= nodes) return false;
    let capacity = Math.max(MIN_CAPACITY, this.capacity);
    while (capacity < this.count + nodes) {
      capacity = capacity < DOUBLED_UNTIL ? 2 * capacity : Math.ceil(LARGE_GROWTH * capacity);
    }
    this.#resize(capacity);
    const slots = 2 ** Math.ceil(Math.log2(capacity / MOST_LOAD));
    if (slots !== this.#slots.length) this.#rehash(slots);
    return true;
  }

  /** Gives back all spare memory: for trees that will hardly grow again. @returns whether the columns are other ones now */
  compact(): boolean {
    if (this.#slots.length === 0) return false;
    this.#resize(this.count);
    this.#slots = new Int32Array(0);
    return true;
  }

  /** There is no memory to grow: gives back what finds nodes. What is there can be read, and growing may be tried again. */
  giveUpGrowing(): void {
    this.method = this.method.subarray(0, this.count);
    this.parent = this.parent.subarray(0, this.count);
    this.#slots = new Int32Array(0);
  }

  /** The child of `node` for this method, made if there is none yet. There must be room for one. */
  childOf(node: number, method: number): number {
    const slot = this.#slotOf(node, method);
    const found = this.#slots[slot];
    if (found !== 0) return found;
    assert(this.count < this.method.length, 'room was reserved');
    const child = this.count++;
    this.#slots[slot] = child;
    this.method[child] = method;
    this.parent[child] = node;
    return child;
  }

  /** The child of `node` for this method; 0: there is none. */
  find(node: number, method: number): number {
    return this.#slots[this.#slotOf(node, method)];
  }

  /** Where the child stands, or the free slot where it belongs. */
  #slotOf(node: number, method: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const methods = this.method;
    const parents = this.parent;
    let slot = Math.imul(Math.imul(node, 0x9e3779b1) ^ method, 0x85ebca6b) >>> this.#shift;
    for (;;) {
      const found = slots[slot];
      if (found === 0 || (methods[found] === method && parents[found] === node)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #resize(capacity: number): void {
    this.method = resized(this.method, this.count, new Int32Array(capacity));
    this.parent = resized(this.parent, this.count, new Int32Array(capacity));
  }

  #rehash(slots: number): void {
    this.#slots = new Int32Array(slots);
    this.#shift = 32 - Math.log2(slots);
    for (let node = 1; node < this.count; node++) {
      this.#slots[this.#slotOf(this.parent[node], this.method[node])] = node;
    }
  }
}

/** @returns `into`, with the first `count` values of the column */
export function resized<Column extends Int32Array | Float64Array | Uint8Array>(
  column: Column,
  count: number,
  into: Column,
): Column {
  into.set(column.subarray(0, count));
  return into;
}
