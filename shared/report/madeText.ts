import { ensure } from '../base/assert.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { MADE_CONTEXTS_SET } from '../recording/sets/madeSets.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { BYTES } from '../cct/madeColumns.ts';
import { mergedValue } from '../recording/sets/mergedValue.ts';
import { MethodTable } from '../naming/methodTable.ts';
import { shownName } from '../naming/shownName.ts';
import { formatCount, SEPARATOR } from '../naming/formatNumbers.ts';
import { valueText, valueTitle, type Value } from '../metrics/value.ts';
import { dataSetRows, metricsOf, valuesOfSet, type DataSetView } from '../rows/dataSetRows.ts';
import { column, headLine, moreLine, NO_ROWS, rowCells, type NumberColumn } from './textTable.ts';

/** Callers of one that are shown, and how far out. */
const MOST_CALLERS = 5;
const MOST_FRAMES = 4;

/** Of a class, of a place that makes objects of it, or of a caller of that: with those that are further out. */
interface Maker {
  readonly name: string;
  readonly values: number[];
  readonly callers: Map<string | number, Maker>;
}

interface Line {
  readonly indent: number;
  readonly name: string;
  readonly values: readonly number[];
}

/**
 * What was made: each class, below it the places that make it, and below each of those its callers, the nearest first.
 *
 *     Objects  Elements  Bytes  Made
 *         138         0   3312  xml.Node
 *         120         0   2880    xml.Parser.parse(int):4
 *         100         0   2400      app.Servlet.serve(int)
 *
 * @param view of the data set `made`
 * @param top at most so many classes; null: all
 */
export function* madeLines(view: DataSetView, snapshot: Snapshot, top: number | null): Generator<string> {
  const metrics = metricsOf(view.set).map((metric): Value => ({ metric, per: null }));
  const usual = metrics.find(({ metric }) => metric.id === BYTES) ?? metrics.at(-1);
  const by = view.value ?? ensure(usual, 'metric of what was made');
  const weights = valuesOfSet(by);
  const classes = makersOf(view, snapshot, weights);
  const shown = heaviest(classes).slice(0, top ?? classes.size);
  const lines = shown.flatMap((one) => [...linesOf(one, 0)]);
  const numbers = metrics.map((value, i) => numberColumn(value, lines, i));
  yield `${view.set.title}, by ${valueTitle(by)}`;
  yield `${headLine(numbers)}  Made, where, and called by`;
  for (const [row, { indent, name, values }] of lines.entries()) {
    const cells = values.length > 0 ? rowCells(numbers, row) : ' '.repeat(rowCells(numbers, row).length);
    yield `${cells}  ${'  '.repeat(indent)}${shownName(name)}`;
  }
  if (lines.length === 0) yield NO_ROWS;
  yield* moreLine(classes.size, shown.length);
  yield '';
}

/** The weight stands behind the metrics in `values`. */
function makersOf(
  view: DataSetView,
  { threads, methods, dataSets }: Snapshot,
  weights: Float64Array,
): ReadonlyMap<string | number, Maker> {
  const { set } = view;
  const classes = new Map<string | number, Maker>();
  /** The weight has none: it is added up. */
  const ids = [...set.values.map(({ id }) => id), ''];
  const places = new Map<number, Maker>();
  const [made, method, lineOf] = set.texts.map(({ texts }) => texts);
  for (const row of dataSetRows(view)) {
    const values = [...set.values.map((each) => each.values[row]), weights[row]];
    const ofClass = added(ids, classes, made[row], made[row], values);
    const name = lineOf[row] === '' ? method[row] : `${method[row]}:${lineOf[row]}`;
    places.set(row, added(ids, ofClass.callers, row, name, values));
  }
  const contexts = dataSets.find(({ id }) => id === MADE_CONTEXTS_SET);
  if (contexts === undefined) return classes;
  const nameOf = new MethodTable(methods).namer('long');
  const link = linksOf(contexts);
  for (let row = 0; row < contexts.rows; row++) {
    let maker = places.get(link.place[row]);
    const table = threads.at(link.thread[row])?.table;
    if (maker === undefined || table === undefined || !(link.context[row] < table.length)) continue;
    const values = contexts.values.map((each) => each.values[row]);
    const share = shareOf(maker, values);
    let node = table.parent[link.context[row]];
    for (let frame = 0; frame < MOST_FRAMES && node > 0; frame++, node = table.parent[node]) {
      const caller = table.method[node];
      maker = added(ids, maker.callers, caller, nameOf(caller), [...values, share]);
    }
  }
  return classes;
}

/** Of the place's weight: a ratio is no sum, so it goes with the first metric. */
function shareOf({ values }: Maker, part: readonly number[]): number {
  const whole = values[values.length - 1];
  return values[0] > 0 ? (whole * part[0]) / values[0] : 0;
}

function linksOf({ links }: DataSet): Readonly<Record<'place' | 'thread' | 'context', Int32Array>> {
  const rows = (id: string): Int32Array =>
    ensure(
      links.find((link) => link.id === id),
      `links ${id} of ${MADE_CONTEXTS_SET}`,
    ).rows;
  return { place: rows('place'), thread: rows('thread'), context: rows('context') };
}

function added(
  ids: readonly string[],
  makers: Map<string | number, Maker>,
  key: string | number,
  name: string,
  values: readonly number[],
): Maker {
  let maker = makers.get(key);
  if (maker === undefined) {
    maker = { name, values: values.map(() => 0), callers: new Map() };
    makers.set(key, maker);
  }
  for (const [i, value] of values.entries()) maker.values[i] = mergedValue(ids[i], maker.values[i], value);
  return maker;
}

function heaviest(makers: ReadonlyMap<string | number, Maker>): readonly Maker[] {
  const weight = ({ values }: Maker): number => values[values.length - 1];
  return [...makers.values()].sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1));
}

function* linesOf({ name, values, callers }: Maker, indent: number): Generator<Line> {
  yield { indent, name, values };
  const all = heaviest(callers);
  const shown = indent === 0 ? all : all.slice(0, MOST_CALLERS);
  for (const caller of shown) yield* linesOf(caller, indent + 1);
  const left = all.length - shown.length;
  if (left > 0)
    yield { indent: indent + 1, name: `and ${formatCount(left, SEPARATOR)} more callers`, values: [] };
}

function numberColumn(value: Value, lines: readonly Line[], i: number): NumberColumn {
  const cell = (row: number): string =>
    i < lines[row].values.length ? valueText(value, lines[row].values[i]) : '';
  const widest = lines.reduce((most, _, row) => Math.max(most, cell(row).length), 0);
  return column(valueTitle(value), widest, cell);
}
