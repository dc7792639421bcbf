import type { CctTable } from './cctTable.ts';
import { sumOfCoreWaits } from './coreWaitAccount.ts';
import { GrowingCct } from './growingCct.ts';
import { summedSelves } from './metricColumns.ts';
import { GrowingSamples } from './stretchSamples.ts';
import { sumOfAccounts } from './tickerAccount.ts';

/** One tree with the calls and times of several: equal contexts become one node. O(nodes of all). */
export function mergeTrees(tables: readonly CctTable[]): CctTable {
  return mergedTrees(tables).table;
}

/** The same with `images`: of each tree its nodes -> nodes of the one. */
export function mergedTrees(tables: readonly CctTable[]): {
  readonly table: CctTable;
  readonly images: readonly Int32Array[];
} {
  const merged = new GrowingCct();
  const mergedSamples = tables.some(({ samples }) => samples !== undefined) ? new GrowingSamples() : null;
  const images: Int32Array[] = [];
  for (const { length, method, parent, calls, selfNs, counted, samples } of tables) {
    merged.reserve(length);
    const mergedNode = new Int32Array(length); // row 0 is row 0; parents come before their children
    for (let node = 1; node < length; node++) {
      const target = merged.contexts.childOf(mergedNode[parent[node]], method[node]);
      mergedNode[node] = target;
      merged.calls[target] += calls[node];
      merged.selfNs[target] += selfNs[node];
      merged.counted[target] |= counted[node];
    }
    images.push(mergedNode);
    if (samples !== undefined) mergedSamples?.add(samples, mergedNode);
  }
  const exact = merged.toTable();
  const more = summedSelves(
    tables.map((part, i) => ({ selves: part.more, image: images[i] })),
    exact.length,
  );
  const ticker = sumOfAccounts(tables.map((part) => part.ticker));
  const coreWaits = sumOfCoreWaits(tables.map((part) => part.coreWaits));
  const table = {
    ...exact,
    ...(mergedSamples === null ? {} : { samples: mergedSamples.toColumns(exact.length) }),
    ...(ticker === undefined ? {} : { ticker }),
    ...(coreWaits === undefined ? {} : { coreWaits }),
    ...(more === undefined ? {} : { more }),
  };
  return { table, images };
}
