import type { FlameLayout, FlameSearch } from './flameLayout.ts';

/**
 * Goes through the frames of a flame graph as they stand, those too narrow to be drawn as well: from a node to its caller,
 * to its widest callee, to its neighbours, and from one match to the next. Each step costs the siblings that it passes.
 */
export class FlameWalk {
  readonly #layout: FlameLayout;

  constructor(layout: FlameLayout) {
    this.#layout = layout;
  }

  /** The callee of the largest weight; 0 when nothing is called. */
  widestChild(node: number): number {
    const weight = (at: number): number => this.#layout.weightOf(at);
    return this.#layout
      .childrenOf(node)
      .reduce((widest, child) => (widest === 0 || weight(child) > weight(widest) ? child : widest), 0);
  }

  /** The last of its widest callees' widest callees. */
  hotLeaf(node: number): number {
    for (let leaf = node; ;) {
      const child = this.widestChild(leaf);
      if (child === 0) return leaf;
      leaf = child;
    }
  }

  /** The outermost caller; 0 of 0. */
  root(node: number): number {
    const { parent } = this.#layout.tree;
    let at = node;
    while (parent[at] > 0) at = parent[at];
    return at;
  }

  /** The neighbour to the right (1) or left (-1) with the same caller; the node itself where there is none. */
  sibling(node: number, step: 1 | -1): number {
    if (node === 0) return 0;
    const siblings = this.#layout.childrenOf(this.#layout.tree.parent[node]);
    return siblings[siblings.indexOf(node) + step] ?? node;
  }

  /** The one that is seen best, of several the outermost. O(nodes). @returns 0 when nothing matches */
  widestMatch({ methodMatches }: FlameSearch): number {
    const { tree } = this.#layout;
    let widest = 0;
    for (let node = 1; node < tree.length; node++)
      if (
        methodMatches[tree.method[node]] === 1 &&
        (widest === 0 || this.#layout.weightOf(node) > this.#layout.weightOf(widest))
      )
        widest = node;
    return widest;
  }

  /** From left to right, callers before their callees, and round at the end. @returns 0 when nothing matches */
  nextMatch(search: FlameSearch, node: number): number {
    if (search.below[0] === 0) return 0;
    const below = this.#firstBelow(search, node);
    if (below > 0) return below;
    const { parent } = this.#layout.tree;
    for (let at = node; at > 0; at = parent[at]) {
      const siblings = this.#layout.childrenOf(parent[at]);
      const next = siblings.subarray(siblings.indexOf(at) + 1).find((other) => search.below[other] > 0);
      if (next !== undefined) return this.#isMatch(search, next) ? next : this.#firstBelow(search, next);
    }
    return this.#firstBelow(search, 0);
  }

  /** The same in the other direction. */
  previousMatch(search: FlameSearch, node: number): number {
    if (search.below[0] === 0) return 0;
    const { parent } = this.#layout.tree;
    for (let at = node; at > 0; at = parent[at]) {
      const siblings = this.#layout.childrenOf(parent[at]);
      const before = siblings.subarray(0, siblings.indexOf(at)).findLast((other) => search.below[other] > 0);
      if (before !== undefined) return this.#last(search, before);
      if (this.#isMatch(search, parent[at])) return parent[at];
    }
    return this.#last(search, 0);
  }

  /** Which of the matches a node is, in the order of nextMatch: 1 = the first. @returns 0 when the node does not match */
  matchPlace(search: FlameSearch, node: number): number {
    if (!this.#isMatch(search, node)) return 0;
    const { parent } = this.#layout.tree;
    let place = 0;
    for (let at = node; at > 0; at = parent[at]) {
      if (this.#isMatch(search, at)) place++;
      for (const sibling of this.#layout.childrenOf(parent[at])) {
        if (sibling === at) break;
        place += search.below[sibling];
      }
    }
    return place;
  }

  #isMatch(search: FlameSearch, node: number): boolean {
    return node > 0 && search.methodMatches[this.#layout.tree.method[node]] === 1;
  }

  /** Below a node, itself not included; 0 = none. */
  #firstBelow(search: FlameSearch, node: number): number {
    for (let at = node; ;) {
      const child = this.#layout.childrenOf(at).find((other) => search.below[other] > 0);
      if (child === undefined) return 0;
      if (this.#isMatch(search, child)) return child;
      at = child;
    }
  }

  /** At or below a node that has a match at or below it. */
  #last(search: FlameSearch, node: number): number {
    for (let at = node; ;) {
      const child = this.#layout.childrenOf(at).findLast((other) => search.below[other] > 0);
      if (child === undefined) return at;
      at = child;
    }
  }
}
