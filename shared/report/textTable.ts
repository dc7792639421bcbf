import { sumOf } from '../base/sumOf.ts';
import { formatCount, formatTimeIn, SEPARATOR, timeUnitFor } from '../naming/formatNumbers.ts';

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

/** A name under its callers: two blanks a level. */
export function indented(name: string, depth: number): string {
  const level = depth > MAX_INDENT ? `[${depth}] ` : '';
  return `${'  '.repeat(Math.min(depth, MAX_INDENT))}${level}${name}`;
}

/** Says how many rows a table leaves out, if any. */
export function* moreLine(rows: number, shown: number | Uint8Array): Generator<string> {
  const hidden = rows - (typeof shown === 'number' ? shown : sumOf(shown));
  if (hidden > 0) yield `… ${formatCount(hidden, SEPARATOR)} smaller rows are not shown`;
}

export function maxOf(values: Float64Array): number {
  return values.reduce((max, value) => Math.max(max, value), 0);
}
