import { mergeTrees } from '../cct/mergeTrees.ts';
import type { CctTable } from '../cct/cctTable.ts';
import { CALLS, pairsIn, TOTAL_TIME, type Metric } from '../metrics/metric.ts';
import type { MeasuredRows } from '../metrics/measuredRows.ts';
import { sumOf } from '../base/sumOf.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { resultOf } from '../recording/chosenThreads.ts';
import type { DataSet, ValueColumn } from '../recording/dataSets/dataSet.ts';
import { withRows } from '../recording/dataSets/dataSetParts.ts';
import { rootCallCount } from '../recording/rootCallCount.ts';
import type { RecordedThread, Snapshot } from '../recording/snapshot.ts';
import { threadRows } from './threadRows.ts';

/** Rows: the groups of root calls that a recording tells apart. */
export const GROUPS_VIEW = 'groups';
/** The column of their names. */
export const GROUP = 'group';

/** A recording, or what there is of one so far. */
export interface GroupedTrees extends Pick<Snapshot, 'calibration' | 'clock' | 'bareSamples'> {
  readonly threads: readonly (Pick<RecordedThread, 'group' | 'longestRootCallNs'> & {
    readonly table: CctTable;
  })[];
  readonly methods: Iterable<Pick<MethodInfo, 'id' | 'root'>>;
}

/**
 * Each group of root calls with all that its threads took together, the largest first: by Total Time, or by root calls where nothing
 * is timed. Every metric that was measured is a column; its error, where it has one, is the next.
 *
 *     group        rootCalls   totalNs   errorNs    meanNs   longestNs   share   calls
 *     GET /slow           10    9.1 ms     20 µs    910 µs      2.1 ms    0.91      40
 *     GET /fast           90    0.9 ms     60 µs     10 µs       40 µs    0.09      90
 *
 * Times are in ns. A mean is NaN where a group has no root call: threads that a call has started may have none. The longest root call is
 * as it was recorded, nothing is charged off it; where no group has one, as in older files, the column is missing. O(nodes).
 */
export function groupRows(recording: GroupedTrees): DataSet {
  const groups = partsByGroup(recording);
  const trees = [...groups.values()].map((parts) =>
    resultOf(parts.length === 1 ? parts[0].table : mergeTrees(parts.map(({ table }) => table)), recording),
  );
  const rows = threadRows(trees);
  const roots = new Set([...recording.methods].filter(({ root }) => root).map(({ id }) => id as number));
  const rootCalls = Float64Array.from(trees, (tree) => rootCallCount(tree, roots));
  const isTimed = recording.clock !== 'none';
  const weights = isTimed ? rows.totalNs : rootCalls;
  const all = sumOf(weights);
  const values: readonly ValueColumn[] = [
    { id: 'rootCalls', title: 'Root Calls', unit: 'count', isExact: true, values: rootCalls },
    ...(isTimed ? timeColumns(rows, rootCalls) : []),
    ...longestColumn([...groups.values()]),
    { id: 'share', title: 'Share', unit: 'share', isExact: false, values: weights.map((one) => one / all) },
    ...[CALLS, ...pairsIn(trees).map(({ total }) => total)].flatMap((metric) => metricColumns(metric, rows)),
  ];
  const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a] || rootCalls[b] - rootCalls[a]);
  const texts = [{ id: GROUP, title: 'Group', texts: [...groups.keys()] }];
  return withRows({ id: GROUPS_VIEW, title: 'Groups', rows: trees.length, texts, links: [], values }, order);
}

/** Threads of each group; groups in the order in which they came. */
function partsByGroup({ threads }: GroupedTrees): ReadonlyMap<string, GroupedTrees['threads']> {
  const groups = new Map<string, GroupedTrees['threads'][number][]>();
  for (const thread of threads) {
    if (thread.group === undefined) continue;
    const parts = groups.get(thread.group);
    if (parts === undefined) groups.set(thread.group, [thread]);
    else parts.push(thread);
  }
  return groups;
}

function longestColumn(groups: readonly GroupedTrees['threads'][]): readonly ValueColumn[] {
  const longestNs = groups.map((parts) => Math.max(...parts.map((part) => part.longestRootCallNs ?? 0)));
  const values = Float64Array.from(longestNs, (ns) => (ns > 0 ? ns : NaN));
  if (values.every(Number.isNaN)) return [];
  return [{ id: 'longestNs', title: 'Longest', unit: 'ns', isExact: false, values }];
}

/** The error of a sum is that of all its parts, and not the one that its metric tells of a single row. */
function timeColumns(
  rows: Pick<MeasuredRows, 'totalNs' | 'errorNs'>,
  rootCalls: Float64Array,
): readonly ValueColumn[] {
  const { id, title, unit, isExact } = TOTAL_TIME;
  const meanNs = rows.totalNs.map((ns, row) => (rootCalls[row] > 0 ? ns / rootCalls[row] : NaN));
  return [
    { id, title, unit, isExact, values: rows.totalNs },
    { ...errorColumn('errorNs', TOTAL_TIME), values: Float64Array.from(rows.errorNs) },
    { id: 'meanNs', title: 'Mean Time', unit, isExact, values: meanNs },
  ];
}

function metricColumns(metric: Metric, rows: MeasuredRows): readonly ValueColumn[] {
  const { id, title, unit, isExact, error } = metric;
  const column = { id, title, unit, isExact, values: metric.valuesOf(rows) };
  const errors = error.of(rows);
  if (error.id === null || errors === null) return [column];
  return [column, { ...errorColumn(error.id, metric), values: Float64Array.from(errors) }];
}

function errorColumn(id: string, { title, unit }: Metric): Omit<ValueColumn, 'values'> {
  return { id, title: `${title} ±`, unit, isExact: false };
}
