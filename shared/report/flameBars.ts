import { formatPercent } from '../naming/formatNumbers.ts';
import { column, type NumberColumn } from './textTable.ts';

const BAR_COLUMNS = 40;
const FULL = '█';
/** Of what is too short for a whole one. */
const SLIVER = '▏';

/**
 * A flame graph turned on its side: a line for each context, its bar as long as its weight and within that of its caller.
 * @param weights node -> with all below it
 * @param rows    each before its children, siblings from left to right
 */
export function flameBars(
  tree: { readonly length: number; readonly parent: Int32Array },
  weights: Float64Array,
  rows: Iterable<{ readonly node: number }>,
): NumberColumn[] {
  const all = weights[0];
  const start = new Float64Array(tree.length);
  const next = new Float64Array(tree.length); // node -> where its next child begins
  for (const { node } of rows) {
    const parent = tree.parent[node];
    start[node] = next[node] = next[parent];
    next[parent] += weights[node];
  }
  const place = (weight: number): number => (all > 0 ? Math.round((weight / all) * BAR_COLUMNS) : 0);
  const bar = (node: number): string => {
    const from = place(start[node]);
    const length = place(start[node] + weights[node]) - from;
    return ' '.repeat(Math.min(from, BAR_COLUMNS - 1)) + (length > 0 ? FULL.repeat(length) : SLIVER);
  };
  return [
    column('', BAR_COLUMNS, (node) => bar(node).padEnd(BAR_COLUMNS)),
    column('%', 7, (node) => formatPercent(weights[node], all)),
  ];
}
