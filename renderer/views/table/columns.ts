import { ensure } from '../../../shared/base/assert.ts';
import { countsCalls, type TimeSource } from '../../../shared/events/clock.ts';
import { CALLS, TOTAL_CALLS } from '../../../shared/metrics/metric.ts';
import {
  COMPARED_COLUMNS,
  furtherKind,
  FURTHER_COLUMNS,
  furtherTitle,
  isFurther,
  RATIO_COLUMNS,
  TOTAL_CALLS_COLUMN,
} from '../../worker/table/furtherColumns.ts';
import type { FurtherColumn } from '../../worker/table/tableRow.ts';
import type { ColumnId } from './columnId.ts';

export interface ColumnKind {
  readonly id: ColumnId;
  readonly title: string;
  readonly hint: string;
  /** Whether its percentages and its bar are shown, and which bar: that of a change goes to the left or to the right. */
  readonly bar: 'total' | 'self' | 'calls' | 'change' | null;
  /** Only where there is a clock. */
  readonly isTime: boolean;
  readonly leastPx: number;
  /** In CSS. In wide tables bars grow too: names stay within sight of their numbers. */
  readonly width: string;
  /** The same without percentages, which a narrow table does without. */
  readonly bare?: { readonly leastPx: number; readonly width: string };
}

// 1rem is 13 px, and more where text is larger: tokens.css.
/** In a narrow table names come first: there bars give up what their texts, and the unit in their title, do not need. */
const BAR_WIDTH = {
  leastPx: 150,
  width: 'minmax(11.5rem, clamp(16.6rem, 16cqw, 480px))',
  bare: { leastPx: 110, width: 'minmax(8.5rem, 9.75rem)' },
};
const CHANGE_WIDTH = {
  leastPx: 188,
  width: 'minmax(14.4rem, clamp(16rem, 20cqw, 520px))',
  bare: { leastPx: 124, width: 'minmax(9.5rem, 11rem)' },
};
/** Self times are told in lists, whose names need less room than those of a tree. */
const SELF_CHANGE_WIDTH = {
  leastPx: 208,
  width: 'clamp(16rem, 27cqw, 520px)',
  bare: { leastPx: 124, width: 'minmax(9.5rem, 11rem)' },
};
const NUMBER_WIDTH = { leastPx: 84, width: 'clamp(6.4rem, 6cqw, 130px)' };
/** Of differences, which have a sign and no percentage. */
const CAUSE_WIDTH = { leastPx: 78, width: 'minmax(6rem, clamp(6.4rem, 6cqw, 130px))' };
const CHANGED_WIDTH = { leastPx: 92, width: 'minmax(7rem, clamp(8rem, 8cqw, 180px))' };
const WIDE_NUMBER_WIDTH = { leastPx: 104, width: 'clamp(8rem, 8cqw, 180px)' };
/** A bar and the gap beside it for each step. */
const TREND_WIDTH = { leastPx: 108, width: '108px' };
const TITLE_CHAR_PX = 6.8;
const BESIDE_TITLE_PX = 28;
/** For the longest titles, with the sign of the order beside them. */
const TITLE_WIDTH = { leastPx: 108, width: 'minmax(8.3rem, clamp(9.4rem, 8cqw, 180px))' };

