import { UsageError } from '../base/errors.ts';
import { toldText } from '../base/toldText.ts';
import { mergedValue } from '../recording/sets/mergedValue.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { linksNamed } from '../recording/dataSets/dataSetParts.ts';

/**
 * The data set with one row for each combination of some of its names, in the order in which they come first; values are added up.
 *
 *     made    account  objects         made     objects
 *     Node    xml          312   ->    Node         552
 *     Node    xml          240         byte[]       216
 *     byte[]  app          216
 *
 * Of a tree only the rows count that have none below them: those above are sums of them. A value that is not known makes the sum so.
 * @param ids of columns of names
 * @throws SluiceError 'usage' for what it does not have
 */
export function groupedSet(set: DataSet, ids: readonly string[]): DataSet {
  const named = ids.map((id) => {
    const column = set.texts.find((text) => text.id === id);
    if (column !== undefined) return column;
    throw new UsageError(
      `--by ${toldText(ids.join(','))}: the data set ${set.id} has no names ${toldText(id)}.`,
      `It has ${set.texts.map((text) => text.id).join(', ')}; several with commas between.`,
    );
  });
  const parents = linksNamed(set, 'parent') ?? new Int32Array();
  const isAbove = new Set(parents);
  const rows = new Map<string, { readonly first: number; readonly sums: Float64Array }>();
  for (let row = 0; row < set.rows; row++) {
    if (isAbove.has(row)) continue;
    const key = JSON.stringify(named.map(({ texts }) => texts[row]));
    let sum = rows.get(key);
    if (sum === undefined) rows.set(key, (sum = { first: row, sums: new Float64Array(set.values.length) }));
    for (const [i, { id, values }] of set.values.entries())
      sum.sums[i] = mergedValue(id, sum.sums[i], values[row]);
  }
  const all = [...rows.values()];
  return {
    ...set,
    rows: all.length,
    texts: named.map((column) => ({ ...column, texts: all.map(({ first }) => column.texts[first]) })),
    links: [],
    values: set.values.map((column, i) => ({
      ...column,
      values: Float64Array.from(all, ({ sums }) => sums[i]),
    })),
  };
}
