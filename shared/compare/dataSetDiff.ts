import type { DataSet, ValueColumn } from '../recording/dataSets/dataSet.ts';
import { namesRows } from '../recording/dataSets/stackColumns.ts';

/**
 * Two data sets of one id as one, in which each metric has three columns: A, B and the change. Rows with the same names are one;
 * those that changed most in the first metric come first, or in that of `by`.
 *
 *     A: Vector 3     B: Vector 5     ->     blocksA  blocksB  blocksChange
 *        Cart   1        Map    2               3        5          2       Vector
 *                                               0        2          2       Map
 *                                               1        0         -1       Cart
 *
 * A row that one side does not have counts as 0 there. Metrics that one side does not have, and links, are left out.
 * @param by id of a metric: where both have it, rows that changed alike in it are in the order of the first metric
 */
export function dataSetDiff(a: DataSet, b: DataSet, by: string | null = null): DataSet {
  const rowsOfA = placesByName(a);
  const pairs: [number, number][] = [];
  const seen = new Set<number>();
  for (let row = 0; row < b.rows; row++) {
    const before = rowsOfA.get(keyOf(b, row))?.shift() ?? -1;
    if (before >= 0) seen.add(before);
    pairs.push([before, row]);
  }
  for (let row = 0; row < a.rows; row++) if (!seen.has(row)) pairs.push([row, -1]);
  const values = b.values.flatMap((column) => {
    const before = a.values.find(({ id, unit }) => id === column.id && unit === column.unit);
    return before === undefined ? [] : changeOf(before, column, pairs);
  });
  const first = values.at(2)?.values ?? new Float64Array(pairs.length);
  const chosen = values.find(({ id }) => id === `${by}Change`)?.values ?? first;
  const more = (changes: Float64Array, x: number, y: number): number =>
    Math.abs(changes[y]) - Math.abs(changes[x]);
  const order = [...pairs.keys()].sort((x, y) => more(chosen, x, y) || more(first, x, y) || x - y);
  return {
    id: b.id,
    title: b.title,
    rows: pairs.length,
    texts: b.texts.map(({ id, title, texts }) => ({
      ...{ id, title },
      texts: order.map((place) => {
        const [before, row] = pairs[place];
        return row >= 0 ? texts[row] : (a.texts.find((column) => column.id === id)?.texts[before] ?? '');
      }),
    })),
    links: [],
    values: values.map((column) => ({
      ...column,
      values: Float64Array.from(order, (place) => column.values[place]),
    })),
  };
}

/** What makes a row that of the other side too: all its texts, but for stacks, which each run has others of. */
function keyOf({ texts }: DataSet, row: number): string {
  return JSON.stringify(texts.filter(namesRows).map((column) => column.texts[row]));
}

/** Rows of one name in their order. */
function placesByName(set: DataSet): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let row = 0; row < set.rows; row++) {
    const name = keyOf(set, row);
    const rows = places.get(name);
    if (rows === undefined) places.set(name, [row]);
    else rows.push(row);
  }
  return places;
}

function changeOf(
  a: ValueColumn,
  b: ValueColumn,
  pairs: readonly (readonly [number, number])[],
): ValueColumn[] {
  const { id, title, unit, isExact } = b;
  const valuesA = Float64Array.from(pairs, ([row]) => (row < 0 ? 0 : a.values[row]));
  const valuesB = Float64Array.from(pairs, ([, row]) => (row < 0 ? 0 : b.values[row]));
  const change = valuesB.map((value, i) => value - valuesA[i]);
  return [
    { id: `${id}A`, title: `${title} A`, unit, isExact, values: valuesA },
    { id: `${id}B`, title: `${title} B`, unit, isExact, values: valuesB },
    { id: `${id}Change`, title: `${title} Change`, unit, isExact, values: change },
  ];
}
