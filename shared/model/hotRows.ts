import { hotGroups, hotMethods } from '../cct/hotMethods.ts';
import type { HotSpots } from '../cct/hotMethods.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { filteredMethods, filteredNames } from './methodFilter.ts';
import type { MethodFilter } from './methodFilter.ts';
import { methodGroups } from './methodGroups.ts';
import { methodName } from './methodNames.ts';
import type { NameStyle } from './methodNames.ts';
import type { MethodTable } from './methodTable.ts';
import { rowComparator } from './sortOrder.ts';
import type { SortOrder } from './sortOrder.ts';

/** A flat table, sorted and filtered. */
export interface HotRows {
  readonly spots: HotSpots;
  /** row -> MethodId, or group */
  readonly ids: Int32Array;
  /** place in the table -> row */
  readonly rows: Int32Array;
  nameOf(row: number, style: NameStyle): string;
}

export function hotRows(
  tree: ExactTree,
  methods: MethodTable,
  by: 'methods' | 'classes' | 'packages',
  filter: MethodFilter | null,
  order: SortOrder,
): HotRows {
  if (by === 'methods') {
    const spots = hotMethods([tree]);
    const passes = filter === null ? null : filteredMethods(methods, filter);
    return {
      spots,
      ids: spots.method,
      rows: sortedRows(spots, spots.method, methods.nameRanks, passes, order),
      nameOf: (row, style) => methodName(methods.get(spots.method[row]), style),
    };
  }
  const { groupOf, names } = methodGroups(methods, by === 'classes' ? 'class' : 'package');
  const spots = hotGroups([tree], groupOf);
  const passes = filter === null ? null : filteredNames(names, filter);
  const ranks = Int32Array.from(names, (_, group) => group); // groups are in the order of their names
  return {
    spots,
    ids: spots.group,
    rows: sortedRows(spots, spots.group, ranks, passes, order),
    nameOf: (row) => names[spots.group[row]] || '(unnamed package)',
  };
}

function sortedRows(
  spots: HotSpots,
  ids: Int32Array,
  ranks: Int32Array,
  passes: Uint8Array | null,
  order: SortOrder,
): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < spots.length; row++) if (passes === null || passes[ids[row]] === 1) rows.push(row);
  return Int32Array.from(rows).sort(rowComparator({ ...spots, method: ids }, ranks, order));
}
