import { OTHER_METHOD } from '../base/ids.ts';
import { NO_METHOD, type ExactTree } from '../cct/cctTable.ts';
import { errorKind, errorTerm, finishErrors } from '../cct/errorSums.ts';
import { selvesOf, summedSelves, treeMetrics } from '../cct/metricColumns.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';

/** How many slots near its parent's neighbours are tried for a child. */
const NEAR_STEPS = 16;

/** What of the old tree is nowhere in the new one. */
export const GONE = -1;

/** A tree made of another one, and what became of each node. */
export interface ReshapedTree {
  readonly tree: ExactTree;
  /** NodeIndex of the old tree -> NodeIndex of the new one where its own time went | GONE */
  readonly image: Int32Array;
}

/**
 * Makes a tree out of the nodes of another one: first its shape, then its numbers, which are sums over what went where.
 * Has room for one node more than the old tree.
 */
export class TreeMaker {
  readonly method: Int32Array;
  readonly parent: Int32Array;
  #count = 1;
  /** Open addressing over the nodes that child() made, by parent and method; 2^k >= 2 * room; made when first needed. */
  #slots: Int32Array | null = null;
  /** NodeIndex -> its child OTHER_METHOD, 0 = none; made when first needed. */
  #others: Int32Array | null = null;

  constructor(oldLength: number) {
    this.method = new Int32Array(oldLength + 1);
    this.parent = new Int32Array(oldLength + 1);
    this.method[0] = NO_METHOD;
    this.parent[0] = -1;
  }

  get length(): number {
    return this.#count;
  }

  /** A new node, where the caller knows that no equal one is there. */
  append(parent: number, method: number): number {
    const node = this.#count++;
    this.method[node] = method;
    this.parent[node] = parent;
    return node;
  }

  /** The child with this method, new or made by child() before. */
  child(parent: number, method: number): number {
    if (method === OTHER_METHOD) return this.other(parent);
    const slots = (this.#slots ??= new Int32Array(2 ** Math.ceil(Math.log2(2 * this.method.length))));
    const mask = slots.length - 1;
    const hash = Math.imul(Math.imul(parent, 0x9e3779b1) ^ method, 0x85ebca6b);
    // Near those of the parent's neighbours at first, for passes go from neighbour to neighbour; a parent of many has no room there.
    let slot = (2 * parent + (hash >>> 28)) & mask;
    for (let step = 0; ; step++) {
      if (step === NEAR_STEPS) slot = hash >>> Math.clz32(mask);
      const found = slots[slot];
      if (found === 0) return (slots[slot] = this.append(parent, method));
      if (this.method[found] === method && this.parent[found] === parent) return found;
      slot = (slot + 1) & mask;
    }
  }

  /** The one child that stands for what is hidden below the node. */
  other(parent: number): number {
    this.#others ??= new Int32Array(this.method.length);
    if (this.#others[parent] === 0) this.#others[parent] = this.append(parent, OTHER_METHOD);
    return this.#others[parent];
  }

  /**
   * Sums up. Calls go along where a node's image has its method, or hides it; else they are no longer seen.
   * What would be the thread's own, for the root it was part of is merged, becomes an OTHER root.
   * @param image NodeIndex of the old tree -> NodeIndex here | GONE; 0 for row 0, and for a merged root that has nothing of its own.
   *   Taken over, and changed for one that has.
   */
  finish(old: ExactTree, image: Int32Array): ReshapedTree {
    const own = [old.calls, old.selfNs, ...(selvesOf(old.metrics)?.values() ?? [])];
    for (let node = 1; node < old.length; node++)
      if (image[node] === 0 && own.some((column) => column[node] !== 0)) image[node] = this.other(0);
    const length = this.#count;
    const shape = { length, method: this.method.slice(0, length), parent: this.parent.slice(0, length) };
    return { tree: summedInto(shape, old, image), image };
  }
}

/**
 * The numbers of a tree, summed up where its nodes have gone. O(nodes).
 * @param shape of the new tree
 * @param image NodeIndex of the old tree -> NodeIndex of the new one | GONE
 */
export function summedInto(
  { length, method, parent }: Pick<ExactTree, 'length' | 'method' | 'parent'>,
  old: ExactTree,
  image: Int32Array,
): ExactTree {
  const calls = new Float64Array(length);
  const selfNs = new Float64Array(length);
  const errorNs = new Float64Array(length);
  const counted = new Uint8Array(length);
  for (let node = 1; node < old.length; node++) {
    const to = image[node];
    if (to === GONE) continue;
    selfNs[to] += old.selfNs[node];
    errorNs[to] += errorTerm(old, old.errorNs[node]);
    const isOwn = method[to] === old.method[node];
    if (isOwn || method[to] === OTHER_METHOD) calls[to] += old.calls[node];
    if (isOwn) counted[to] |= old.counted[node];
  }
  finishErrors(old, errorNs);
  const further = summedSelves([{ selves: selvesOf(old.metrics), image }], length);
  return {
    ...errorKind(old),
    ...{ length, method, parent, calls, selfNs, errorNs, counted },
    totalNs: subtreeSums(parent, selfNs),
    ...treeMetrics(further, parent),
  };
}
