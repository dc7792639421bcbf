import type { DiffColumn } from '../../../shared/analysis/diffNumbers.ts';
import {
  furtherColumnsOf,
  furtherKind,
  furtherReader,
  furtherTitle,
  type FurtherKind,
} from './furtherColumns.ts';
import type { ComparedRows } from './comparedRows.ts';
import type { TableContent, TableRows } from './tableContent.ts';
import type { TableTextForm } from './tableRow.ts';

/** A clipboard is no place for more. */
const MOST_ROWS = 100_000;

interface TextColumn {
  readonly title: string;
  readonly isTime: boolean;
  readonly of: (node: number) => number | string;
}

/**
 * The open rows of a table: names indented by two blanks a level, times in whole ns. What was only counted has no times.
 * Numbers are those of `sluice report --format json` and `sluice diff --format json`.
 */
export function tableText(content: TableContent, rows: TableRows, form: TableTextForm): string {
  const { nodes, depths } = rows;
  const columns = textColumns(content);
  const fields = [['Name', ...columns.map(({ title }) => title)]];
  for (let row = 0; row < Math.min(nodes.length, MOST_ROWS); row++) {
    const [name, ...numbers] = fieldsOf(content, rows, columns, nodes[row]);
    fields.push([indented(name, depths[row], form), ...numbers]);
  }
  const lines = form === 'tsv' ? fields.map((row) => row.join('\t')) : markdownLines(fields);
  if (nodes.length > MOST_ROWS) lines.push(`… ${nodes.length - MOST_ROWS} more rows`);
  return `${lines.join('\n')}\n`;
}

/** One row of tableText, not indented: name and numbers separated by tabs. */
export function rowText(content: TableContent, rows: TableRows, node: number): string {
  return fieldsOf(content, rows, textColumns(content), node).join('\t');
}

function fieldsOf(
  { names, source }: TableContent,
  { tree }: TableRows,
  columns: readonly TextColumn[],
  node: number,
): string[] {
  const isCounted = source.compared?.isCounted(node) ?? tree.counted[node] === 1;
  const numbers = columns.map(({ isTime, of }) => (isTime && isCounted ? '' : String(of(node))));
  return [names.longNameOf(tree.method[node]), ...numbers];
}

function textColumns({ timed, source }: TableContent): TextColumn[] {
  const { tree, contexts, totalErrorNs } = source;
  const count = (title: string, of: TextColumn['of']): TextColumn => ({ title, isTime: false, of });
  const time = (title: string, ns: (node: number) => number): TextColumn => ({
    title: `${title} [ns]`,
    isTime: true,
    of: (node) => Math.round(ns(node)),
  });
  const bound = (title: string, ns: (node: number) => number): TextColumn => ({
    ...time(title, ns),
    of: (node) => Math.ceil(ns(node)),
  });
  const further = furtherColumnsOf(source, timed)
    .filter((column) => isWritten(furtherKind(column)))
    .map((column) => count(furtherTitle(furtherKind(column)), furtherReader(column, source)));
  if (source.compared)
    return [...comparedColumns(source.compared, timed, { count, time, bound }), ...further];
  return [
    ...(timed
      ? [
          time('Total Time', (node) => tree.totalNs[node]),
          time('Self Time', (node) => tree.selfNs[node]),
          bound('± Self Time', (node) => tree.errorNs[node]),
        ]
      : []),
    count('Invocations', (node) => tree.calls[node]),
    ...(timed && totalErrorNs ? [bound('± Total Time', (node) => totalErrorNs[node])] : []),
    ...(contexts ? [count('Contexts', (node) => contexts[node])] : []),
    ...further,
  ];
}

/** What can be worked out of other columns is not. */
function isWritten({ value, side }: FurtherKind): boolean {
  return value.per === null && side !== 'Change';
}

interface ColumnMakers {
  readonly count: (title: string, of: TextColumn['of']) => TextColumn;
  readonly time: (title: string, ns: (node: number) => number) => TextColumn;
  readonly bound: (title: string, ns: (node: number) => number) => TextColumn;
}

function comparedColumns(
  compared: ComparedRows,
  timed: boolean,
  { count, time, bound }: ColumnMakers,
): TextColumn[] {
  const of = (column: DiffColumn) => (node: number) => compared.of(column, node);
  return [
    count('In', (node) => compared.sideOf(node)),
    count('Invocations A', of('callsA')),
    count('Invocations B', of('callsB')),
    ...(timed
      ? [
          time('Total Time A', of('totalA')),
          time('Total Time B', of('totalB')),
          time('Total by Calls', of('totalByCalls')),
          bound('± Δ Total Time', of('totalChangeError')),
          time('Self Time A', of('selfA')),
          time('Self Time B', of('selfB')),
          time('Self by Calls', of('selfByCalls')),
          bound('± Δ Self Time', of('selfChangeError')),
        ]
      : []),
  ];
}

function indented(name: string, depth: number, form: TableTextForm): string {
  return form === 'tsv' ? `${'  '.repeat(depth)}${name}` : `${'&emsp;'.repeat(depth)}${code(name)}`;
}

/** Names of methods have characters that Markdown takes for its own. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

function markdownLines([head, ...rows]: readonly (readonly string[])[]): string[] {
  const line = (fields: readonly string[]): string => `| ${fields.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map(line);
}
