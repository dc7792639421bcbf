import type { TableContent, TableRows } from './tableContent.ts';

/** A clipboard is no place for more. */
const MOST_ROWS = 100_000;

/**
 * The open rows of a table for a spreadsheet: fields separated by tabs, names indented by two blanks a level, times in
 * whole ns. What was only counted has no times.
 */
export function tableText({ names, timed, source }: TableContent, rows: TableRows): string {
  const { tree, nodes, depths } = rows;
  const { contexts } = source;
  const times = timed ? ['Total Time [ns]', 'Self Time [ns]', '± Self Time [ns]'] : [];
  const head = ['Name', ...times, 'Invocations', ...(contexts ? ['Contexts'] : [])];
  const lines = [head.join('\t')];
  for (let row = 0; row < Math.min(nodes.length, MOST_ROWS); row++) {
    const node = nodes[row];
    const isTimed = tree.counted[node] === 0;
    const ns = timed
      ? [Math.round(tree.totalNs[node]), Math.round(tree.selfNs[node]), Math.ceil(tree.errorNs[node])]
      : [];
    lines.push(
      [
        `${'  '.repeat(depths[row])}${names.longNameOf(tree.method[node])}`,
        ...ns.map((value) => (isTimed ? value : '')),
        tree.calls[node],
        ...(contexts ? [contexts[node]] : []),
      ].join('\t'),
    );
  }
  if (nodes.length > MOST_ROWS) lines.push(`… ${nodes.length - MOST_ROWS} more rows`);
  return `${lines.join('\n')}\n`;
}
