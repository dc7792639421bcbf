import { childIndex } from '../cct/childIndex.ts';
import type { ChildIndex } from '../cct/childIndex.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { rowComparator } from './sortOrder.ts';
import type { SortOrder } from './sortOrder.ts';

/** A child must hold more than this of its node's total to be the next step of the hot path. */
const HOT_SHARE = 0.5;

/**
 * The rows that a tree view shows: which nodes are open, in which order, at which depth. Typed arrays only: a tree of
 * millions of nodes has no object per node, and children are sorted when their node is first opened.
 *
 *     open: A          nodes   A B C D        (row -> NodeIndex)
 *                      depths  0 1 1 0        (row -> depth; the roots, children of row 0 of the tree, have 0)
 *
 * Nodes are NodeIndex of the tree throughout, rows are places in the view.
 */
export class CallTreeRows {
  readonly tree: ExactTree;
  readonly #nameRanks: Int32Array;
  readonly #index: ChildIndex;
  readonly #open: Uint8Array; // NodeIndex -> 1 = its children are shown
  readonly #sorted: Uint8Array; // NodeIndex -> 1 = its children are in order
  readonly #place: Int32Array; // NodeIndex -> its place among children, once its parent is sorted
  #order: SortOrder;
  #compare: (a: number, b: number) => number;
  #visible: { readonly nodes: Int32Array; readonly depths: Int32Array } | null = null;

  /** @param nameRanks MethodId -> place in the order of names (MethodTable) */
  constructor(tree: ExactTree, nameRanks: Int32Array, order: SortOrder) {
    this.tree = tree;
    this.#nameRanks = nameRanks;
    this.#index = childIndex(tree);
    this.#open = new Uint8Array(tree.length);
    this.#open[0] = 1;
    this.#sorted = new Uint8Array(tree.length);
    this.#place = new Int32Array(tree.length);
    this.#order = order;
    this.#compare = rowComparator(tree, nameRanks, order);
  }

  /** row -> NodeIndex, from the top. Valid until something opens, closes or is sorted. */
  get nodes(): Int32Array {
    return this.#rows().nodes;
  }

  /** row -> depth. */
  get depths(): Int32Array {
    return this.#rows().depths;
  }

  get order(): SortOrder {
    return this.#order;
  }

  set order(order: SortOrder) {
    this.#order = order;
    this.#compare = rowComparator(this.tree, this.#nameRanks, order);
    this.#sorted.fill(0);
    this.#visible = null;
  }

  hasChildren(node: number): boolean {
    return this.#index.start[node] < this.#index.start[node + 1];
  }

  isOpen(node: number): boolean {
    return this.#open[node] === 1;
  }

  /** The row that shows the node, -1 when a node above it is closed. */
  rowOf(node: number): number {
    return this.nodes.indexOf(node);
  }

  open(node: number): void {
    if (!this.hasChildren(node)) return;
    this.#open[node] = 1;
    this.#visible = null;
  }

  /** What is open below stays so, and is shown again when the node is opened. */
  close(node: number): void {
    if (node === 0) return;
    this.#open[node] = 0;
    this.#visible = null;
  }

  /** Opens all nodes above, so that the node has a row. */
  reveal(node: number): void {
    for (let above = this.tree.parent[node]; above > 0; above = this.tree.parent[above]) this.open(above);
  }

  /** Opens the node and everything below it. */
  openAllBelow(node: number): void {
    const { length, parent } = this.tree;
    const below = new Uint8Array(length);
    below[node] = 1;
    if (this.hasChildren(node)) this.#open[node] = 1;
    for (let other = node + 1; other < length; other++) {
      if (below[parent[other]] === 0) continue; // parents come before their children
      below[other] = 1;
      if (this.hasChildren(other)) this.#open[other] = 1;
    }
    this.#visible = null;
  }

  closeAll(): void {
    this.#open.fill(0, 1);
    this.#visible = null;
  }

  /** Opens the heaviest child of the heaviest child, while each holds more than half of its parent.
   *  @returns the last node of the path: the one to select */
  openHotPath(node: number): number {
    const weights = this.#weights();
    let last = node;
    for (;;) {
      this.open(last);
      const { start, children } = this.#index;
      let heaviest = -1;
      for (let at = start[last]; at < start[last + 1]; at++) {
        if (heaviest < 0 || weights[children[at]] > weights[heaviest]) heaviest = children[at];
      }
      if (heaviest < 0 || !(weights[heaviest] > HOT_SHARE * weights[last])) return last;
      last = heaviest;
    }
  }

