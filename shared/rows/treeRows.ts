import type { NumberColumn, RowSource, RowTree } from '../analysis/rowSource.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { fitted, LEAST_ROOM, NO_ROWS, replaced, resized, wholeRoom } from './rowArrays.ts';
import { comparatorBy, type SortOrder } from './sortOrder.ts';

/** A child must hold more than this of its node's weight to be the next step of the hot path. */
const HOT_SHARE = 0.5;

/** Opening everything below a node makes no more nodes than this of a tree that is made as it is looked at. */
const MOST_MADE_AT_ONCE = 100_000;

/**
 * The rows that a tree view shows: which nodes are open, in which order, at which depth. Typed arrays only: a tree of
 * millions of nodes has no object per node, and children are made and sorted when their node is first opened. 10 bytes for
 * each row and node; depths are made when they are asked for.
 *
 *     open: A          nodes   A B C D        (row -> NodeIndex)
 *                      depths  0 1 1 0        (row -> depth; the roots, children of row 0 of the tree, have 0)
 *
 * Nodes are NodeIndex of the tree throughout, rows are places in the view.
 */
export class TreeRows<Tree extends RowTree = ExactTree, Column extends string = NumberColumn> {
  readonly #source: RowSource<Tree, Column>;
  readonly #nameRanks: Int32Array;
  #open: Uint8Array; // NodeIndex -> 1 = its children are shown
  #sorted: Uint8Array; // NodeIndex -> 1 = its children are in order
  #place: Int32Array; // NodeIndex -> its place among children, once its parent is sorted
  #order: SortOrder<Column>;
  /** null = to be made for the columns as they are now. */
  #compare: ((a: number, b: number) => number) | null = null;
  /** row -> NodeIndex; null = to be collected. */
  #visible: Int32Array<ArrayBuffer> | null = null;
  /** For the rows that are collected first, as far as it goes. */
  #room: Int32Array<ArrayBuffer>;

  /**
   * @param nameRanks MethodId -> place in the order of names (MethodTable)
   * @param grown the rows of a tree that this one has grown from: each node is where it was, and stays open or closed, whatever is around it.
   *   They give their arrays away, since a moment of a large tree would leave 10 bytes a node as garbage, and must not be used any more
   */
  constructor(
    source: RowSource<Tree, Column>,
    nameRanks: Int32Array,
    order: SortOrder<Column>,
    grown: TreeRows<Tree, Column> | null = null,
  ) {
    this.#source = source;
    this.#nameRanks = nameRanks;
    this.#order = order;
    const { length } = source.tree;
    if (grown === null || grown.#open.length < length) {
      this.#open = new Uint8Array(length);
      this.#sorted = new Uint8Array(length);
      this.#place = new Int32Array(length);
      if (grown !== null) this.#open.set(grown.#open);
    } else {
      this.#open = grown.#open;
      this.#sorted = grown.#sorted.fill(0);
      this.#place = grown.#place;
    }
    this.#open[0] = 1;
    this.#room = grown === null ? NO_ROWS : wholeRoom(grown.#visible ?? NO_ROWS);
  }

  /** Its columns may be replaced when something opens: read them anew then. */
  get tree(): Tree {
    return this.#source.tree;
  }

  /** row -> NodeIndex, from the top. Valid until something opens, closes or is sorted. */
  get nodes(): Int32Array {
    if (this.#visible === null) {
      const room = this.#room;
      this.#room = NO_ROWS; // who has these rows reads them until others are asked for
      this.#visible = this.#collectRows(0, room);
    }
    return this.#visible;
  }

  /** row -> depth. Made anew at each call: O(rows). */
  get depths(): Int32Array {
    const { nodes } = this;
    const { parent } = this.tree;
    const depths = new Int32Array(nodes.length);
    for (let row = 1; row < nodes.length; row++) {
      // A row is a child of the one above it, or a later sibling of it or of one of those that it is in.
      let depth = depths[row - 1] + 1;
      for (let above = nodes[row - 1]; above !== parent[nodes[row]]; above = parent[above]) depth--;
      depths[row] = depth;
    }
    return depths;
  }

  /** O(depth). */
  depthOf(node: number): number {
    let depth = 0;
    for (let above = this.tree.parent[node]; above > 0; above = this.tree.parent[above]) depth++;
    return depth;
  }

  get order(): SortOrder<Column> {
    return this.#order;
  }

  set order(order: SortOrder<Column>) {
    this.#order = order;
    this.#compare = null;
    this.#sorted.fill(0);
    this.#visible = null;
  }

  hasChildren(node: number): boolean {
    return this.#source.hasChildren(node);
  }

