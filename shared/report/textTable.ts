import { shownName } from '../naming/shownName.ts';
import { sumOf } from '../base/sumOf.ts';
import { decimalsFor, formatCount, formatTimeIn, SEPARATOR, timeUnitFor } from '../naming/formatNumbers.ts';

/** Of a table without rows. */
export const NO_ROWS = 'Nothing is in it.';
/** Stands for the time of a method that was only counted. */
export const NO_TIME = '—';
/** A tree deeper than this is not indented further: the number of its level is shown instead. */
const MAX_INDENT = 60;

/** A column of numbers for people, right-aligned under its head; its width is known before the first row. */
export interface NumberColumn {
  readonly head: string;
  readonly width: number;
  readonly cell: (row: number) => string;
}

/** @param stepNs of which all times are made; 0: it is not known */
export function timeColumn(name: string, ns: Float64Array, stepNs = 0): NumberColumn {
  const maxNs = maxOf(ns);
  const unit = timeUnitFor(maxNs);
  const decimals = decimalsFor(unit, stepNs);
  const text = (value: number): string => formatTimeIn(value, unit, SEPARATOR, decimals);
  return column(`${name} [${unit.name}]`, text(maxNs).length, (row) => text(ns[row]));
}

export function column(head: string, width: number, cell: (row: number) => string): NumberColumn {
  return { head, width: Math.max(head.length, width), cell };
}

export function whereTimed({ head, width, cell }: NumberColumn, counted: Uint8Array): NumberColumn {
  return { head, width, cell: (row) => (counted[row] === 1 ? NO_TIME : cell(row)) };
}

export function headLine(columns: readonly NumberColumn[]): string {
  return columns.map(({ head, width }) => head.padStart(width)).join('  ');
}

export function rowCells(columns: readonly NumberColumn[], row: number): string {
  return columns.map(({ cell, width }) => cell(row).padStart(width)).join('  ');
}

/** A view as a table of text: numbers, then a name, indented where it is a tree. */
export interface TextTable {
  readonly columns: readonly NumberColumn[];
  /** Over the names. */
  readonly head: string;
  readonly rows: Iterable<TableRow>;
  readonly nameOf: (row: number) => string;
  /** Rows that are left out; 'some': nobody knows how many. */
  readonly hidden: number | 'some';
}

/** Where names stand: last, as they are of any length, or first where there are many columns of numbers. */
export type NamePlace = 'first' | 'last';

/** So many rows decide how wide the column of names is, and it is no wider than that. */
const MEASURED_ROWS = 1_000;
const MAX_NAME_WIDTH = 64;

/** The one printer of views. @param markOf what stands before the name of a row */
export function* tableLines(
  table: TextTable,
  markOf: (row: number) => string = () => '',
  names: NamePlace = 'last',
): Generator<string> {
  const { columns, hidden } = table;
  const marks = ' '.repeat(markOf(0).length);
  const nameOf = ({ node, depth }: TableRow): string =>
    `${markOf(node)}${indented(shownName(table.nameOf(node)), depth)}`;
  const head = `${marks}${table.head}`;
  if (names === 'last') {
    yield `${headLine(columns)}  ${head}`;
    for (const row of table.rows) yield `${rowCells(columns, row.node)}  ${nameOf(row)}`;
  } else yield* namesFirst(table, head, nameOf);
  if (hidden === 'some') yield '… smaller rows are not shown';
  else yield* moreLine(hidden, 0);
}

interface TableRow {
  readonly node: number;
  readonly depth: number;
}

function* namesFirst(
  { columns, rows }: TextTable,
  head: string,
  nameOf: (row: TableRow) => string,
): Generator<string> {
  const all = rows[Symbol.iterator]();
  const first: TableRow[] = [];
  let next = all.next();
  for (; next.done !== true && first.length < MEASURED_ROWS; next = all.next()) first.push(next.value);
  const widest = first.reduce((most, row) => Math.max(most, nameOf(row).length), 0);
  const width = Math.max(head.length, Math.min(MAX_NAME_WIDTH, widest));
  const line = (row: TableRow): string => `${nameOf(row).padEnd(width)}  ${rowCells(columns, row.node)}`;
  yield `${head.padEnd(width)}  ${headLine(columns)}`;
  for (const row of first) yield line(row);
  for (; next.done !== true; next = all.next()) yield line(next.value);
}

/** Rows of a list. */
export function* inLines(
  rows: Iterable<number>,
): Generator<{ readonly node: number; readonly depth: number }> {
  for (const node of rows) yield { node, depth: 0 };
}

/** The rows of which `shown` is 1. */
export function rowsShown(shown: Uint8Array): Int32Array {
  const rows = new Int32Array(sumOf(shown));
  let at = 0;
  for (let row = 0; row < shown.length; row++) if (shown[row] === 1) rows[at++] = row;
  return rows;
}

/** @param rows that are shown: the widest of them decides */
export function textColumn(
  head: string,
  rows: ArrayLike<number>,
  text: (row: number) => string,
): NumberColumn {
  let width = 0;
  for (let i = 0; i < rows.length; i++) width = Math.max(width, text(rows[i]).length);
  return column(head, width, text);
}

/** A name under its callers: two blanks a level. */
export function indented(name: string, depth: number): string {
  const level = depth > MAX_INDENT ? `[${depth}] ` : '';
  return `${'  '.repeat(Math.min(depth, MAX_INDENT))}${level}${name}`;
}

/** Says how many rows a table leaves out, if any. */
export function* moreLine(rows: number, shown: number): Generator<string> {
  const hidden = rows - shown;
  if (hidden > 0) yield `… ${formatCount(hidden, SEPARATOR)} smaller rows are not shown`;
}

export function maxOf(values: Float64Array): number {
  return values.reduce((max, value) => Math.max(max, value), 0);
}