  /**
   * The next node in the view's order whose method matches, open or not; around the end to the beginning.
   * @param methodMatches MethodId -> 1 (MethodTable.matches)
   * @param from          the node to start behind; 0 = from the beginning
   * @returns -1 when nothing matches. reveal() shows it.
   */
  findNext(methodMatches: Uint8Array, from: number): number {
    return this.#find(methodMatches, from, (node) => this.#after(node));
  }

  findPrevious(methodMatches: Uint8Array, from: number): number {
    return this.#find(methodMatches, from, (node) => this.#before(node));
  }

  /** Opens what was open in the view of an older or other tree, wherever the same contexts exist here. */
  openAsIn(previous: CallTreeRows): void {
    const { parent, method } = previous.tree;
    const here = new Int32Array(previous.tree.length).fill(-1); // NodeIndex there -> here
    here[0] = 0;
    for (let node = 1; node < previous.tree.length; node++) {
      const above = here[parent[node]];
      if (previous.#open[node] === 0 || above < 0) continue;
      here[node] = this.#childWith(above, method[node]);
      if (here[node] >= 0) this.open(here[node]);
    }
  }

  #childWith(node: number, method: number): number {
    const { start, children } = this.#index;
    for (let at = start[node]; at < start[node + 1]; at++) {
      if (this.tree.method[children[at]] === method) return children[at];
    }
    return -1;
  }

  /** Total time; without a clock the calls stand for it. */
  #weights(): Float64Array {
    return this.tree.totalNs[0] > 0 ? this.tree.totalNs : this.tree.calls;
  }

  #rows(): { readonly nodes: Int32Array; readonly depths: Int32Array } {
    this.#visible ??= this.#collectRows();
    return this.#visible;
  }

  /** Depth first through the open nodes. O(rows), and sorting where a node is opened for the first time. */
  #collectRows(): { readonly nodes: Int32Array; readonly depths: Int32Array } {
    const { start, children } = this.#index;
    const { parent } = this.tree;
    const open = this.#open;
    let nodes = new Int32Array(1024);
    let depths = new Int32Array(1024);
    let rows = 0;
    let depth = 0;
    this.#sortChildren(0);
    let at = start[0]; // the place among children that comes next, of the open node `above`
    let above = 0;
    for (;;) {
      if (at === start[above + 1]) {
        if (above === 0) return { nodes: nodes.slice(0, rows), depths: depths.slice(0, rows) };
        at = this.#place[above] + 1;
        above = parent[above];
        depth--;
        continue;
      }
      const node = children[at++];
      if (rows === nodes.length) {
        nodes = doubled(nodes);
        depths = doubled(depths);
      }
      nodes[rows] = node;
      depths[rows++] = depth;
      if (open[node] === 0) continue;
      this.#sortChildren(node);
      above = node;
      at = start[node];
      depth++;
    }
  }

  #sortChildren(node: number): void {
    if (this.#sorted[node] === 1) return;
    this.#sorted[node] = 1;
    const { start, children } = this.#index;
    if (start[node + 1] - start[node] > 1)
      children.subarray(start[node], start[node + 1]).sort(this.#compare);
    for (let at = start[node]; at < start[node + 1]; at++) this.#place[children[at]] = at;
  }

  #find(methodMatches: Uint8Array, from: number, step: (node: number) => number): number {
    let node = from;
    for (let left = this.tree.length; left > 0; left--) {
      node = step(node);
      if (node !== 0 && methodMatches[this.tree.method[node]] === 1) return node;
    }
    return -1;
  }

  /** The node that follows in depth-first order; after the last one row 0. */
  #after(node: number): number {
    const { start, children } = this.#index;
    this.#sortPath(node);
    if (this.hasChildren(node)) return children[start[node]];
    let below = node;
    while (below !== 0) {
      const above = this.tree.parent[below];
      if (this.#place[below] + 1 < start[above + 1]) return children[this.#place[below] + 1];
      below = above;
    }
    return 0;
  }

  /** The node that #after leads from; before row 0 the last one. */
  #before(node: number): number {
    const { start, children } = this.#index;
    this.#sortPath(node);
    let last = 0;
    if (node !== 0) {
      const above = this.tree.parent[node];
      if (this.#place[node] === start[above]) return above;
      last = children[this.#place[node] - 1];
    }
    while (this.hasChildren(last)) {
      this.#sortChildren(last);
      last = children[start[last + 1] - 1];
    }
    return last;
  }

  /** Places are right up to the tree's top. Stops where it was here before: sorted nodes have sorted ancestors. */
  #sortPath(node: number): void {
    for (let above = node; above >= 0 && this.#sorted[above] === 0; above = this.tree.parent[above]) {
      this.#sortChildren(above);
    }
  }
}

function doubled(column: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(column.length * 2);
  longer.set(column);
  return longer;
}
