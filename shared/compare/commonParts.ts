import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { rowsWhere } from '../recording/dataSets/dataSetParts.ts';
import { ROOT_CALL_DURATIONS_SET, ROOT_CALLS_SET } from '../recording/sets/rootCallSets.ts';

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
  return rowsWhere(set, (row) => parts.has(set.texts[0].texts[row]));
}
