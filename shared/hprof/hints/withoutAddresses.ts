import type { DataSet } from '../../recording/dataSet.ts';

/** Hints of another dump: objects have moved, so rows are known by what they name without the addresses. */
export function withoutAddresses(set: DataSet): DataSet {
  const texts = set.texts.map((column) => ({
    ...column,
    texts: column.texts.map((text) => text.replace(/@0x[0-9a-f]+/g, '')),
  }));
  return { ...set, texts };
}
