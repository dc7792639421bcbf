import type { ExactTree } from '../cct/cctTable.ts';
import type { CallPath } from './callPath.ts';
import type { FlameTree } from './flameTree.ts';

/** Heaviest first, or by name: for comparing with another graph. */
export type FlameOrder = 'weight' | 'name';

/**
 * The boxes of a flame graph, level by level, from left to right within a level. Whether level 0 is drawn at the bottom
 * (flame) or on top (icicle) is the view's.
 *
 *     level 0   [ all                              ]       levels  0 1 2 5   (level -> its first box; one more than levels)
 *     level 1   [ A                        ]               node    0 A B C D
 *     level 2   [ B           ][ C    ][D*]                frames  1 1 1 1 7  * D stands for itself and 6 more below a pixel
 */
export interface FlameBoxes {
  readonly length: number;
  readonly levels: Int32Array; //  level -> box; the next level's is the end
  readonly node: Int32Array; //    box -> NodeIndex; of several, the heaviest
  readonly x0: Float64Array; //    box -> px from the left
  readonly x1: Float64Array; //    box -> px, >= x0
  readonly frames: Int32Array; //  box -> nodes that it stands for; > 1: those too narrow to be drawn, and all below them
  readonly matches: Int32Array; // box -> how many of these match the search
}

/** A part of the graph from left to right, as shares of the whole: 0 <= from < to <= 1. */
export interface FlameSpan {
  readonly from: number;
  readonly to: number;
}

export interface FlameView {
  /** What is seen. Boxes are cut off at its edges, and there are none beyond them. */
  readonly span: FlameSpan;
  /** How wide the span is drawn. */
  readonly widthPx: number;
  /** Boxes narrower than this are put together with their neighbours. */
  readonly leastPx: number;
  readonly search: FlameSearch | null;
  /** Further ones are left out, and where they would come into being, not made. */
  readonly mostLevels?: number;
}

export interface FlameSearch {
  readonly methodMatches: Uint8Array; // MethodId -> 1 (MethodTable.matches, filteredMethods)
  readonly below: Int32Array; //         NodeIndex -> nodes at and below it that match
}

/**
 * Lays out one tree again and again: for each zoom, width and search. Children are sorted when their node is first
 * drawn, so a layout costs the boxes that are drawn (by name: and their children), not the tree. 1 byte a node besides the tree.
 */
export class FlameLayout {
  readonly drawn: FlameTree;
  readonly #order: FlameOrder;
  #sorted: Uint8Array; // NodeIndex -> 1 = its children are in order
  readonly #compare: (a: number, b: number) => number;

  /** @param nameRanks MethodId -> place in the order of names (MethodTable) */
  constructor(drawn: FlameTree, nameRanks: Int32Array, order: FlameOrder) {
    this.drawn = drawn;
    this.#order = order;
    this.#sorted = new Uint8Array(drawn.tree.length);
    const byName = (a: number, b: number): number => {
      const { method } = drawn.tree;
      return (nameRanks[method[a]] ?? 0) - (nameRanks[method[b]] ?? 0) || a - b;
    };
    this.#compare =
      order === 'name' ? byName : (a, b) => drawn.weightOf(b) - drawn.weightOf(a) || byName(a, b);
  }

  get tree(): ExactTree {
    return this.drawn.tree;
  }

  weightOf(node: number): number {
    return this.drawn.weightOf(node);
  }

  /** The node at the end of as much of the path as there is, from a root on; 0 when not even that is there. */
  nearestAt(path: CallPath): number {
    let node = 0;
    for (const method of path) {
      const next = this.childrenOf(node).find((child) => this.tree.method[child] === method);
      if (next === undefined) return node;
      node = next;
    }
    return node;
  }

  boxes(view: FlameView): FlameBoxes {
    const made = new BoxList(view);
    const { from: left, to: right } = view.span;
    const wholePx = view.widthPx / (right - left);
    const scale = wholePx / this.weightOf(0);
    if (!(scale < Infinity)) return made.finish(); // nothing was called
    made.level();
    made.add(0, -left * wholePx, (1 - left) * wholePx, 1, 0);
    let from = 0;
    for (;;) {
      const to = made.length;
      for (let box = from; box < to; box++) {
        if (!made.isLeaf(box)) this.#addChildren(made.nodeOf(box), made.x0Of(box), scale, view, made);
      }
      if (made.length === to) return made.finish();
      made.level(to);
      from = to;
      if (made.levelCount === view.mostLevels) return made.finish();
    }
  }