  /** The child of a node that has one alone, 0 = none or several. Makes it. */
  onlyChild(node: number): number {
    this.#makeChildren(node);
    const { childStart, childEnd, children } = this.#source;
    return childEnd[node] - childStart[node] === 1 ? children[childStart[node]] : 0;
  }

  isOpen(node: number): boolean {
    return this.#open[node] === 1;
  }

  /** The row that shows the node, -1 when a node above it is closed. */
  rowOf(node: number): number {
    return this.nodes.indexOf(node);
  }

  open(node: number): void {
    if (this.#open[node] === 1 || !this.hasChildren(node)) return;
    const row = this.#visible?.indexOf(node) ?? -1;
    this.#open[node] = 1;
    if (this.#visible === null || row < 0) return;
    this.#visible = replaced(this.#visible, row + 1, row + 1, this.#collectRows(node, NO_ROWS));
  }

  /** What is open below stays so, and is shown again when the node is opened. */
  close(node: number): void {
    if (node === 0 || this.#open[node] === 0) return;
    this.#open[node] = 0;
    const row = this.#visible?.indexOf(node) ?? -1;
    if (this.#visible === null || row < 0) return;
    const next = this.#nodeBehind(node);
    const end = next < 0 ? this.#visible.length : this.#visible.indexOf(next, row + 1);
    this.#visible = replaced(this.#visible, row + 1, end, NO_ROWS);
  }

  /** Of one that has a row: the first that has one behind it and all below it; -1 = none. */
  #nodeBehind(node: number): number {
    const { childEnd, children } = this.#source;
    const { parent } = this.tree;
    for (let at = node; at > 0; at = parent[at])
      if (this.#place[at] + 1 < childEnd[parent[at]]) return children[this.#place[at] + 1];
    return -1;
  }

  /** Opens all nodes above, so that the node has a row. */
  reveal(node: number): void {
    for (let above = this.tree.parent[node]; above > 0; above = this.tree.parent[above]) {
      this.#openUnseen(above);
    }
  }

  /** Opens the node and everything below it; of a tree that is made as it is looked at, not more than can be read. */
  openAllBelow(node: number): void {
    const source = this.#source;
    const lastLength = this.tree.length + MOST_MADE_AT_ONCE;
    let below = new Uint8Array(this.#open.length);
    below[node] = 1;
    for (let at = node; at < this.tree.length; at++) {
      if (at !== node && below[this.tree.parent[at]] === 0) continue; // parents come before their children
      below[at] = 1;
      if (!this.hasChildren(at)) continue;
      const isMade = source.childStart[at] < source.childEnd[at];
      if (!isMade && this.tree.length > lastLength) continue;
      this.#openUnseen(at);
      this.#makeChildren(at);
      if (below.length < this.#open.length) below = longer(below, this.#open.length);
    }
  }

  /** Closes the node and everything below it. */
  closeAllBelow(node: number): void {
    const { parent, length } = this.tree;
    const below = new Uint8Array(length);
    below[node] = 1;
    for (let at = node + 1; at < length; at++) {
      if (below[parent[at]] === 0) continue; // parents come before their children
      below[at] = 1;
      this.#open[at] = 0;
    }
    if (node !== 0) this.#open[node] = 0;
    this.#visible = null;
  }

  /** Opens the heaviest child of the heaviest child, while each holds more than half of its parent.
   *  @returns the last node of the path: the one to select */
  openHotPath(node: number): number {
    let last = node;
    for (;;) {
      if (this.hasChildren(last)) this.#openUnseen(last);
      this.#makeChildren(last);
      const { childStart, childEnd, children } = this.#source;
      const weights = this.#source.weights();
      let heaviest = -1;
      for (let at = childStart[last]; at < childEnd[last]; at++) {
        if (heaviest < 0 || weights[children[at]] > weights[heaviest]) heaviest = children[at];
      }
      if (heaviest < 0 || !(weights[heaviest] > HOT_SHARE * weights[last])) return last;
      last = heaviest;
    }
  }

  /**
   * The node whose method matches and that has most of what rows are sorted by, or of its weight where that is the name: the
   * one that is looked for first. Of several the outermost. O(nodes).
   * @returns -1 when nothing matches
   */
  largestMatch(methodMatches: Uint8Array): number {
    const { column } = this.#order;
    const values = column === 'name' ? this.#source.weights() : this.#source.values(column);
    const { length, method } = this.tree;
    let largest = -1;
    for (let node = 1; node < length; node++)
      if (methodMatches[method[node]] === 1 && (largest < 0 || values[node] > values[largest]))
        largest = node;
    return largest;
  }

  /**
   * The next node in the view's order whose method matches, open or not; around the end to the beginning. Of a tree that
   * is made as it is looked at, only what has been made is searched.
   * @param methodMatches MethodId -> 1 (MethodTable.matches)
   * @param from          the node to start behind; 0 = from the beginning
   * @returns -1 when nothing matches. reveal() shows it.
   */
  findNext(methodMatches: Uint8Array, from: number): number {
    const below = this.#matchesBelow(methodMatches);
    if (below[0] === 0) return -1;
    const isMatch = (node: number): boolean => methodMatches[this.tree.method[node]] === 1;
    this.#sortPath(from);
    let node = from;
    for (;;) {
      let next = this.#matchingChild(node, below, 1);
      for (; next < 0 && node !== 0; node = this.tree.parent[node])
        next = this.#matchingSibling(node, below, 1);
      if (next >= 0) node = next; // otherwise row 0: from the beginning
      if (next >= 0 && isMatch(node)) return node;
    }
  }

  findPrevious(methodMatches: Uint8Array, from: number): number {
    const below = this.#matchesBelow(methodMatches);
    if (below[0] === 0) return -1;
    const isMatch = (node: number): boolean => methodMatches[this.tree.method[node]] === 1;
    this.#sortPath(from);
    let node = from;
    while (node !== 0) {
      const before = this.#matchingSibling(node, below, -1);
      if (before >= 0) return this.#lastMatch(before, below);
      node = this.tree.parent[node];
      if (node !== 0 && isMatch(node)) return node;
    }
    return this.#lastMatch(0, below);
  }

  /**
   * Which of the matches a node is, in the order that findNext goes through them: 1 = the first. O(nodes).
   * @returns 0 when the node does not match
   */
  matchPlace(methodMatches: Uint8Array, node: number): number {
    const { length, method, parent } = this.tree;
    if (node <= 0 || methodMatches[method[node]] !== 1) return 0;
    this.#sortPath(node);
    const { childStart, children } = this.#source;
    const isBefore = new Uint8Array(length); // NodeIndex -> 1 = it has its row before the node, once all is open
    let place = 1;
    for (let at = node; at > 0; at = parent[at]) {
      for (let i = childStart[parent[at]]; i < this.#place[at]; i++) isBefore[children[i]] = 1;
      if (at !== node && methodMatches[method[at]] === 1) place++;
    }
    for (let at = 1; at < length; at++) {
      isBefore[at] |= isBefore[parent[at]]; // parents come before their children
      if (isBefore[at] === 1 && methodMatches[method[at]] === 1) place++;
    }
    return place;
  }

  /**
   * The node at the end of a path of methods from the top, or at the end of as much of it as there is; makes what it needs.
   * @returns 0 when not even the first step is there
   */
  nodeAt(path: readonly number[]): number {
    let node = 0;
    for (const method of path) {
      const child = this.#childWith(node, method);
      if (child < 0) return node;
      node = child;
    }
    return node;
  }

  /** Opens what was open in the view of an older or other tree, wherever the same contexts exist here. */
  openAsIn(previous: TreeRows<Tree, Column>): void {
    const { parent, method, length } = previous.tree;
    const here = new Int32Array(length).fill(-1); // NodeIndex there -> here
    here[0] = 0;
    for (let node = 1; node < length; node++) {
      const above = here[parent[node]];
      if (previous.#open[node] === 0 || above < 0) continue;
      here[node] = this.#childWith(above, method[node], node);
      if (here[node] >= 0 && this.hasChildren(here[node])) this.#openUnseen(here[node]);
    }
  }

  /** @param guess where it may be: a tree that has grown has its nodes where they were */
  #childWith(node: number, wanted: number, guess = 0): number {
    this.#makeChildren(node);
    const { method, parent } = this.tree;
    if (method[guess] === wanted && parent[guess] === node) return guess;
    const { childStart, childEnd, children } = this.#source;
    for (let at = childStart[node]; at < childEnd[node]; at++) {
      if (method[children[at]] === wanted) return children[at];
    }
    return -1;
  }

  /** For many at once: the rows are collected anew when they are asked for. */
  #openUnseen(node: number): void {
    if (this.#open[node] === 1) return;
    this.#open[node] = 1;
    this.#visible = null;
  }

  /**
   * Depth first through the open nodes below `top`. O(rows), and sorting where a node is opened for the first time.
   * @param room written to, as far as it goes
   */
  #collectRows(top: number, room: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
    let nodes = room.length > 0 ? room : new Int32Array(LEAST_ROOM);
    let rows = 0;
    this.#sortChildren(top);
    let { childStart, childEnd, children } = this.#source;
    let at = childStart[top]; // the place among children that comes next, of the open node `above`
    let above = top;
    for (;;) {
      if (at === childEnd[above]) {
        if (above === top) return fitted(nodes, rows);
        at = this.#place[above] + 1;
        above = this.tree.parent[above];
        continue;
      }
      const node = children[at++];
      if (rows === nodes.length) nodes = resized(nodes, 2 * rows);
      nodes[rows++] = node;
      if (this.#open[node] === 0) continue;
      if (this.#sorted[node] === 0) {
        this.#sortChildren(node);
        ({ childStart, childEnd, children } = this.#source);
      }
      above = node;
      at = childStart[node];
    }
  }

  #makeChildren(node: number): void {
    const { length } = this.tree;
    this.#source.makeChildren(node);
    if (this.tree.length === length) return;
    this.#compare = null; // it compares columns that may have been replaced
    if (this.tree.length <= this.#open.length) return;
    const capacity = Math.max(this.tree.length, 2 * this.#open.length);
    this.#open = longer(this.#open, capacity);
    this.#sorted = longer(this.#sorted, capacity);
    const place = new Int32Array(capacity);
    place.set(this.#place);
    this.#place = place;
  }

  #sortChildren(node: number): void {
    if (this.#sorted[node] === 1) return;
    this.#makeChildren(node);
    this.#sorted[node] = 1;
    const { childStart, childEnd, children } = this.#source;
    const [start, end] = [childStart[node], childEnd[node]];
    if (end - start > 1) sortRange(children, start, end, (this.#compare ??= this.#comparator()));
    for (let at = start; at < end; at++) this.#place[children[at]] = at;
  }

  #comparator(): (a: number, b: number) => number {
    const { column, ascending } = this.#order;
    const values = column === 'name' ? null : this.#source.values(column);
    return comparatorBy(values, this.tree.method, this.#nameRanks, ascending);
  }

  /** NodeIndex -> 1 where the node or one below it matches: the rest of the tree need not be sorted to be searched. */
  #matchesBelow(methodMatches: Uint8Array): Uint8Array {
    const { length, method, parent } = this.tree;
    const below = new Uint8Array(length);
    for (let node = length - 1; node > 0; node--) {
      if (below[node] === 0 && methodMatches[method[node]] !== 1) continue;
      below[node] = below[parent[node]] = 1;
    }
    return below;
  }

  /** The first (1) or last (-1) child with a match at or below it, -1 when there is none. */
  #matchingChild(node: number, below: Uint8Array, step: 1 | -1): number {
    if (!this.#isMade(node)) return -1;
    this.#sortChildren(node);
    const { childStart, childEnd } = this.#source;
    return this.#matchingPlace(step === 1 ? childStart[node] : childEnd[node] - 1, node, below, step);
  }

  /** The next (1) or previous (-1) sibling with a match at or below it, -1 when there is none. */
  #matchingSibling(node: number, below: Uint8Array, step: 1 | -1): number {
    return this.#matchingPlace(this.#place[node] + step, this.tree.parent[node], below, step);
  }

  #matchingPlace(from: number, parent: number, below: Uint8Array, step: 1 | -1): number {
    const { childStart, childEnd, children } = this.#source;
    for (let at = from; at >= childStart[parent] && at < childEnd[parent]; at += step) {
      if (below[children[at]] === 1) return children[at];
    }
    return -1;
  }

  /** The last match at or below a node that has one. */
  #lastMatch(node: number, below: Uint8Array): number {
    let last = node;
    for (let child = node; child >= 0; child = this.#matchingChild(child, below, -1)) last = child;
    return last;
  }

  #isMade(node: number): boolean {
    return this.#source.childStart[node] < this.#source.childEnd[node];
  }

  /** Places are right up to the tree's top. Stops where it was here before: sorted nodes have sorted ancestors. */
  #sortPath(node: number): void {
    for (let above = node; above >= 0 && this.#sorted[above] === 0; above = this.tree.parent[above]) {
      if (this.#isMade(above)) this.#sortChildren(above);
    }
  }
}

/** Up to so many, finding places one by one is faster than calling sort(): most nodes have few children. */
const MOST_INSERTED = 24;

/** Sorts [start, end) of a column. */
function sortRange(
  column: Int32Array,
  start: number,
  end: number,
  compare: (a: number, b: number) => number,
): void {
  if (end - start > MOST_INSERTED) {
    column.subarray(start, end).sort(compare);
    return;
  }
  for (let at = start + 1; at < end; at++) {
    const value = column[at];
    let place = at;
    for (; place > start && compare(column[place - 1], value) > 0; place--) column[place] = column[place - 1];
    column[place] = value;
  }
}

function longer(column: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(length);
  copy.set(column);
  return copy;
}
