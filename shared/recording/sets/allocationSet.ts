import { isWhole, type AllocationAccount } from '../../cct/allocationAccount.ts';
import type { CctTable } from '../../cct/cctTable.ts';
import { BYTES } from '../../cct/madeColumns.ts';
import { formatBytes, formatPercent } from '../../naming/formatNumbers.ts';
import { sumOf } from '../../base/sumOf.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import type { MeasuredObjects } from './madeSets.ts';
import { columnsOf } from '../dataSets/rowColumns.ts';

/** Rows: threads, what they have allocated in calls of roots, and how much of it was counted. */
export const ALLOCATION_SET = 'allocation';

interface AllocatingThread {
  readonly name: string;
  readonly table: CctTable;
  readonly allocation?: AllocationAccount;
}

/**
 * What the JVM says that threads have allocated in calls of roots, beside what was counted; null where no objects are counted. The rest
 * is not attributed: code without probes has made it. Not known of threads whose calls have not all ended, or were recorded in part.
 *
 *     thread  allocated  counted  not attributed
 *     main       12,400   11,900             500
 *     worker          -    2,200               -
 */
export function allocationSet(
  threads: readonly AllocatingThread[],
  { isCounted }: Pick<MeasuredObjects, 'isCounted'>,
): DataSet | null {
  if (!isCounted) return null;
  const counting = threads.filter(({ allocation }) => allocation !== undefined);
  const countedBytes = ({ table }: AllocatingThread): number =>
    sumOf(table.more?.get(BYTES) ?? new Float64Array());
  const allocatedBytes = ({ allocation }: AllocatingThread): number =>
    allocation !== undefined && isWhole(allocation) ? allocation.allocatedBytes : NaN;
  return {
    id: ALLOCATION_SET,
    title: 'Allocated in calls of roots',
    ...columnsOf(counting, {
      texts: [['thread', 'Thread', ({ name }) => name]],
      values: [
        ['allocated', 'Allocated', 'bytes', allocatedBytes],
        ['counted', 'Counted', 'bytes', countedBytes, true],
        ['notAttributed', 'By other code', 'bytes', (row) => allocatedBytes(row) - countedBytes(row)],
      ],
    }),
  };
}

/** In numbers, for a sentence; null where it is known of no thread. */
export function notAttributedOf({ rows, values: [allocated, counted] }: DataSet): {
  readonly bytes: string;
  readonly allocated: string;
  readonly percent: string;
  /** 0 to 1; without sign, as the percentage. */
  readonly share: number;
  readonly unknown: number;
} | null {
  const known = Array.from({ length: rows }, (_, row) => row).filter(
    (row) => !Number.isNaN(allocated.values[row]),
  );
  if (known.length === 0) return null;
  const sum = (of: (row: number) => number): number => known.reduce((total, row) => total + of(row), 0);
  const all = sum((row) => allocated.values[row]);
  const rest = all - sum((row) => counted.values[row]);
  return {
    bytes: rest < 0 ? `-${formatBytes(-rest)}` : formatBytes(rest),
    allocated: formatBytes(all),
    percent: formatPercent(Math.abs(rest), all),
    share: all === 0 ? 0 : Math.abs(rest) / all,
    unknown: rows - known.length,
  };
}
