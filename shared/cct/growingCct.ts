import { assert } from '../base/assert.ts';
import { NO_METHOD } from './cctTable.ts';
import type { CctTable } from './cctTable.ts';

/** Room for a thread that calls little: 38 KB. */
const MIN_CAPACITY = 1024;

/**
 * A calling context tree that still grows: the columns of CctTable with spare room, and one hash table over all nodes
 * that finds the child of a node by its method.
 *
 *     node    0  1  2  3 | room
 *     method -1  A  B  C |            slots: 2^k >= 2 * capacity node numbers, 0 = free; the key (parent, method)
 *     parent -1  0  1  1 |                   stands in the node itself
 *     last    1  2  0  0 |            last: the child found last, 0 = none; most calls go where the one before went
 *
 * 29 bytes a node and 8 to 16 for the slots; one table for all nodes stays fast where a node has thousands of children,
 * and a Map per node takes four times the memory.
 * The columns are replaced when the tree grows: read them anew after reserve(), never keep them across it.
 */
export class GrowingCct {
  count = 1;
  method = new Int32Array(MIN_CAPACITY);
  parent = new Int32Array(MIN_CAPACITY);
  last = new Int32Array(MIN_CAPACITY);
  calls = new Float64Array(MIN_CAPACITY);
  selfNs = new Float64Array(MIN_CAPACITY);
  counted = new Uint8Array(MIN_CAPACITY);
  #slots = new Int32Array(2 * MIN_CAPACITY);
  /** 32 - log2(slots): the hash's high bits choose the slot. */
  #shift = 32 - Math.log2(2 * MIN_CAPACITY);

  constructor() {
    this.method[0] = NO_METHOD;
    this.parent[0] = -1;
  }

  /** Nodes that can be added before reserve() must be called. */
  get room(): number {
    return this.method.length - this.count;
  }

  get byteLength(): number {
    return this.method.length * 29 + this.#slots.byteLength;
  }

  /** Makes room for `nodes` more, at least doubling. */
  reserve(nodes: number): void {
    if (this.room >= nodes) return;
    let capacity = MIN_CAPACITY;
    while (capacity < this.count + nodes) capacity *= 2;
    this.#resize(capacity);
    this.#slots = new Int32Array(2 * capacity);
    this.#shift = 32 - Math.log2(2 * capacity);
    for (let node = 1; node < this.count; node++) {
      this.#slots[this.#slotOf(this.parent[node], this.method[node])] = node;
    }
  }

  /** Gives back all spare memory: for trees that will hardly grow again. */
  compact(): void {
    if (this.#slots.length === 0) return;
    this.#resize(this.count);
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

  /** A copy. Row 0 is the thread: what passed outside the roots is charged to nobody. */
  toTable(): CctTable {
    const count = this.count;
    const selfNs = this.selfNs.slice(0, count);
    selfNs[0] = 0;
    return {
      length: count,
      method: this.method.slice(0, count),
      parent: this.parent.slice(0, count),
      calls: this.calls.slice(0, count),
      selfNs,
      counted: this.counted.slice(0, count),
    };
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
    const count = this.count;
    const copyInto = <Column extends Int32Array | Float64Array | Uint8Array>(
      to: Column,
      from: Column,
    ): Column => {
      to.set(from.subarray(0, count));
      return to;
    };
    this.method = copyInto(new Int32Array(capacity), this.method);
    this.parent = copyInto(new Int32Array(capacity), this.parent);
    this.last = copyInto(new Int32Array(capacity), this.last);
    this.calls = copyInto(new Float64Array(capacity), this.calls);
    this.selfNs = copyInto(new Float64Array(capacity), this.selfNs);
    this.counted = copyInto(new Uint8Array(capacity), this.counted);
  }
}
