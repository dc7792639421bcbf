import type { DataSet, TextColumn } from './dataSet.ts';

/** A data set on its way to another thread: each text once, as copying one string for each row takes seconds. */
export interface PooledDataSet extends Omit<DataSet, 'texts'> {
  readonly texts: readonly PooledTextColumn[];
}

interface PooledTextColumn extends Omit<TextColumn, 'texts'> {
  readonly words: readonly string[];
  /** row -> place in words */
  readonly places: Int32Array;
}

export function pooledDataSet(set: DataSet): PooledDataSet {
  const pooled = (column: TextColumn): PooledTextColumn => {
    const placeOf = new Map<string, number>();
    const places = Int32Array.from(column.texts, (text) => {
      const known = placeOf.get(text);
      if (known !== undefined) return known;
      placeOf.set(text, placeOf.size);
      return placeOf.size - 1;
    });
    return { id: column.id, title: column.title, words: [...placeOf.keys()], places };
  };
  return { ...set, texts: set.texts.map(pooled) };
}

export function unpooledDataSet(set: PooledDataSet): DataSet {
  const unpooled = ({ id, title, words, places }: PooledTextColumn): TextColumn => ({
    ...{ id, title },
    texts: Array.from(places, (place) => words[place]),
  });
  return { ...set, texts: set.texts.map(unpooled) };
}
