import type { ExactTree } from '../cct/cctTable.ts';
import type { HotMethods } from '../cct/hotMethods.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import type { Metric } from '../metrics/metric.ts';
import { measuredPairs } from '../recording/measuredPairs.ts';
import { recordingResults } from '../recording/recordingResults.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { defaultOrder, rowComparator } from '../rows/sortOrder.ts';
import { cutThreads, UNCUT, type ExportCut } from './exportCut.ts';
import { threadRows, type ThreadRows } from './threadRows.ts';

/** A thread as it was named: each format makes it visible in its own way. `id` is Java's threadId(), 0 for all virtual threads together. */
export interface ExportedThread {
  readonly id: number;
  readonly name: string;
  readonly rows: ThreadRows;
}

/** A recording with the probes' cost taken out, largest siblings first: what every export is written from. */
export interface ExportedRecording {
  readonly snapshot: Snapshot;
  readonly threads: readonly ExportedThread[];
  readonly hot: HotMethods;
  readonly methods: MethodTable;
  /** Times were taken. Without them an export holds calls only. */
  readonly isTimed: boolean;
  /** Further metrics that were measured: a column each in formats that have columns. */
  readonly further: readonly Metric[];
  /** All threads as one tree, whole. */
  readonly all: ExactTree;
  /** Contexts that were cut, and are summed up in rows SMALLER_ROWS. */
  readonly cutRows: number;
}

/** As which contexts that were cut stand below their caller. */
export const SMALLER_ROWS = '(smaller rows)';

export function exportedRecording(snapshot: Snapshot, cut: ExportCut = UNCUT): ExportedRecording {
  const { threads, all, hot, methods } = recordingResults(snapshot);
  const order = defaultOrder(snapshot.clock);
  const isTimed = snapshot.clock !== 'none';
  const rows = threads.map(({ tree }) => threadRows(tree, rowComparator(tree, methods.nameRanks, order)));
  const left = cutThreads(rows, isTimed, cut);
  return {
    snapshot,
    hot,
    methods,
    isTimed,
    further: measuredPairs(snapshot).map(({ self }) => self),
    all,
    cutRows: left.cutRows,
    threads: threads.map(({ id, name, virtual }, i) => ({
      id,
      name: virtual ? 'All virtual threads' : name,
      rows: left.threads[i],
    })),
  };
}
