import { hotGroups, hotMethods, type HotSpots } from '../cct/hotMethods.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { filteredMethods, filteredNames, type MethodFilter } from '../naming/methodFilter.ts';
import { methodGroups, type MethodGroups } from '../naming/methodGroups.ts';
import { methodName, type NameStyle } from '../naming/methodNames.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import { rowComparator, type RowOrder } from './sortOrder.ts';

/** What a row of hot spots is. */
export type HotGrouping = 'methods' | 'classes' | 'packages';

/** A flat table, sorted and filtered. */
export interface HotRows {
  readonly spots: HotSpots;
  /** row -> MethodId, or group */
  readonly ids: Int32Array;
  /** place in the table -> row */
  readonly rows: Int32Array;
  nameOf(row: number, style: NameStyle): string;
}

/** The same, neither sorted nor filtered. */
export interface HotTable {
  readonly spots: HotSpots;
  /** row -> MethodId, or group */
  readonly ids: Int32Array;
  /** Of groups, in the order of their names; null where rows are methods. */
  readonly groups: MethodGroups | null;
}

export function hotTable(tree: ExactTree, methods: MethodTable, by: HotGrouping): HotTable {
  if (by === 'methods') {
    const spots = hotMethods([tree]);
    return { spots, ids: spots.method, groups: null };
  }
  const groups = methodGroups(methods, by === 'classes' ? 'class' : 'package');
  const spots = hotGroups([tree], groups.groupOf);
  return { spots, ids: spots.group, groups };
}

/** id of a row -> 1 where the filter is about it */
export function hotFilter({ groups }: HotTable, methods: MethodTable, filter: MethodFilter): Uint8Array {
  return groups === null ? filteredMethods(methods, filter) : filteredNames(groups.names, filter);
}

/** Of a class or package. */
export function groupTitle(name: string): string {
  return name || '(unnamed package)';
}

export function hotRows(
  tree: ExactTree,
  methods: MethodTable,
  by: HotGrouping,
  filter: MethodFilter | null,
  order: RowOrder,
): HotRows {
  const table = hotTable(tree, methods, by);
  const { spots, ids, groups } = table;
  const passes = filter === null ? null : hotFilter(table, methods, filter);
  const ranks = groups === null ? methods.nameRanks : Int32Array.from(groups.names.keys());
  return {
    spots,
    ids,
    rows: sortedRows(spots, ids, ranks, passes, order),
    nameOf: (row, style) =>
      groups === null ? methodName(methods.get(ids[row]), style) : groupTitle(groups.names[ids[row]]),
  };
}

function sortedRows(
  spots: HotSpots,
  ids: Int32Array,
  ranks: Int32Array,
  passes: Uint8Array | null,
  order: RowOrder,
): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < spots.length; row++) if (passes === null || passes[ids[row]] === 1) rows.push(row);
  return Int32Array.from(rows).sort(rowComparator({ ...spots, method: ids }, ranks, order));
}
