import { shownName } from '../naming/shownName.ts';
import { sumOf } from '../base/sumOf.ts';
import { formatCount, formatTimeIn, SEPARATOR, timeUnitFor } from '../naming/formatNumbers.ts';

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

export function timeColumn(name: string, ns: Float64Array): NumberColumn {
  const maxNs = maxOf(ns);
  const unit = timeUnitFor(maxNs);
  const text = (value: number): string => formatTimeIn(value, unit, SEPARATOR);
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
  readonly rows: Iterable<{ readonly node: number; readonly depth: number }>;
  readonly nameOf: (row: number) => string;
  /** Rows that are left out; 'some': nobody knows how many. */
  readonly hidden: number | 'some';
}

/** The one printer of views. @param markOf what stands before the name of a row */
export function* tableLines(
  { columns, head, rows, nameOf, hidden }: TextTable,
  markOf: (row: number) => string = () => '',
): Generator<string> {
  const marks = ' '.repeat(markOf(0).length);
  yield `${headLine(columns)}  ${marks}${head}`;
  for (const { node, depth } of rows)
    yield `${rowCells(columns, node)}  ${markOf(node)}${indented(shownName(nameOf(node)), depth)}`;
  if (hidden === 'some') yield '… smaller rows are not shown';
  else yield* moreLine(hidden, 0);
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
