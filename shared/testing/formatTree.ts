import type { CctTable } from '../cct/cctTable.ts';

/**
 * A tree as indented lines, children in the order of their rows; row 0 is left out.
 *
 *     A calls 1 total 45 self 20
 *       B calls 2 total 25 self 25
 *       C calls 3 counted
 */
export function formatTree(table: CctTable, methodNames: ReadonlyMap<number, string>): string[] {
  const totalNs = table.selfNs.slice();
  const subtrees: string[][] = Array.from({ length: table.length }, () => []);
  for (let row = table.length - 1; row > 0; row--) totalNs[table.parent[row]] += totalNs[row];
  for (let row = table.length - 1; row > 0; row--) {
    const name = methodNames.get(table.method[row]) ?? `#${table.method[row]}`;
    const times = table.counted[row] === 1 ? 'counted' : `total ${totalNs[row]} self ${table.selfNs[row]}`;
    const line = `${name} calls ${table.calls[row]} ${times}`;
    subtrees[table.parent[row]].unshift(line, ...subtrees[row].map((below) => `  ${below}`));
  }
  return subtrees[0];
}
