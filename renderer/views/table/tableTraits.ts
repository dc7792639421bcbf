import { DIFF_COLUMNS } from '../../../shared/analysis/diffNumbers.ts';
import type { Results } from '../../state/results.ts';
import {
  COMPARED_COLUMNS,
  FURTHER_COLUMNS,
  furtherKind,
  RATIO_COLUMNS,
} from '../../worker/table/furtherColumns.ts';
import type { FurtherColumn } from '../../worker/table/tableRow.ts';
import type { ColumnId } from './columnId.ts';

/** What one table of the window is: all that its rows do not tell. A constant of its view. */
export interface TableTraits {
  /** In the settings; never changes. */
  readonly id: string;
  readonly label: string;
  readonly nameTitle: string;
  readonly nameHint: string;
  /** Rows can be opened. */
  readonly isTree: boolean;
  /** Rows are methods: they can be switched off. */
  readonly hasMethods: boolean;
  readonly hasSelf: boolean;
  /** Rows are named as a program likes, as threads are: a dot divides nothing. */
  readonly hasFreeNames?: boolean;
  /** What percentages are of, when not of the row above. */
  readonly baseName: string;
  /** Columns that it can have, in the order in which they are offered. */
  readonly columns: readonly ColumnId[];
  /** Those of them that it has at first, in this order. */
  readonly firstColumns: readonly ColumnId[];
  /** The one of them that it always has. */
  readonly fixedColumn: ColumnId;
}

/** The table of a view: of one recording, and of two. */
export interface ViewTraits {
  readonly recorded: TableTraits;
  readonly compared: TableTraits;
}

/**
 * The first columns of a comparison whose times are those of methods with all that they call. Invocations of either side
 * are in a row's tool-tip, and so are its times where the table has no room for them: of 1280 px, half stays for names.
 */
export const CHANGES_OF_TOTAL: readonly ColumnId[] = [
  'changed',
  'totalChange',
  'totalA',
  'totalB',
  'totalByCalls',
  'totalByTime',
  'callsChange',
];

/** The same of methods by themselves. */
export const CHANGES_OF_SELF: readonly ColumnId[] = [
  'changed',
  'selfChange',
  'selfA',
  'selfB',
  'selfByCalls',
  'selfByTime',
  'callsChange',
];

/** @param compared what is other of two recordings, besides the columns that all comparisons have */
export function viewTraits(
  recorded: TableTraits,
  compared: Pick<TableTraits, 'nameHint' | 'firstColumns'>,
): ViewTraits {
  const { id, label, hasSelf } = recorded;
  const columns = DIFF_COLUMNS.filter((column) => hasSelf || !column.startsWith('self'));
  const further = COMPARED_COLUMNS.filter((column) => hasSelf || isTotal(column));
  const { firstColumns } = compared;
  const isOfSelf = firstColumns.includes('selfChange');
  return {
    recorded: { ...recorded, ...withFurther(recorded) },
    compared: {
      ...recorded,
      id: `compared.${id}`,
      label: `Compared ${label}`,
      baseName: '',
      fixedColumn: 'callsChange',
      ...compared,
      columns: [...columns, ...further],
      firstColumns: [...firstColumns, ...further.filter((column) => isTotal(column) !== isOfSelf)],
    },
  };
}

/** What was measured beside calls and times has columns in every table of one recording, and ratios on demand. */
function withFurther({
  columns,
  firstColumns,
  hasSelf,
}: TableTraits): Pick<TableTraits, 'columns' | 'firstColumns'> {
  const [further, ratios] = [FURTHER_COLUMNS, RATIO_COLUMNS].map((all) =>
    all.filter((column) => hasSelf || isTotal(column)),
  );
  // A thread stands still far below the methods that one looks for: of waits the totals tell where.
  const first = further.filter((column) => furtherKind(column).value.metric.unit !== 'ns' || isTotal(column));
  return { columns: [...columns, ...further, ...ratios], firstColumns: [...firstColumns, ...first] };
}

/** Of a row and all below it. */
function isTotal(column: FurtherColumn): boolean {
  return furtherKind(column).value.metric.sumOf !== null;
}

export function traitsOf({ recorded, compared }: ViewTraits, { isComparison }: Results): TableTraits {
  return isComparison ? compared : recorded;
}
