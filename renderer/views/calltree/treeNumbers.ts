import {
  formatCount,
  formatTimeIn,
  timeUnitFor,
  type TimeUnit,
} from '../../../shared/model/formatNumbers.ts';
import type { CallTreePicture, CallTreeRow } from '../../worker/views/callTreeRow.ts';

/** The largest time of the tree has at least this many of its unit: 12 s are told in s, 9 s in ms, to see small nodes. */
const LEAST_OF_UNIT = 10;

type Totals = Pick<CallTreePicture, 'totalNs' | 'allCalls'>;

/** The numbers of one picture of a tree: one unit for all its times, so that they can be compared down a column. */
export class TreeNumbers {
  readonly unit: TimeUnit;
  /** What percentages of times stand for: the total of all roots, ns. */
  readonly baseNs: number;
  /** What percentages of counts stand for: all invocations of the tree. */
  readonly baseCalls: number;

  constructor({ totalNs, allCalls }: Totals) {
    this.unit = timeUnitFor(totalNs / LEAST_OF_UNIT);
    this.baseNs = totalNs;
    this.baseCalls = allCalls;
  }

  /** In the unit of the tree, without its name. */
  timeText(ns: number): string {
    return formatTimeIn(ns, this.unit);
  }

  /** True when all that is known of the self time is that it is small. */
  isUnsure({ errorNs, selfNs }: CallTreeRow): boolean {
    return errorNs > selfNs && selfNs > 0;
  }

  /** Long name and full numbers, each with its error. */
  rowHint(row: CallTreeRow, longName: string): string {
    const { calls, totalNs, totalErrorNs, selfNs, errorNs } = row;
    const lines = [longName, `Invocations: ${formatCount(calls)}`];
    if (this.baseNs > 0 && row.isCounted) {
      lines.push('A trivial method: it was only counted, its time is its caller’s own.');
    } else if (this.baseNs > 0) {
      lines.push(
        `Total Time: ${fullTime(totalNs)} ± ${fullTime(totalErrorNs)}`,
        `Self Time: ${fullTime(selfNs)} ± ${fullTime(errorNs)}`,
      );
      if (calls > 0) lines.push(`Total Time per invocation: ${fullTime(totalNs / calls)}`);
      if (this.isUnsure(row))
        lines.push('The error is larger than the self time: it is small, and no more is known.');
    }
    return lines.join('\n');
  }
}

/** A single time with all digits that mean something. */
function fullTime(ns: number): string {
  const unit = timeUnitFor(ns);
  return `${formatTimeIn(ns, unit)} ${unit.name}`;
}