  /** Where a node is. Costs its siblings, and those of its callers. */
  spanOf(node: number): FlameSpan {
    let before = 0;
    for (let at = node; at > 0; at = this.tree.parent[at]) {
      for (const sibling of this.childrenOf(this.tree.parent[at])) {
        if (sibling === at) break;
        before += this.weightOf(sibling);
      }
    }
    const whole = this.weightOf(0) || 1;
    return { from: before / whole, to: (before + this.weightOf(node)) / whole };
  }

  /** From left to right, those too narrow to be drawn as well. */
  childrenOf(node: number): Int32Array {
    const some = this.drawn.childrenOf(node);
    if (node >= this.#sorted.length) {
      const longer = new Uint8Array(2 * this.tree.length);
      longer.set(this.#sorted);
      this.#sorted = longer;
    }
    if (this.#sorted[node] === 0) {
      this.#sorted[node] = 1;
      some.sort(this.#compare);
    }
    return some;
  }

  #addChildren(node: number, x0: number, scale: number, view: FlameView, made: BoxList): void {
    let narrow: NarrowFrames | null = null;
    let x = x0;
    // What is left when the wide ones are taken away: with the heaviest first, the rest need not be looked at.
    let weightLeft = this.drawn.childWeight(node);
    let framesLeft = this.#framesBelow(node);
    let matchesLeft = (view.search?.below[node] ?? 0) - this.#matchesAt(node, view);
    for (const child of this.childrenOf(node)) {
      if (made.isBeyond(x)) break;
      const weight = this.weightOf(child);
      const frames = this.drawn.framesAt(child);
      const matches = view.search?.below[child] ?? 0;
      if (weight * scale < view.leastPx) {
        if (this.#order === 'weight') {
          made.add(child, x, x + Math.max(0, weightLeft) * scale, framesLeft, matchesLeft, true);
          return;
        }
        narrow ??= new NarrowFrames();
        narrow.add(child, weight, frames, matches);
        continue;
      }
      x = narrow?.addTo(made, x, scale) ?? x;
      made.add(child, x, x + weight * scale, 1, this.#matchesAt(child, view));
      x += weight * scale;
      weightLeft -= weight;
      framesLeft -= frames;
      matchesLeft -= matches;
    }
    narrow?.addTo(made, x, scale);
  }

  /** Where they come into being as they are looked at, the children. */
  #framesBelow(node: number): number {
    return Math.max(this.drawn.framesAt(node) - 1, this.drawn.childrenOf(node).length);
  }

  /** 1 when the node itself matches. */
  #matchesAt(node: number, { search }: FlameView): number {
    return search?.methodMatches[this.tree.method[node]] ?? 0; // row 0 has no method
  }
}

/** The box at this place of a level, -1 when there is none. O(log boxes). */
export function boxAt({ levels, x0, x1 }: FlameBoxes, level: number, x: number): number {
  if (level < 0 || level >= levels.length - 1) return -1;
  let low = levels[level];
  let high = levels[level + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x0[middle] <= x) low = middle + 1;
    else high = middle;
  }
  const box = low - 1;
  return box >= levels[level] && x < x1[box] ? box : -1;
}

/** O(nodes). */
export function flameSearch({ length, method, parent }: ExactTree, methodMatches: Uint8Array): FlameSearch {
  const counts = new Int32Array(length);
  for (let node = 1; node < length; node++) if (methodMatches[method[node]] === 1) counts[node] = 1;
  for (let node = length - 1; node > 0; node--) counts[parent[node]] += counts[node];
  return { methodMatches, below: counts };
}

/**
 * What part of a node's weight is in methods that match: a match within a match is counted once. O(nodes).
 * @param weights flameWeights, or total times
 * @returns 0 to 1
 */
export function matchedShare(
  { length, method, parent }: ExactTree,
  weights: Float64Array,
  methodMatches: Uint8Array,
  node: number,
): number {
  const [OUTSIDE, INSIDE, MATCHED] = [0, 1, 2];
  const place = new Uint8Array(length);
  if (methodMatches[method[node]] === 1) return 1;
  place[node] = INSIDE;
  let matched = 0;
  for (let at = node + 1; at < length; at++) {
    const above = place[parent[at]];
    if (above === OUTSIDE) continue;
    const isFirst = above === INSIDE && methodMatches[method[at]] === 1;
    place[at] = isFirst ? MATCHED : above;
    if (isFirst) matched += weights[at];
  }
  return weights[node] > 0 ? matched / weights[node] : 0;
}

