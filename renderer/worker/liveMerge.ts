import type { CctTable } from '../../shared/cct/cctTable.ts';
import { summedSelves } from '../../shared/cct/metricColumns.ts';
import { ContextIndex } from '../../shared/cct/contextIndex.ts';
import { GrowingSamples } from '../../shared/cct/stretchSamples.ts';
import { sumOfCoreWaits } from '../../shared/cct/coreWaitAccount.ts';
import { sumOfAccounts } from '../../shared/cct/tickerAccount.ts';
import { markTimed } from '../../shared/cct/timedContexts.ts';
import type { ThreadTree } from '../../shared/cct/threadTrees.ts';

/** Of one recording, each tree has another one. */
export function treeKey({ threadId, group }: Pick<ThreadTree, 'threadId' | 'group'>): string {
  return `${threadId} ${group ?? ''}`;
}

/**
 * The trees of all threads of one recording as one, whose nodes keep their index while the trees grow: what a user has
 * selected and opened stays. mergeTrees gives the same sums, with new indices each time.
 *
 * Each tree has a column (node of its tree -> node of the merged one) that is extended by what is new, since trees
 * only append. Finding a place costs new nodes only; summing costs all: O(nodes of all threads), ~10 ns each.
 */
export class LiveMerge {
  readonly #merged = new ContextIndex();
  readonly #places = new Map<string, Int32Array>();

  /** Yields after each tree; given up there, the next update is as right.
   *  @param trees of one recording, each as it was or longer than at the last call */
  *update(trees: readonly ThreadTree[]): Generator<void, CctTable> {
    const places: Int32Array[] = [];
    for (const tree of trees) {
      places.push(this.#placesOf(treeKey(tree), tree.table));
      yield;
    }
    const { count: length, method, parent } = this.#merged;
    const calls = new Float64Array(length);
    const selfNs = new Float64Array(length);
    const counted = new Uint8Array(length);
    const samples = trees.some(({ table }) => table.samples !== undefined) ? new GrowingSamples() : null;
    for (const [i, { table }] of trees.entries()) {
      const place = places[i];
      for (let node = 1; node < table.length; node++) {
        calls[place[node]] += table.calls[node];
        selfNs[place[node]] += table.selfNs[node];
        counted[place[node]] |= table.counted[node];
      }
      yield;
      if (table.samples === undefined) continue;
      samples?.add(table.samples, place);
      yield;
    }
    const more = summedSelves(
      trees.map(({ table }, i) => ({ selves: table.more, image: places[i] })),
      length,
    );
    markTimed(counted, selfNs, length);
    // What these hold of a node never changes: no copies.
    const table = {
      length,
      method: method.subarray(0, length),
      parent: parent.subarray(0, length),
      calls,
      selfNs,
      counted,
    };
    const ticker = sumOfAccounts(trees.map((tree) => tree.table.ticker));
    const coreWaits = sumOfCoreWaits(trees.map((tree) => tree.table.coreWaits));
    return {
      ...table,
      ...(samples === null ? {} : { samples: samples.toColumns(length) }),
      ...(ticker === undefined ? {} : { ticker }),
      ...(coreWaits === undefined ? {} : { coreWaits }),
      ...(more === undefined ? {} : { more }),
    };
  }

  #placesOf(key: string, { length, method, parent }: CctTable): Int32Array {
    const known = this.#places.get(key) ?? new Int32Array(1);
    if (known.length === length) return known;
    const places = new Int32Array(length);
    places.set(known);
    this.#merged.reserve(length - known.length);
    for (let node = known.length; node < length; node++) {
      places[node] = this.#merged.childOf(places[parent[node]], method[node]);
    }
    this.#places.set(key, places);
    return places;
  }
}
