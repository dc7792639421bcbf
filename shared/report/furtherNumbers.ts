import type { DiffNumbers } from '../analysis/diffNumbers.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import type { MeasuredRows, MeasuredSides } from '../metrics/measuredRows.ts';
import { pairsIn, type Metric, type MetricPair } from '../metrics/metric.ts';
import { valuesOf, valueText, valueTitle, type Value } from '../metrics/value.ts';
import { formatChange } from '../naming/formatNumbers.ts';
import { sampledByField, sampledColumns, sampledPair } from './sampledColumns.ts';
import { column, textColumn, type NumberColumn } from './textTable.ts';

/**
 * Columns of what was measured beside calls and times: sampled times first, with their error; both of the first metric, of others the
 * leading one only, as lines are short. What was sampled or waited for and is 0 in all of them is left out: files of others have
 * columns that nobody asked for.
 * @param leading what rows are usually sorted by
 */
export function furtherColumns(
  rows: MeasuredRows,
  leading: 'total' | 'self',
  shown: ArrayLike<number>,
): NumberColumn[] {
  const sampled = sampledPair(rows);
  const times = sampled === null ? [] : sampledColumns(sampled, rows, leading, shown);
  const pairs = pairsIn([rows]).filter((pair) => pair !== sampled && isTold(pair, rows, shown));
  if (sampled !== null)
    return [...times, ...pairs.map((pair) => valueColumn({ metric: pair[leading], per: null }, rows, shown))];
  const [first, ...others] = pairs;
  if (first === undefined) return [];
  const metrics = [...metricsOf([first], leading), ...others.map((pair) => pair[leading])];
  return metrics.map((metric) => valueColumn({ metric, per: null }, rows, shown));
}

function isTold({ self, total }: MetricPair, rows: MeasuredRows, shown: ArrayLike<number>): boolean {
  if (self.isExact) return true;
  const columns = [self.valuesOf(rows), total.valuesOf(rows)];
  return Array.prototype.some.call(shown, (row: number) => columns.some((values) => values[row] !== 0));
}

/** One value in a column of its own. @param shown rows: of no others a text is made */
export function valueColumn(value: Value, rows: MeasuredRows, shown: ArrayLike<number>): NumberColumn {
  const values = valuesOf(value, rows);
  return textColumn(valueTitle(value), shown, (row) => valueText(value, values[row]));
}

/** row -> its further metrics as fields of JSON, each with a comma before it. */
export function furtherFields(rows: MeasuredRows): (row: number) => string {
  const metrics = metricsOf(pairsIn([rows]), 'self');
  const columns = metrics.map((metric) => [metric.id, metric.valuesOf(rows)] as const);
  const [errorsOf, byOf] = [errorFields(metrics, rows), sampledByField(rows)];
  return (row) =>
    columns.map(([id, values]) => `,"${id}":${values[row]}`).join('') + errorsOf(row) + byOf(row);
}

/** row -> how far metrics may be off, as fields of JSON, each with a comma before it. */
export function errorFields(metrics: readonly Metric[], rows: MeasuredRows): (row: number) => string {
  const columns = metrics.map(({ error }) => [error.id, error.of(rows)] as const);
  return (row) =>
    columns.map(([id, bounds]) => (bounds === null ? '' : `,"${id}":${Math.ceil(bounds[row])}`)).join('');
}

/**
 * Of two recordings: A, B and what has changed of what the view is about, else of the first metric; of others the change alone, as
 * lines are short. What is equal in all rows has no column: `equal` names it.
 * @param value what the view is about; null: nothing was asked for
 */
export function comparedColumns(
  pairs: readonly MetricPair[],
  value: Value | null,
  sides: MeasuredSides,
  leading: 'total' | 'self',
  shown: ArrayLike<number>,
): { readonly columns: NumberColumn[]; readonly equal: readonly string[] } {
  const { a, b } = sides;
  const ratio = value === null || value.per === null ? [] : [value];
  const whole = pairs.find(({ self, total }) => value?.metric === self || value?.metric === total);
  const equal: string[] = [];
  const further = pairs.flatMap((pair): Value[] => {
    const each = { metric: pair[leading], per: null };
    const [before, after] = [valuesOf(each, a), valuesOf(each, b)];
    if (pair === whole || Array.from(shown).some((row) => before[row] !== after[row])) return [each];
    equal.push(valueTitle(each));
    return [];
  });
  const inFull = whole?.[leading] ?? further.at(0)?.metric;
  const columns = [...ratio, ...further].flatMap((each) => {
    const [before, after] = [valuesOf(each, a), valuesOf(each, b)];
    const title = valueTitle(each);
    const text = (value: number): string => valueText(each, value);
    const signed = (row: number): string => {
      const change = after[row] - before[row];
      return `${change > 0 ? '+' : ''}${text(change)}`;
    };
    const { error } = each.metric;
    const errorOf = each.per === null && error.id !== null ? error.ofChange(sides) : null;
    if (each.per === null && each.metric !== inFull && errorOf === null)
      return [textColumn(`Δ ${title}`, shown, signed)];
    return [
      textColumn(`${title} A`, shown, (row) => text(before[row])),
      textColumn(`${title} B`, shown, (row) => text(after[row])),
      textColumn(`Δ ${title}`, shown, signed),
      ...(errorOf === null ? [] : [textColumn('±', shown, (row) => text(errorOf(row, 1, 1)))]),
      column('Δ %', 9, (row) => formatChange(before[row], after[row])),
    ];
  });
  return { columns, equal };
}

/** row -> the further metrics of both sides as fields of JSON. @param near how numbers are written */
export function comparedFields(
  pairs: readonly MetricPair[],
  sides: MeasuredSides,
  near: (value: number) => number,
): (row: number) => string {
  const fields = metricsOf(pairs, 'self').map(({ id, sumOf, error, valuesOf }) => {
    const [before, after] = [valuesOf(sides.a), valuesOf(sides.b)];
    const both = (row: number): string => `,"${id}A":${near(before[row])},"${id}B":${near(after[row])}`;
    const errorOf = sumOf === null && error.id !== null ? error.ofChange(sides) : null;
    if (errorOf === null) return both;
    return (row: number): string => `${both(row)},"${error.id}":${near(errorOf(row, 1, 1))}`;
  });
  return (row) => fields.map((of) => of(row)).join('');
}

/** By how much rows differ in a value, either way, and what weighs at least as much as all that is below it. */
export function changesOf(
  { metric, per }: Value,
  a: MeasuredRows,
  b: MeasuredRows,
  parent: Int32Array,
): { readonly changes: Float64Array; readonly weights: Float64Array } {
  const difference = (value: Value): Float64Array => {
    const before = valuesOf(value, a);
    return valuesOf(value, b).map((after, row) => Math.abs(after - before[row]));
  };
  return {
    changes: difference({ metric, per }),
    weights: subtreeSums(parent, difference({ metric: metric.sumOf ?? metric, per: null })),
  };
}

/** The rows of a comparison that have all been made. */
export function sidesOf(numbers: DiffNumbers): MeasuredSides {
  const { a, b } = numbers.rows.tree;
  return { a, b, totalErrorNs: numbers.values('totalChangeError') };
}

function metricsOf(pairs: readonly MetricPair[], leading: 'total' | 'self'): readonly Metric[] {
  return pairs.flatMap(({ self, total }) => (leading === 'total' ? [total, self] : [self, total]));
}
