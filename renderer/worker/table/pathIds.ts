import type { CallPath } from '../../../shared/analysis/callPath.ts';
import type { RowTree } from '../../../shared/analysis/rowSource.ts';

/**
 * Numbers for rows of a tree that is made anew at each moment: the same path of names has the same number, whatever its
 * node is. It knows what was ever shown, no more.
 */
export class PathIds {
  readonly #below: Map<number, number>[] = [new Map()]; // id -> name -> id of the path that is one name longer
  readonly #above: number[] = [0];
  readonly #names: number[] = [-1];
  /** Whose nodes are known by now: a tree may grow, its nodes stay. */
  #tree: RowTree | null = null;
  readonly #ofNode = new Map<number, number>();

  /** O(depth) for the first row of a branch, O(1) for those below it. */
  idOf(tree: RowTree, node: number): number {
    if (tree !== this.#tree) this.#ofNode.clear();
    this.#tree = tree;
    const unknown: number[] = [];
    let at = node;
    for (; at > 0 && !this.#ofNode.has(at); at = tree.parent[at]) unknown.push(at);
    let id = this.#ofNode.get(at) ?? 0;
    for (const next of unknown.reverse()) {
      id = this.#belowOf(id, tree.method[next]);
      this.#ofNode.set(next, id);
    }
    return id;
  }

  /** Of a number that was given out. */
  pathOf(id: number): CallPath {
    const path: number[] = [];
    for (let at = id; at > 0; at = this.#above[at]) path.push(this.#names[at]);
    return path.reverse();
  }

  #belowOf(above: number, name: number): number {
    const known = this.#below[above].get(name);
    if (known !== undefined) return known;
    const id = this.#below.push(new Map()) - 1;
    this.#above.push(above);
    this.#names.push(name);
    this.#below[above].set(name, id);
    return id;
  }
}
