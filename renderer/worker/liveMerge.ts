import type { ThreadId } from '../../shared/base/ids.ts';
import type { CctTable } from '../../shared/cct/cctTable.ts';
import { GrowingCct } from '../../shared/cct/growingCct.ts';
import type { ThreadTree } from '../../shared/cct/threadTrees.ts';

/**
 * The trees of all threads of one recording as one, whose nodes keep their index while the trees grow: what a user has
 * selected and opened stays. mergeTrees gives the same sums, with new indices each time.
 *
 * Each thread has a column (node of its tree -> node of the merged one) that is extended by what is new, since trees
 * only append. Finding a place costs new nodes only; summing costs all: O(nodes of all threads), ~10 ns each.
 */
export class LiveMerge {
  readonly #merged = new GrowingCct();
  readonly #places = new Map<ThreadId, Int32Array>();

  /** Yields after each tree; given up there, the next update is as right.
   *  @param trees of one recording, each as it was or longer than at the last call */
  *update(trees: readonly ThreadTree[]): Generator<void, CctTable> {
    this.#merged.calls.fill(0);
    this.#merged.selfNs.fill(0);
    for (const { threadId, table } of trees) {
      const places = this.#placesOf(threadId, table);
      const { calls, selfNs, counted } = this.#merged;
      for (let node = 1; node < table.length; node++) {
        calls[places[node]] += table.calls[node];
        selfNs[places[node]] += table.selfNs[node];
        counted[places[node]] |= table.counted[node];
      }
      yield;
    }
    return this.#merged.toTable();
  }

  #placesOf(threadId: ThreadId, { length, method, parent }: CctTable): Int32Array {
    const known = this.#places.get(threadId) ?? new Int32Array(1);
    if (known.length === length) return known;
    const places = new Int32Array(length);
    places.set(known);
    this.#merged.reserve(length - known.length);
    for (let node = known.length; node < length; node++) {
      places[node] = this.#merged.childOf(places[parent[node]], method[node]);
    }
    this.#places.set(threadId, places);
    return places;
  }
}
