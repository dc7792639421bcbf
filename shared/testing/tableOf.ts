import type { CctTable } from '../cct/cctTable.ts';
import { ThreadTrees } from '../cct/threadTrees.ts';
import { eventScript } from './eventScript.ts';

/** The trees of an event script by the threads' names, and the names of its methods. */
export function tablesOf(text: string): {
  readonly tables: ReadonlyMap<string, CctTable>;
  readonly methodNames: ReadonlyMap<number, string>;
} {
  const script = eventScript(text);
  const trees = new ThreadTrees();
  script.play(trees);
  return {
    tables: new Map(trees.snapshot().map(({ name, table }) => [name, table])),
    methodNames: script.methodNames,
  };
}

/** The tree of a script with one thread. */
export function tableOf(text: string): CctTable {
  const [table] = tablesOf(text).tables.values();
  return table;
}

/** A chain of `depth` nodes, each called once by the one before and busy for 1 ns; `methods` ids take turns. */
export function deepTable(depth: number, methods: number): CctTable {
  const rows = Array.from({ length: depth + 1 }, (_, row) => row);
  return {
    length: depth + 1,
    method: Int32Array.from(rows, (row) => (row === 0 ? -1 : 16 + (row % methods))),
    parent: Int32Array.from(rows, (row) => row - 1),
    calls: Float64Array.from(rows, (row) => Math.min(row, 1)),
    selfNs: Float64Array.from(rows, (row) => Math.min(row, 1)),
    counted: new Uint8Array(depth + 1),
  };
}
