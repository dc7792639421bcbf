import type { ExactTree } from './cctTable.ts';
import { errorKind, errorTerm, finishErrors, type ErrorKind } from './errorSums.ts';
import { mappedMetrics, metricIds, type MetricColumn, type MetricColumns } from './metricColumns.ts';
import { outermost } from './outermost.ts';

/** What each method, class or package took, over all contexts of all given trees. Columns. */
export interface HotSpots extends ErrorKind {
  readonly length: number;
  readonly calls: Float64Array; //   row -> invocations
  readonly selfNs: Float64Array; //  row -> ns
  readonly totalNs: Float64Array; // row -> ns; time within a call that it makes to itself is counted once, in the outermost
  readonly errorNs: Float64Array; // row -> ns, bound of the error of selfNs
  readonly counted: Uint8Array; //   row -> 1: its calls were counted only, it has no times
  readonly contexts: Int32Array; //  row -> nodes: call paths that end in it
  /** Further metrics; totals are those of outermost calls, as of times. */
  readonly metrics?: MetricColumns;
}

/** In the order of their ids. */
export interface HotMethods extends HotSpots {
  readonly method: Int32Array; // row -> MethodId
}

/** In the order of their groups. */
export interface HotGroups extends HotSpots {
  readonly group: Int32Array; // row -> group
}

/** O(nodes). */
export function hotMethods(trees: readonly ExactTree[]): HotMethods {
  const { group, ...spots } = sums(trees, null, idLimitOf(trees));
  return { ...spots, method: group };
}

/**
 * By class, by package: whatever methods are put together. O(nodes).
 * @param groupOf MethodId -> group, from 0 on; ids beyond its end are in the group of id 0, which is no method's
 */
export function hotGroups(trees: readonly ExactTree[], groupOf: Int32Array): HotGroups {
  const groupLimit = groupOf.reduce((limit, group) => Math.max(limit, group + 1), 0);
  const complete = new Int32Array(Math.max(groupOf.length, idLimitOf(trees))).fill(groupOf[0]);
  complete.set(groupOf);
  return sums(trees, complete, groupLimit);
}

function idLimitOf(trees: readonly ExactTree[]): number {
  let idLimit = 0;
  for (const { length, method } of trees) {
    for (let node = 1; node < length; node++) if (method[node] >= idLimit) idLimit = method[node] + 1;
  }
  return idLimit;
}

function sums(trees: readonly ExactTree[], groupOf: Int32Array | null, groupLimit: number): HotGroups {
  const calls = new Float64Array(groupLimit);
  const selfNs = new Float64Array(groupLimit);
  const totalNs = new Float64Array(groupLimit);
  const errorNs = new Float64Array(groupLimit);
  const timed = new Uint8Array(groupLimit);
  const contexts = new Int32Array(groupLimit);
  const further = new Map(metricIds(trees).map((id) => [id, emptyColumn(groupLimit)]));
  for (const tree of trees) {
    const isOutermost = outermost(tree, groupOf, groupLimit);
    const { length, method, counted } = tree;
    for (let node = 1; node < length; node++) {
      const group = groupOf === null ? method[node] : groupOf[method[node]];
      calls[group] += tree.calls[node];
      selfNs[group] += tree.selfNs[node];
      errorNs[group] += errorTerm(tree, tree.errorNs[node]);
      timed[group] |= 1 - counted[node];
      contexts[group]++;
      if (isOutermost[node] === 1) totalNs[group] += tree.totalNs[node];
    }
    for (const [id, sum] of further) addMetric(tree, id, groupOf, isOutermost, sum);
  }
  // All are of one recording, so their errors are of one kind.
  const kind = errorKind(trees.at(0) ?? {});
  finishErrors(kind, errorNs);
  const groups: number[] = [];
  for (let group = 0; group < groupLimit; group++) if (contexts[group] > 0) groups.push(group);
  const pick = (column: Float64Array): Float64Array => Float64Array.from(groups, (group) => column[group]);
  return {
    ...kind,
    length: groups.length,
    group: Int32Array.from(groups),
    calls: pick(calls),
    selfNs: pick(selfNs),
    totalNs: pick(totalNs),
    errorNs: pick(errorNs),
    counted: Uint8Array.from(groups, (group) => 1 - timed[group]),
    contexts: Int32Array.from(groups, (group) => contexts[group]),
    ...mappedMetrics(further.size === 0 ? undefined : further, pick),
  };
}

function emptyColumn(length: number): MetricColumn {
  return { self: new Float64Array(length), total: new Float64Array(length) };
}

function addMetric(
  { length, method, metrics }: ExactTree,
  id: string,
  groupOf: Int32Array | null,
  isOutermost: Uint8Array,
  sum: MetricColumn,
): void {
  const column = metrics?.get(id);
  if (column === undefined) return;
  for (let node = 1; node < length; node++) {
    const group = groupOf === null ? method[node] : groupOf[method[node]];
    sum.self[group] += column.self[node];
    if (isOutermost[node] === 1) sum.total[group] += column.total[node];
  }
}