/** Every column that a table may have besides its names, in the order in which they are offered. */
export const COLUMNS: readonly ColumnKind[] = [
  {
    id: 'total',
    title: 'Total Time',
    hint: 'Time in all invocations, calls included (inclusive, cum). A call that a method makes to itself is counted once.',
    bar: 'total',
    isTime: true,
    ...BAR_WIDTH,
  },
  {
    id: 'totalError',
    title: '± Total',
    hint: 'Maximum error of Total Time against the program without probes: calibration uncertainty, clock resolution, changed JIT code; over all calls below.',
    bar: null,
    isTime: true,
    ...WIDE_NUMBER_WIDTH,
  },
  {
    id: 'self',
    title: 'Self Time',
    hint: 'Time in all invocations, calls of measured methods not included (exclusive, flat).',
    bar: 'self',
    isTime: true,
    ...BAR_WIDTH,
  },
  {
    id: 'selfError',
    title: '± Self',
    hint: 'Maximum error of Self Time against the program without probes: calibration uncertainty, clock resolution, changed JIT code.',
    bar: null,
    isTime: true,
    ...WIDE_NUMBER_WIDTH,
  },
  {
    id: 'calls',
    title: 'Invocations',
    hint: 'Exact number of calls.',
    bar: 'calls',
    isTime: false,
    ...WIDE_NUMBER_WIDTH,
  },
  {
    id: TOTAL_CALLS_COLUMN,
    title: TOTAL_CALLS.title,
    hint: 'Exact number of calls in the row and in all below it. Without times rows are ranked by it.',
    bar: 'calls',
    isTime: false,
    ...WIDE_NUMBER_WIDTH,
  },
  {
    id: 'average',
    title: 'Average',
    hint: 'Total Time per invocation.',
    bar: null,
    isTime: true,
    ...NUMBER_WIDTH,
  },
  {
    id: 'trend',
    title: 'Last Minute',
    hint: 'While it records: what the number that the table is sorted by grew by in each 2 s of the last minute, from when the row came into view. The highest bar is the row’s own most.',
    bar: null,
    isTime: false,
    ...TREND_WIDTH,
  },
  {
    id: 'contexts',
    title: 'Contexts',
    hint: 'Different call paths in the tree.',
    bar: null,
    isTime: false,
    leastPx: 76,
    width: 'clamp(5.85rem, 6cqw, 130px)',
  },
  {
    id: 'changed',
    title: 'Changed',
    hint: 'How much of the own times at and below has changed, either way: what became slower does not hide what became faster. Without times: of invocations.',
    bar: null,
    isTime: false,
    ...CHANGED_WIDTH,
  },
  {
    id: 'totalChange',
    title: 'Δ Total Time',
    hint: 'Total Time of B less that of A. Grey where it is within the bound of its error. Red with +: more. Blue with −: less.',
    bar: 'change',
    isTime: true,
    ...CHANGE_WIDTH,
  },
  {
    id: 'totalChangeError',
    title: '± Δ Total',
    hint: 'Maximum error of Δ Total Time: the errors of both sides together.',
    bar: null,
    isTime: true,
    ...NUMBER_WIDTH,
  },
  {
    id: 'totalByCalls',
    title: 'By Calls',
    hint: 'The part of Δ Total Time that more or fewer calls explain. A context that is new or vanished differs by its calls altogether.',
    bar: null,
    isTime: true,
    ...CAUSE_WIDTH,
  },
  {
    id: 'totalByTime',
    title: 'By Time',
    hint: 'The part of Δ Total Time that the time per call explains: what is left when that by calls is taken away.',
    bar: null,
    isTime: true,
    ...CAUSE_WIDTH,
  },
  {
    id: 'selfChange',
    title: 'Δ Self Time',
    hint: 'Self Time of B less that of A. Grey where it is within the bound of its error. Red with +: more. Blue with −: less.',
    bar: 'change',
    isTime: true,
    ...SELF_CHANGE_WIDTH,
  },
  {
    id: 'selfChangeError',
    title: '± Δ Self',
    hint: 'Maximum error of Δ Self Time: the errors of both sides together.',
    bar: null,
    isTime: true,
    ...NUMBER_WIDTH,
  },
  {
    id: 'selfByCalls',
    title: 'Self by Calls',
    hint: 'The part of Δ Self Time that more or fewer calls explain.',
    bar: null,
    isTime: true,
    ...WIDE_NUMBER_WIDTH,
  },
  {
    id: 'selfByTime',
    title: 'Self by Time',
    hint: 'The part of Δ Self Time that the time per call explains.',
    bar: null,
    isTime: true,
    ...WIDE_NUMBER_WIDTH,
  },
  {
    id: 'averageChange',
    title: 'Δ Average',
    hint: 'Total Time per invocation of B less that of A. Nothing where only one side calls it.',
    bar: null,
    isTime: true,
    ...NUMBER_WIDTH,
  },
  {
    id: 'callsChange',
    title: 'Δ Invocations',
    hint: 'Invocations of B less those of A: exact on both sides.',
    bar: null,
    isTime: false,
    ...TITLE_WIDTH,
  },
  {
    id: 'callsA',
    title: 'Invocations A',
    hint: 'Exact number of calls before.',
    bar: null,
    isTime: false,
    ...TITLE_WIDTH,
  },
  {
    id: 'callsB',
    title: 'Invocations B',
    hint: 'Exact number of calls after.',
    bar: null,
    isTime: false,
    ...TITLE_WIDTH,
  },
  {
    id: 'totalA',
    title: 'Total A',
    hint: 'Total Time before.',
    bar: null,
    isTime: true,
    ...NUMBER_WIDTH,
  },
  {
    id: 'totalB',
    title: 'Total B',
    hint: 'Total Time after.',
    bar: null,
    isTime: true,
    ...NUMBER_WIDTH,
  },
  {
    id: 'selfA',
    title: 'Self A',
    hint: 'Self Time before.',
    bar: null,
    isTime: true,
    ...NUMBER_WIDTH,
  },
  {
    id: 'selfB',
    title: 'Self B',
    hint: 'Self Time after.',
    bar: null,
    isTime: true,
    ...NUMBER_WIDTH,
  },
  ...[...FURTHER_COLUMNS, ...RATIO_COLUMNS, ...COMPARED_COLUMNS].map(furtherColumn),
];

