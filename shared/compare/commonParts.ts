import type { DataSet } from '../recording/dataSet.ts';
import { ROOT_CALL_DURATIONS_SET, ROOT_CALLS_SET } from '../recording/rootCallSets.ts';

/**
 * Two tables of root calls with the parts of the time that both have: recordings of other lengths have other parts, which say nothing
 * of each other, and "all" is in each. Other tables stay as they are.
 */
export function withCommonParts(a: DataSet, b: DataSet): readonly [DataSet, DataSet] {
  if (b.id !== ROOT_CALLS_SET && b.id !== ROOT_CALL_DURATIONS_SET) return [a, b];
  return [ofParts(a, partsOf(b)), ofParts(b, partsOf(a))];
}

function partsOf({ texts }: DataSet): ReadonlySet<string> {
  return new Set(texts[0]?.texts);
}

function ofParts(set: DataSet, parts: ReadonlySet<string>): DataSet {
  const rows = Array.from({ length: set.rows }, (_, row) => row).filter((row) =>
    parts.has(set.texts[0].texts[row]),
  );
  return {
    ...set,
    rows: rows.length,
    texts: set.texts.map((column) => ({ ...column, texts: rows.map((row) => column.texts[row]) })),
    links: set.links.map((column) => ({ ...column, rows: Int32Array.from(rows, (row) => column.rows[row]) })),
    values: set.values.map((column) => ({
      ...column,
      values: Float64Array.from(rows, (row) => column.values[row]),
    })),
  };
}
