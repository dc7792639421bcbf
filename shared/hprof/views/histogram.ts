import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import type { HeapDump } from '../heapDump.ts';
import { heapSet, type ClassFilter } from './heapView.ts';

/** Objects and bytes of each class in the dump, the most bytes first: the columns of a histogram that a JVM makes of its live objects. */
export function heapHistogram(dump: HeapDump, isWanted: ClassFilter): DataSet {
  const { classes, classOf, sizes } = dump.graph;
  const objects = new Float64Array(classes.all.length);
  const bytes = new Float64Array(classes.all.length);
  classOf.forEach((number, object) => {
    objects[number]++;
    bytes[number] += sizes.sizes[object] * 8;
  });
  const rows = classes.all
    .filter((each) => objects[each.number] > 0 && isWanted(each))
    .sort((a, b) => bytes[b.number] - bytes[a.number] || a.number - b.number)
    .map(({ name, number }) => ({ texts: [name], values: [objects[number], bytes[number]] }));
  const columns = {
    texts: [['class', 'Class']],
    values: [
      ['liveObjects', 'Live Objects', 'count'],
      ['liveBytes', 'Live Bytes', 'bytes'],
    ],
  } as const;
  return heapSet('histogram', 'Objects of the dump by class', columns, rows);
}
