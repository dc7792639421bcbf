import { BYTECODES, type CctTable } from './cctTable.ts';
import { sumOfCoreWaits } from './coreWaitAccount.ts';
import { GrowingCct } from './growingCct.ts';
import { GrowingSamples } from './stretchSamples.ts';
import { sumOfAccounts } from './tickerAccount.ts';

/** One tree with the calls and times of several: equal contexts become one node. O(nodes of all). */
export function mergeTrees(tables: readonly CctTable[]): CctTable {
  const merged = new GrowingCct();
  const mergedSamples = tables.some(({ samples }) => samples !== undefined) ? new GrowingSamples() : null;
  for (const { length, method, parent, calls, selfNs, counted, samples, more } of tables) {
    merged.reserve(length);
    const bytecodes = more?.get(BYTECODES);
    const mergedBytecodes = bytecodes === undefined ? null : merged.countBytecodes();
    const mergedNode = new Int32Array(length); // row 0 is row 0; parents come before their children
    for (let node = 1; node < length; node++) {
      const target = merged.contexts.childOf(mergedNode[parent[node]], method[node]);
      mergedNode[node] = target;
      merged.calls[target] += calls[node];
      merged.selfNs[target] += selfNs[node];
      merged.counted[target] |= counted[node];
      if (bytecodes !== undefined && mergedBytecodes !== null) mergedBytecodes[target] += bytecodes[node];
    }
    if (samples !== undefined) mergedSamples?.add(samples, mergedNode);
  }
  const table = merged.toTable();
  const ticker = sumOfAccounts(tables.map((part) => part.ticker));
  const coreWaits = sumOfCoreWaits(tables.map((part) => part.coreWaits));
  return {
    ...table,
    ...(mergedSamples === null ? {} : { samples: mergedSamples.toColumns(table.length) }),
    ...(ticker === undefined ? {} : { ticker }),
    ...(coreWaits === undefined ? {} : { coreWaits }),
  };
}
