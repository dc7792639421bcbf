import type { MetricUnit } from '../../metrics/metricUnit.ts';

/**
 * DataSet: rows × metrics. What a recording holds beside its call trees: locks, classes with their objects, samples.
 * It describes itself: a Sluice that has never heard of its id still shows it as a table.
 *
 *      id: locks     class            owner     blocks   blockedNs
 *      rows: 2       java.util.Vector  main          3       12000
 *                    demo.Cart         worker        1         500
 *                    ------- texts -------     ----- values ------
 */
export interface DataSet {
  /** What it is: lower case, as it is typed after --view. */
  readonly id: string;
  readonly title: string;
  readonly rows: number;
  /** What names a row, in the order in which it is shown. */
  readonly texts: readonly TextColumn[];
  /** Rows of other tables: a context, a method, the row above in a tree; -1: none. */
  readonly links: readonly LinkColumn[];
  readonly values: readonly ValueColumn[];
}

interface Column {
  /** Its field in JSON. */
  readonly id: string;
  readonly title: string;
}

export interface TextColumn extends Column {
  /** row -> text */
  readonly texts: readonly string[];
}

export interface LinkColumn extends Column {
  /** row -> row there, -1 or more */
  readonly rows: Int32Array;
}

export interface ValueColumn extends Column {
  readonly unit: MetricUnit;
  /** The same on each run of a program that does the same. */
  readonly isExact: boolean;
  /** row -> value, in the unit; NaN: not known */
  readonly values: Float64Array;
}
