import { callPathOf, type CallPath } from '../../../shared/analysis/callPath.ts';
import type { RowTree } from '../../../shared/analysis/rowSource.ts';

/**
 * Numbers for rows of a tree that is made anew at each moment: the same path of names has the same number, whatever its
 * node is. It knows what was ever shown, no more.
 */
export class PathIds {
  readonly #below: Map<number, number>[] = [new Map()]; // id -> name -> id of the path that is one name longer
  readonly #above: number[] = [0];
  readonly #names: number[] = [-1];

  idOf(tree: RowTree, node: number): number {
    let id = 0;
    for (const name of callPathOf(tree, node)) id = this.#belowOf(id, name);
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
