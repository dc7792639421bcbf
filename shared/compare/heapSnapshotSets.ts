import type { DataSet, TextColumn, ValueColumn } from '../recording/dataSets/dataSet.ts';
import { linksNamed, valuesNamed, withRows } from '../recording/dataSets/dataSetParts.ts';
import { columnsOf, valueLike } from '../recording/dataSets/rowColumns.ts';
import { LEAST_SNAPSHOTS, risingClasses, type HeapSnapshot } from './risingClasses.ts';

export const SNAPSHOTS_SET = 'snapshots';
export const HISTOGRAMS_SET = 'histograms';

/**
 * Snapshots of a heap as a recording has them:
 *
 *     snapshots     a row each: when, objects, bytes, pause
 *     histograms    a row for each class of each of them; the link names its row of snapshots
 *     histogram     the last of them by itself, to be compared with another heap
 *     suspects      what rises, from three of them on
 */
export function heapSnapshotSets(snapshots: readonly HeapSnapshot[]): DataSet[] {
  const last = snapshots.at(-1);
  if (last === undefined) return [];
  const rises = snapshots.length >= LEAST_SNAPSHOTS ? [risingClasses(snapshots)] : [];
  return [snapshotRows(snapshots), ...rises, last.set, histogramRows(snapshots)];
}

export function totalsOf({ set }: HeapSnapshot): { readonly objects: number; readonly bytes: number } {
  const [objects, bytes] = set.values.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  return { objects, bytes };
}

function snapshotRows(snapshots: readonly HeapSnapshot[]): DataSet {
  const [objects, bytes] = snapshots[0].set.values;
  return {
    id: SNAPSHOTS_SET,
    title: 'Snapshots of the heap',
    ...columnsOf(snapshots, {
      texts: [['snapshot', 'Snapshot', (_, at) => String(at + 1)]],
      values: [
        ['since', 'Since the First', 'ns', ({ sinceMs }) => sinceMs * 1e6],
        valueLike(objects, (snapshot) => totalsOf(snapshot).objects),
        valueLike(bytes, (snapshot) => totalsOf(snapshot).bytes),
        ['pause', 'Pause', 'ns', ({ pauseMs }) => pauseMs * 1e6],
      ],
    }),
  };
}

function histogramRows(snapshots: readonly HeapSnapshot[]): DataSet {
  const [{ set: first }] = snapshots;
  const text = ({ id, title }: TextColumn, i: number): TextColumn => ({
    ...{ id, title },
    texts: snapshots.flatMap(({ set }) => [...set.texts[i].texts]),
  });
  const rows = snapshots.reduce((sum, { set }) => sum + set.rows, 0);
  const values = first.values.map((column, i): ValueColumn => {
    const all = new Float64Array(rows);
    let at = 0;
    for (const { set } of snapshots) {
      all.set(set.values[i].values, at);
      at += set.rows;
    }
    return { ...column, values: all };
  });
  const snapshotOf = snapshots.flatMap(({ set }, i) => Array.from({ length: set.rows }, () => i));
  return {
    id: HISTOGRAMS_SET,
    title: 'Objects by class in each snapshot',
    rows,
    texts: first.texts.map(text),
    links: [{ id: 'snapshot', title: `Row of ${SNAPSHOTS_SET}`, rows: Int32Array.from(snapshotOf) }],
    values,
  };
}

/** The snapshots that a recording has; none where it has none, or they are not of this form. */
export function heapSnapshotsIn(dataSets: readonly DataSet[]): readonly HeapSnapshot[] {
  const heads = dataSets.find(({ id }) => id === SNAPSHOTS_SET);
  const all = dataSets.find(({ id }) => id === HISTOGRAMS_SET);
  const snapshotOf = linksNamed(all, 'snapshot');
  const [since, pause] = ['since', 'pause'].map((id) => valuesNamed(heads, id));
  if (!heads || !all || !snapshotOf || !since || !pause || all.values.length < 2) return [];
  const rowsOf: number[][] = Array.from({ length: heads.rows }, () => []);
  snapshotOf.forEach((snapshot, row) => rowsOf[snapshot]?.push(row)); // -1: of none
  const last = dataSets.find(({ id }) => id === 'histogram');
  return rowsOf.map((rows, i) => ({
    ...{ sinceMs: since[i] / 1e6, pauseMs: pause[i] / 1e6 },
    set: { ...withRows(all, rows), ...{ id: 'histogram', title: last?.title ?? all.title, links: [] } },
  }));
}