/** Of a metric: no narrower than its title. */
function widthOf(title: string): Pick<ColumnKind, 'leastPx' | 'width'> {
  const leastPx = Math.max(TITLE_WIDTH.leastPx, Math.ceil(title.length * TITLE_CHAR_PX) + BESIDE_TITLE_PX);
  return { leastPx, width: `clamp(${leastPx}px, 8cqw, 180px)` };
}

function furtherColumn(id: FurtherColumn): ColumnKind {
  const { value, side } = furtherKind(id);
  const { metric, per } = value;
  const amount =
    per === null
      ? 'In all invocations'
      : `For each ${per === CALLS ? 'invocation' : 'millisecond of the time'}`;
  const included = metric.sumOf === null ? 'calls of measured methods not included' : 'calls included';
  const of = side === null ? '' : side === 'Change' ? ' B less A.' : side === 'A' ? ' Before.' : ' After.';
  const isExact = metric.isExact && per?.isExact !== false;
  const hint = `${amount}, ${included}.${of}${isExact ? ' Exact.' : ''}`;
  const title = furtherTitle({ value, side });
  return { id, title, hint, bar: null, isTime: false, ...widthOf(title) };
}

export function columnKind(id: ColumnId): ColumnKind {
  return ensure(
    COLUMNS.find((column) => column.id === id),
    `column ${id}`,
  );
}

/** Only where calls are counted. */
const OF_CALLS: ReadonlySet<ColumnId> = new Set<ColumnId>([
  ...(['calls', 'average', 'callsA', 'callsB', 'callsChange'] as const),
  ...(['averageChange', 'totalByCalls', 'totalByTime', 'selfByCalls', 'selfByTime'] as const),
]);

/** The chosen columns that there can be, in the order chosen. */
export function shownColumns(
  chosen: readonly ColumnId[],
  timed: boolean,
  clock: TimeSource,
  further: readonly FurtherColumn[],
  hasTrends: boolean,
): readonly ColumnKind[] {
  return chosen
    .filter((id) => id !== 'trend' || hasTrends)
    .map(columnKind)
    .filter(({ id }) => !isFurther(id) || further.includes(id))
    .filter(({ id, isTime }) => (timed || !isTime) && (countsCalls(clock) || !OF_CALLS.has(id)));
}
