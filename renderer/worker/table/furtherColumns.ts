import { ensure } from '../../../shared/base/assert.ts';
import { BYTECODES } from '../../../shared/events/amounts.ts';
import { BYTES, ELEMENTS, OBJECTS } from '../../../shared/cct/madeColumns.ts';
import type { MeasuredRows } from '../../../shared/metrics/measuredRows.ts';
import {
  CALLS,
  hasTotalCalls,
  METRIC_PAIRS,
  pairsIn,
  SELF_TIME,
  TOTAL_CALLS,
  TOTAL_TIME,
  type MetricPair,
} from '../../../shared/metrics/metric.ts';
import { THIN_SPACE } from '../../../shared/naming/formatNumbers.ts';
import {
  isTimed,
  valueId,
  valuesOf,
  valueText,
  valueTitle,
  type Value,
} from '../../../shared/metrics/value.ts';
import type { FurtherColumn } from './tableRow.ts';

/** What a column shows of two recordings: A, B, or what has changed. */
type Side = 'A' | 'B' | 'Change';

/** What a column of further metrics shows: a metric, or how much of it there is for each call, or for the time. */
export interface FurtherKind {
  readonly value: Value;
  /** null: of one recording. */
  readonly side: Side | null;
}

/** Rows, and in a comparison those of both sides. */
interface FurtherSource {
  readonly tree: MeasuredRows;
  readonly compared: { readonly sides: { readonly a: MeasuredRows; readonly b: MeasuredRows } } | null;
}

const KINDS = new Map<FurtherColumn, FurtherKind>();

/** What else one metric is of another: allocation density, and the mean length of what is made. */
const DENSITIES: readonly (readonly [id: string, per: string])[] = [
  [OBJECTS, BYTECODES],
  [BYTES, BYTECODES],
  [ELEMENTS, OBJECTS],
  [BYTES, OBJECTS],
];

/** Where no clock ran: what trees are ranked by. */
export const TOTAL_CALLS_COLUMN = columnOf({ metric: TOTAL_CALLS, per: null });
/** Of one recording, the totals before those of rows alone. */
export const FURTHER_COLUMNS: readonly FurtherColumn[] = METRIC_PAIRS.flatMap(columnsOfPair);
/** For each call, for the time, and of two metrics: offered, and shown when chosen. */
export const RATIO_COLUMNS: readonly FurtherColumn[] = [
  ...METRIC_PAIRS.flatMap(ratiosOfPair),
  ...METRIC_PAIRS.flatMap((pair) => densitiesOfPair(pair, METRIC_PAIRS)),
];
/** Of two recordings. */
export const COMPARED_COLUMNS: readonly FurtherColumn[] = METRIC_PAIRS.flatMap(comparedOfPair);

/** Those that the rows have. */
export function furtherColumnsOf(
  { tree, compared }: FurtherSource,
  timed: boolean,
): readonly FurtherColumn[] {
  if (compared !== null) {
    const ofA = pairsIn([compared.sides.a]);
    return pairsIn([compared.sides.b])
      .filter((pair) => ofA.includes(pair))
      .flatMap(comparedOfPair);
  }
  const pairs = pairsIn([tree]);
  const ratios = [
    ...pairs.flatMap(ratiosOfPair),
    ...pairs.flatMap((pair) => densitiesOfPair(pair, pairs)),
  ].filter((column) => timed || !isTimed(furtherKind(column).value));
  const counted = hasTotalCalls(tree) ? [TOTAL_CALLS_COLUMN] : [];
  return [...counted, ...pairs.flatMap(columnsOfPair), ...ratios];
}

/** Of a text that names them: pictures are new each time, and a text is the same as long as they are. */
export function furtherNamed(text: string): readonly FurtherColumn[] {
  return text.split(' ').filter((name): name is FurtherColumn => KINDS.has(name as FurtherColumn));
}

export function isFurther(column: string): column is FurtherColumn {
  return column.startsWith('metric:');
}

export function furtherKind(column: FurtherColumn): FurtherKind {
  return ensure(KINDS.get(column), `what ${column} shows`);
}

export function furtherTitle({ value, side }: FurtherKind): string {
  const title = valueTitle(value);
  return side === null ? title : side === 'Change' ? `Δ ${title}` : `${title} ${side}`;
}

/** Without the sign of a change. */
export function furtherText({ value }: FurtherKind, number: number): string {
  return valueText(value, Math.abs(number), THIN_SPACE);
}

/** The column that shows A, or B, of what changes in this one. */
export function otherSide(change: FurtherColumn, side: 'A' | 'B'): FurtherColumn {
  return columnOf(furtherKind(change).value, side);
}

/** Looks the metrics up once for all rows. @returns node -> number */
export function furtherReader(
  column: FurtherColumn,
  { tree, compared }: FurtherSource,
): (node: number) => number {
  const { value, side } = furtherKind(column);
  if (side === null || compared === null) return readerOf(value, tree);
  const [before, after] = [readerOf(value, compared.sides.a), readerOf(value, compared.sides.b)];
  if (side === 'Change') return (node) => after(node) - before(node);
  return side === 'A' ? before : after;
}

/** NodeIndex -> number. O(nodes), but for a metric itself. */
export function furtherValues(column: FurtherColumn, source: FurtherSource): Float64Array {
  const { value, side } = furtherKind(column);
  if (side === null) return valuesOf(value, source.tree);
  const read = furtherReader(column, source);
  return Float64Array.from(source.tree.calls, (_, node) => read(node));
}

function readerOf({ metric, per }: Value, rows: MeasuredRows): (node: number) => number {
  const values = metric.valuesOf(rows);
  if (per === null) return (node) => values[node];
  const divisors = per.valuesOf(rows);
  return (node) => (divisors[node] > 0 ? values[node] / divisors[node] : 0);
}

function columnsOfPair({ self, total }: MetricPair): FurtherColumn[] {
  return [columnOf({ metric: total, per: null }), columnOf({ metric: self, per: null })];
}

function ratiosOfPair({ self, total }: MetricPair): FurtherColumn[] {
  return [
    columnOf({ metric: total, per: CALLS }),
    columnOf({ metric: total, per: TOTAL_TIME }),
    columnOf({ metric: self, per: CALLS }),
    columnOf({ metric: self, per: SELF_TIME }),
  ];
}

function densitiesOfPair({ id, self, total }: MetricPair, pairs: readonly MetricPair[]): FurtherColumn[] {
  return DENSITIES.flatMap(([of, perId]) => {
    const per = of === id ? pairs.find((pair) => pair.id === perId) : undefined;
    if (per === undefined) return [];
    return [columnOf({ metric: total, per: per.total }), columnOf({ metric: self, per: per.self })];
  });
}

function comparedOfPair({ self, total }: MetricPair): FurtherColumn[] {
  return [total, self].flatMap((metric) =>
    (['Change', 'A', 'B'] as const).map((side) => columnOf({ metric, per: null }, side)),
  );
}

function columnOf(value: Value, side: Side | null = null): FurtherColumn {
  const column: FurtherColumn = `metric:${valueId(value)}${side === null ? '' : `:${side}`}`;
  if (!KINDS.has(column)) KINDS.set(column, { value, side });
  return column;
}
