import { isUncertain } from '../../../shared/cct/uncertain.ts';
import { TOTAL_CALLS } from '../../../shared/metrics/metric.ts';
import {
  decimalsFor,
  formatCount,
  formatTime,
  formatTimeIn,
  THIN_SPACE,
  timeUnitFor,
  type TimeUnit,
} from '../../../shared/naming/formatNumbers.ts';
import {
  furtherKind,
  furtherText,
  isFurther,
  TOTAL_CALLS_COLUMN,
} from '../../worker/table/furtherColumns.ts';
import type { FurtherColumn, TableColumn, TablePicture, TableRow } from '../../worker/table/tableRow.ts';
import { changeText, comparedHint, contextsText, signed } from './changeTexts.ts';
import { fullTime, NOT_KNOWN } from './numberTexts.ts';

/** The largest time of the tree has at least this many of its unit: 12 ms are told in ms, 9 ms in µs, to see small nodes. */
const LEAST_OF_UNIT = 10;
/** A tree of a minute has nodes of milliseconds, too. */
const LEAST_SECONDS = 100;

interface Totals extends Pick<TablePicture, 'totalNs' | 'allCalls' | 'largestChange' | 'further'> {
  /** Of samples: what one stands for. 0: times are measured. */
  readonly periodNs?: number;
}

/** What the percentages of a row are of: everything, or the row above it. */
export type PercentOf = 'total' | 'parent';

/** The numbers of one picture of a table: one unit for all its times, so that they can be compared down a column. */
export class TableNumbers {
  readonly unit: TimeUnit;
  readonly #totals: Totals;
  readonly #percentOf: PercentOf;
  readonly #decimals: number;

  constructor(totals: Totals, percentOf: PercentOf) {
    const largestNs = Math.max(totals.totalNs, totals.largestChange?.total ?? 0);
    this.unit = timeUnitFor(largestNs / (largestNs < LEAST_OF_UNIT * 1e9 ? LEAST_OF_UNIT : LEAST_SECONDS));
    this.#decimals = decimalsFor(this.unit, totals.periodNs ?? 0);
    this.#totals = totals;
    this.#percentOf = percentOf;
  }

  baseNsOf({ parentNs }: TableRow): number {
    return this.#percentOf === 'total' ? this.#totals.totalNs : parentNs;
  }

  /** Where there are no times. */
  baseCallsOf({ parentCalls }: TableRow): number {
    return this.#percentOf === 'total' ? this.#totals.allCalls : parentCalls;
  }

  /** In the unit of the table, without its name. */
  timeText(ns: number): string {
    return formatTimeIn(ns, this.unit, THIN_SPACE, this.#decimals);
  }

  /** What the full bar of a change stands for, ns: the largest in its column. */
  changedNs(kind: 'total' | 'self'): number {
    return this.#totals.largestChange?.[kind] ?? 0;
  }

  /** 0 where the rows have no such column. */
  furtherOf({ further }: TableRow, column: FurtherColumn): number {
    return further[this.#totals.further.indexOf(column)] ?? 0;
  }

  /** A number without a bar: errors in the unit of the times that they are of, others in the unit that fits them. */
  textOf(row: TableRow, column: Exclude<TableColumn, 'total' | 'self' | 'calls'>, timed: boolean): string {
    if (isFurther(column)) {
      const value = this.furtherOf(row, column);
      const kind = furtherKind(column);
      const text = furtherText(kind, value);
      return kind.side === 'Change' ? signed(value, text) : text;
    }
    switch (column) {
      case 'average':
        return row.calls > 0 ? formatTime(row.totalNs / row.calls) : NOT_KNOWN;
      case 'selfError':
        return this.#errorText(row.errorNs);
      case 'totalError':
        return row.totalErrorNs === null ? NOT_KNOWN : this.#errorText(row.totalErrorNs);
      case 'contexts':
        return formatCount(row.contexts);
      default:
        return row.compared ? changeText(row.compared, column, timed) : NOT_KNOWN;
    }
  }

  #errorText(ns: number): string {
    return `${this.timeText(Math.ceil(ns))} ${this.unit.name}`;
  }

  /** A change in the unit of the table, with its sign. */
  changeTimeText(ns: number): string {
    return signed(ns, this.timeText(Math.abs(ns)));
  }

  /** True when all that is known of the self time is that it is small. */
  isUnsure({ errorNs, selfNs }: TableRow): boolean {
    return isUncertain(selfNs, errorNs);
  }

  /** Long name and full numbers, each with its error. @param hasSelf whether self times mean anything in this table */
  rowHint(row: TableRow, longName: string, hasSelf = true): string {
    const { calls, totalNs, totalErrorNs, selfNs, errorNs, contexts } = row;
    if (row.compared) return comparedHint(row, row.compared, longName, this.#totals.totalNs > 0, hasSelf);
    const lines = [longName, `Invocations: ${formatCount(calls)}`];
    if (this.#totals.further.includes(TOTAL_CALLS_COLUMN))
      lines.push(`${TOTAL_CALLS.title}: ${formatCount(this.furtherOf(row, TOTAL_CALLS_COLUMN))}`);
    if (contexts > 1) lines.push(contextsText(contexts, hasSelf));
    if (this.#totals.totalNs > 0 && row.isCounted) {
      lines.push('A trivial method: it was only counted, its time is its caller’s own.');
    } else if (this.#totals.totalNs > 0) {
      const totalError = totalErrorNs === null ? '' : ` ± ${fullTime(totalErrorNs)}`;
      lines.push(`Total Time: ${fullTime(totalNs)}${totalError}`);
      if (hasSelf) lines.push(`Self Time: ${fullTime(selfNs)} ± ${fullTime(errorNs)}`);
      if (hasSelf && calls > 0) lines.push(`Total Time per invocation: ${fullTime(totalNs / calls)}`);
      if (hasSelf && this.isUnsure(row))
        lines.push(
          'The probes’ cost, or the error, is as large as the Self Time: it is below measurement accuracy.',
        );
    }
    return lines.join('\n');
  }
}
