import { FIRST_METHOD_ID } from '../base/ids.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { mergeTrees } from '../cct/mergeTrees.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { seededRandom } from './arbitraryEvents.ts';

export interface TreeShape {
  /** Before equal siblings become one. */
  readonly nodes: number;
  readonly methods: number;
}

/** A tree with recursions and all, always the same for a seed. All numbers are whole, so that sums are exact. */
export function randomTree(
  seed: number,
  { nodes, methods }: TreeShape = { nodes: 60, methods: 5 },
): ExactTree {
  const random = seededRandom(seed);
  const rows = Array.from({ length: nodes }, (_, row) => row);
  const table = mergeTrees([
    {
      length: nodes,
      method: Int32Array.from(rows, (row) =>
        row === 0 ? -1 : FIRST_METHOD_ID + Math.floor(random() * methods),
      ),
      // Near the node itself: deep enough for recursion.
      parent: Int32Array.from(rows, (row) => (row === 0 ? -1 : Math.floor(row * (1 - random() ** 3)) % row)),
      calls: Float64Array.from(rows, (row) => (row === 0 ? 0 : 1 + Math.floor(random() * 3))),
      selfNs: Float64Array.from(rows, (row) => (row === 0 ? 0 : Math.floor(random() * 100))),
      counted: new Uint8Array(nodes),
    },
  ]);
  const errorNs = Float64Array.from(table.selfNs, (ns) => Math.floor(ns / 4));
  return { ...table, errorNs, totalNs: subtreeSums(table.parent, table.selfNs) };
}