/** Neighbours that are too narrow, until a wide one comes. */
class NarrowFrames {
  #node = 0;
  #heaviest = -1;
  #weight = 0;
  #frames = 0;
  #matches = 0;

  add(node: number, weight: number, frames: number, matches: number): void {
    if (weight > this.#heaviest) this.#node = node;
    this.#heaviest = Math.max(this.#heaviest, weight);
    this.#weight += weight;
    this.#frames += frames;
    this.#matches += matches;
  }

  /** @returns where the next box begins */
  addTo(made: BoxList, x: number, scale: number): number {
    if (this.#frames === 0) return x;
    const x1 = x + this.#weight * scale;
    made.add(this.#node, x, x1, this.#frames, this.#matches, true);
    this.#heaviest = -1;
    this.#weight = this.#frames = this.#matches = 0;
    return x1;
  }
}

/** What is less within an edge is the rounding of a box beyond it. */
const EDGE_PX = 1e-6;

/** Of the columns, at first. */
const FIRST_BOXES = 1024;

/** As many boxes as there are pixels, on as many levels as are drawn: in a large tree a hundred thousand. */
class BoxList {
  /** Where they are cut off; until then x0 goes beyond, since children begin where their node does. */
  readonly #widthPx: number;
  /** Sums of weights are rounded: what the whole ends with may seem to begin after its end. */
  readonly #leftPx: number;
  readonly #rightPx: number;
  #node = new Int32Array(FIRST_BOXES);
  #x0 = new Float64Array(FIRST_BOXES);
  #x1 = new Float64Array(FIRST_BOXES);
  #frames = new Int32Array(FIRST_BOXES);
  #matches = new Int32Array(FIRST_BOXES);
  #isLeaf = new Uint8Array(FIRST_BOXES);
  #length = 0;
  readonly #levels: number[] = [];

  constructor({ widthPx, span }: FlameView) {
    this.#widthPx = widthPx;
    this.#leftPx = span.from > 0 ? EDGE_PX : -Infinity;
    this.#rightPx = span.to < 1 ? widthPx - EDGE_PX : Infinity;
  }

  isBeyond(x0: number): boolean {
    return x0 >= this.#rightPx;
  }

  get length(): number {
    return this.#length;
  }

  get levelCount(): number {
    return this.#levels.length;
  }

  level(firstBox = this.length): void {
    this.#levels.push(firstBox);
  }

  nodeOf(box: number): number {
    return this.#node[box];
  }

  /** Not cut off. */
  x0Of(box: number): number {
    return this.#x0[box];
  }

  isLeaf(box: number): boolean {
    return this.#isLeaf[box] === 1;
  }

  add(node: number, x0: number, x1: number, frames: number, matches: number, isLeaf = false): void {
    if (x1 <= this.#leftPx || x0 >= this.#rightPx) return;
    if (this.#length === this.#node.length) this.#grow();
    const box = this.#length++;
    this.#node[box] = node;
    this.#x0[box] = x0;
    this.#x1[box] = x1;
    this.#frames[box] = frames;
    this.#matches[box] = matches;
    this.#isLeaf[box] = isLeaf ? 1 : 0;
  }

  #grow(): void {
    const longer = <T extends Int32Array | Float64Array | Uint8Array>(column: T): T => {
      const copy = new (column.constructor as new (length: number) => T)(2 * column.length);
      copy.set(column);
      return copy;
    };
    this.#node = longer(this.#node);
    this.#x0 = longer(this.#x0);
    this.#x1 = longer(this.#x1);
    this.#frames = longer(this.#frames);
    this.#matches = longer(this.#matches);
    this.#isLeaf = longer(this.#isLeaf);
  }

  /** The boxes that there are, cut off. */
  finish(): FlameBoxes {
    const length = this.#length;
    const [x0, x1] = [this.#x0.subarray(0, length), this.#x1.subarray(0, length)];
    for (let box = 0; box < length; box++) {
      x0[box] = Math.min(this.#widthPx, Math.max(0, x0[box]));
      x1[box] = Math.min(this.#widthPx, x1[box]);
    }
    return {
      length,
      levels: Int32Array.from([...this.#levels, length]),
      node: this.#node.subarray(0, length),
      x0,
      x1,
      frames: this.#frames.subarray(0, length),
      matches: this.#matches.subarray(0, length),
    };
  }
}
