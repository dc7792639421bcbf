import type { TableColumn } from '../../worker/table/tableRow.ts';

export interface ColumnKind {
  readonly id: TableColumn;
  readonly title: string;
  readonly hint: string;
  /** Whether its percentages and its bar are shown, and which bar. */
  readonly bar: 'total' | 'self' | 'calls' | null;
  /** Only where there is a clock. */
  readonly isTime: boolean;
  readonly leastPx: number;
  /** In CSS. On wide screens bars grow too: names stay within sight of their numbers. */
  readonly width: string;
}

const BAR_WIDTH = 'clamp(216px, 16vw, 480px)';

/** Every column that a table may have besides its names, in the order in which they are offered. */
export const COLUMNS: readonly ColumnKind[] = [
  {
    id: 'total',
    title: 'Total Time',
    hint: 'Time in all invocations, calls included (inclusive, cum). A call that a method makes to itself is counted once.',
    bar: 'total',
    isTime: true,
    leastPx: 216,
    width: BAR_WIDTH,
  },
  {
    id: 'totalError',
    title: '± Total',
    hint: 'Bound of the error of Total Time: doubt of the calibration and steps of the clock, over all calls below.',
    bar: null,
    isTime: true,
    leastPx: 84,
    width: 'clamp(84px, 6vw, 130px)',
  },
  {
    id: 'self',
    title: 'Self Time',
    hint: 'Time in all invocations, calls of measured methods not included (exclusive, flat).',
    bar: 'self',
    isTime: true,
    leastPx: 216,
    width: BAR_WIDTH,
  },
  {
    id: 'selfError',
    title: '± Self',
    hint: 'Bound of the error of Self Time: doubt of the calibration and steps of the clock.',
    bar: null,
    isTime: true,
    leastPx: 84,
    width: 'clamp(84px, 6vw, 130px)',
  },
  {
    id: 'calls',
    title: 'Invocations',
    hint: 'Exact number of calls.',
    bar: 'calls',
    isTime: false,
    leastPx: 104,
    width: 'clamp(104px, 8vw, 180px)',
  },
  {
    id: 'average',
    title: 'Average',
    hint: 'Total Time per invocation.',
    bar: null,
    isTime: true,
    leastPx: 84,
    width: 'clamp(84px, 6vw, 130px)',
  },
  {
    id: 'contexts',
    title: 'Contexts',
    hint: 'Different call paths in the tree.',
    bar: null,
    isTime: false,
    leastPx: 76,
    width: 'clamp(76px, 6vw, 130px)',
  },
];

const COUNTS_WIDTH = 'clamp(220px, 30vw, 720px)';
const LEAST_NAME_PX = 200;

/** The chosen columns that there can be, in their fixed order. */
export function shownColumns(chosen: readonly TableColumn[], timed: boolean): readonly ColumnKind[] {
  return COLUMNS.filter(({ id, isTime }) => (timed || !isTime) && (chosen.includes(id) || id === 'calls'));
}

/** For CSS: the widths of names and columns, and the least width of all. */
export function columnWidths(
  columns: readonly ColumnKind[],
  timed: boolean,
): { readonly columns: string; readonly leastPx: number } {
  const widths = columns.map(({ id, width }) => (id === 'calls' && !timed ? COUNTS_WIDTH : width));
  return {
    columns: [`minmax(${LEAST_NAME_PX}px, 1fr)`, ...widths].join(' '),
    leastPx: columns.reduce((sum, { leastPx }) => sum + leastPx, LEAST_NAME_PX),
  };
}
