import type { DataSet } from '../dataSets/dataSet.ts';
import { columnsOf } from '../dataSets/rowColumns.ts';

/** The objects of a heap by class, as columns: place -> class, module, objects, bytes. JSON can carry it. */
export interface ClassCounts {
  readonly classes: readonly string[];
  /** '' of a class without one. */
  readonly modules: readonly string[];
  readonly objects: readonly number[];
  readonly bytes: readonly number[];
}

/** @param live counted after a collection: only what is reachable */
export function classHistogramSet({ classes, modules, objects, bytes }: ClassCounts, live: boolean): DataSet {
  const [objectsId, bytesId] = live ? ['liveObjects', 'liveBytes'] : ['objects', 'bytes'];
  const [objectsTitle, bytesTitle] = live ? ['Live Objects', 'Live Bytes'] : ['Objects', 'Bytes'];
  return {
    id: 'histogram',
    title: live ? 'Live objects by class' : 'Objects by class, garbage too',
    ...columnsOf(classes, {
      texts: [
        ['class', 'Class', (name) => name],
        ['module', 'Module', (_, at) => modules[at]],
      ],
      values: [
        [objectsId, objectsTitle, 'count', (_, at) => objects[at]],
        [bytesId, bytesTitle, 'bytes', (_, at) => bytes[at]],
      ],
    }),
  };
}
