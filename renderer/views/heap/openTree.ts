import type { DominatorChildren, DominatorRow } from '../../../shared/hprof/views/dominatorChildren.ts';

/** A row of the tree as it stands open; `more`: in place of so many that were not asked for. */
export type TreeRow =
  | { readonly kind: 'object'; readonly row: DominatorRow; readonly depth: number; readonly isOpen: boolean }
  | { readonly kind: 'more'; readonly of: number | null; readonly more: number; readonly depth: number };

/** The rows below an object in place of those that there were. @param at of the object; -1: of the heap itself */
export function withChildren(
  rows: readonly TreeRow[],
  at: number,
  { rows: children, more }: DominatorChildren,
): TreeRow[] {
  const above = rows[at] as TreeRow | undefined;
  const object = above?.kind === 'object' ? above.row.object : null;
  const depth = above ? above.depth + 1 : 0;
  const opened = above?.kind === 'object' ? [{ ...above, isOpen: true }] : [];
  return [
    ...rows.slice(0, Math.max(0, at)),
    ...opened,
    ...children.map((row): TreeRow => ({ kind: 'object', row, depth, isOpen: false })),
    ...(more > 0 ? [{ kind: 'more', of: object, more, depth } as const] : []),
    ...(at < 0 ? [] : rows.slice(endOf(rows, at))),
  ];
}

export function closed(rows: readonly TreeRow[], at: number): TreeRow[] {
  const row = rows[at];
  if (row.kind !== 'object') return [...rows];
  return [...rows.slice(0, at), { ...row, isOpen: false }, ...rows.slice(endOf(rows, at))];
}

/** How many of its siblings stand before it. */
export function shownBeside(rows: readonly TreeRow[], at: number): number {
  let count = 0;
  for (let other = at - 1; other >= 0 && rows[other].depth >= rows[at].depth; other--)
    if (rows[other].depth === rows[at].depth) count++;
  return count;
}

/** Behind the last row that is below it. */
function endOf(rows: readonly TreeRow[], at: number): number {
  let end = at + 1;
  while (end < rows.length && rows[end].depth > rows[at].depth) end++;
  return end;
}
