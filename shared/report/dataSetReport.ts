import { formatTimeIn, SEPARATOR, timeUnitFor } from '../naming/formatNumbers.ts';
import { shownName } from '../naming/shownName.ts';
import { valueText, valueTitle, type Value } from '../metrics/value.ts';
import { dataSetRows, metricsOf, valuesOfSet, type DataSetView } from '../rows/dataSetRows.ts';
import { linksNamed } from '../recording/dataSets/dataSetParts.ts';
import { isStackColumn } from '../recording/dataSets/stackColumns.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { gatheredJson } from './gathered.ts';
import { stacksBelow } from './stackLines.ts';
import {
  column,
  headLine,
  indented,
  moreLine,
  NO_ROWS,
  NO_TIME,
  rowCells,
  type NumberColumn,
} from './textTable.ts';
import { VIEW_VERSION } from './viewJson.ts';

/**
 * A data set as a table for people: its numbers, then what names the rows; stacks stand below their row.
 * @param top at most so many rows; null: all
 * @param stacks 'none': they are left out
 */
export function* dataSetLines(
  view: DataSetView,
  top: number | null,
  stacks: 'below' | 'none' = 'below',
): Generator<string> {
  const { set, value } = view;
  const rows = dataSetRows(view);
  const shown = rows.subarray(0, top ?? rows.length);
  const numbers = valuesShown(view).map((each) => numberColumn(each, shown));
  const depths = treeDepths(view);
  const below = stacks === 'below' ? stacksBelow(set) : null;
  const cells = set.texts.filter((text) => !isStackColumn(text));
  const names = cells.map(({ title, texts }, i) => {
    const text = (row: number): string =>
      i === 0 && depths !== null ? indented(shownName(texts[row]), depths[row]) : shownName(texts[row]);
    const width = shown.reduce((most, row) => Math.max(most, text(row).length), title.length);
    return { head: title.padEnd(width), cell: (row: number) => text(row).padEnd(width) };
  });
  const lineOf = (values: string, texts: readonly string[]): string =>
    `${values}  ${texts.join('  ')}`.trimEnd();
  yield set.title + (value === null ? '' : `, by ${valueTitle(value)}`);
  yield lineOf(
    headLine(numbers),
    names.map(({ head }) => head),
  );
  for (const row of shown) {
    yield lineOf(
      rowCells(numbers, row),
      names.map(({ cell }) => cell(row)),
    );
    if (below !== null) yield* below(row);
  }
  if (rows.length === 0) yield NO_ROWS;
  yield* moreLine(rows.length, shown.length);
  yield '';
}

/** Levels of the rows of a tree that is shown as it stands: its link `parent` names the row above. Null: of a table. */
function treeDepths({ set, value, filter }: DataSetView): Int32Array | null {
  const parents = linksNamed(set, 'parent');
  if (parents === undefined || value !== null || filter !== null) return null;
  const depths = new Int32Array(set.rows);
  parents.forEach((parent, row) => {
    if (parent >= 0 && parent < row) depths[row] = depths[parent] + 1;
  });
  return depths;
}

/** All columns, and a ratio that none of them is. */
function valuesShown({ set, value }: DataSetView): readonly Value[] {
  const columns = metricsOf(set).map((metric) => ({ metric, per: null }));
  return value !== null && value.per !== null ? [value, ...columns] : columns;
}

/** Times of one column are in one unit, that of the largest. */
function numberColumn(value: Value, shown: Int32Array): NumberColumn {
  const values = valuesOfSet(value);
  const isTime = value.per === null && value.metric.unit === 'ns';
  const unit = timeUnitFor(shown.reduce((most, row) => Math.max(most, Math.abs(values[row]) || 0), 0));
  const text = (number: number): string =>
    isTime ? formatTimeIn(number, unit, SEPARATOR) : valueText(value, number);
  const cell = (row: number): string => (Number.isNaN(values[row]) ? NO_TIME : text(values[row]));
  const widest = shown.reduce((most, row) => Math.max(most, cell(row).length), 0);
  return column(`${valueTitle(value)}${isTime ? ` [${unit.name}]` : ''}`, widest, cell);
}

/**
 * A data set as JSON, in pieces: a metric is a field named by its id. The form is fixed: docs/formats.md.
 * @param extra fields that the caller adds at the top, e.g. the gates that failed
 */
export function dataSetJson(
  {
    target,
    groups,
    clock,
    complete,
    losses,
  }: Pick<Snapshot, 'target' | 'groups' | 'clock' | 'complete' | 'losses'>,
  view: DataSetView,
  extra: Readonly<Record<string, unknown>> = {},
): Generator<string> {
  return gatheredJson(jsonParts({ target, groups, clock, complete, losses, ...extra }, view));
}

function* jsonParts(head: object, view: DataSetView): Generator<string> {
  const { set } = view;
  const columns = [...set.texts, ...set.links, ...set.values].map(({ id, title }) => ({ id, title }));
  const units = Object.fromEntries(set.values.map(({ id, unit }) => [id, unit]));
  const fields = {
    format: 'sluice-view',
    version: VIEW_VERSION,
    ...head,
    view: set.id,
    title: set.title,
    columns,
    units,
  };
  yield `${JSON.stringify(fields).slice(0, -1)},\n"rows":[`;
  let separator = '';
  for (const row of dataSetRows(view)) {
    yield `${separator}\n${JSON.stringify(rowFields(view, row))}`;
    separator = ',';
  }
  yield ']}\n';
}

/** The fields of a row by the ids of its columns. Times are whole ns; null: not known, or linked to nothing. */
export function rowFields({ set }: DataSetView, row: number): Record<string, string | number | null> {
  const fields: Record<string, string | number | null> = {};
  for (const { id, texts } of set.texts) fields[id] = texts[row];
  for (const { id, rows } of set.links) fields[id] = rows[row] < 0 ? null : rows[row];
  for (const { id, unit, values } of set.values) {
    const value = values[row];
    fields[id] = Number.isNaN(value) ? null : unit === 'ns' ? Math.round(value) : value;
  }
  return fields;
}
