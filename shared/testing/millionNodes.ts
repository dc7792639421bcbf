import { FIRST_METHOD_ID } from '../base/ids.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { GrowingCct } from '../cct/growingCct.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { seededRandom } from './arbitraryEvents.ts';

/** The methods of millionNodes. */
export const METHODS = 5_000;
const NODES = 1_000_000;
const MAX_DEPTH = 60;

/**
 * A tree of a million nodes in the order in which a program would have made them: it goes down and up, calls some callees
 * more often than others, and itself now and then; 60 deep. Always the same.
 */
export function millionNodes(nodes = NODES, seed = 1): ExactTree {
  const random = seededRandom(seed);
  const growing = new GrowingCct();
  growing.reserve(nodes);
  const { contexts } = growing;
  const depth = new Uint8Array(nodes + 1);
  let node = 0;
  while (contexts.count < nodes) {
    if (node !== 0 && (depth[node] >= MAX_DEPTH || random() < 0.48)) {
      node = contexts.parent[node];
      continue;
    }
    const isRecursion = node !== 0 && random() < 0.02;
    const callee = Math.floor(random() ** 2 * 12);
    const base = node === 0 ? 0 : contexts.method[node] - FIRST_METHOD_ID;
    const method = isRecursion ? base : 1 + ((base * 31 + callee * 977 + 7) % (METHODS - 1));
    const child = contexts.childOf(node, FIRST_METHOD_ID + method);
    depth[child] = depth[node] + 1;
    growing.calls[child]++;
    growing.selfNs[child] += Math.floor(random() ** 4 * 20_000);
    node = child;
  }
  const table = growing.toTable();
  const errorNs = Float64Array.from(table.calls, (calls) => Math.ceil(Math.sqrt(calls)));
  return { ...table, errorNs, totalNs: subtreeSums(table.parent, table.selfNs) };
}
