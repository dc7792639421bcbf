import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import type { HeapDump } from '../heapDump.ts';
import { heapSet } from './heapView.ts';
import { pathTexts } from './paths.ts';

/** Class loaders of the program, what goes with each, and what keeps it: of several of one application, all but one should be gone. */
export async function loaderRows(dump: HeapDump, most: number): Promise<DataSet> {
  const { graph } = dump;
  const objectsOf = new Float64Array(graph.classes.all.length);
  graph.classOf.forEach((number) => objectsOf[number]++);
  const loaders = new Map<number, { classes: number; objects: number }>();
  for (const { dump: classDump, number } of graph.classes.all) {
    const loader =
      classDump === null || classDump.loaderId === 0 ? -1 : graph.objects.indexOfId(classDump.loaderId);
    if (loader < 0 || graph.isBuiltInLoader(dump.classOf(loader))) continue;
    const found = loaders.get(loader) ?? { classes: 0, objects: 0 };
    loaders.set(loader, { classes: found.classes + 1, objects: found.objects + objectsOf[number] });
  }
  const { tree, bytes } = await dump.retained();
  const retained = (loader: number): number => (tree.placeOf[loader] === 0 ? 0 : bytes[tree.placeOf[loader]]);
  const shown = [...loaders.keys()].sort((a, b) => retained(b) - retained(a) || a - b).slice(0, most);
  const paths = await pathTexts(dump, shown);
  const rows = shown.map((loader, i) => {
    const { classes, objects } = loaders.get(loader) ?? { classes: 0, objects: 0 };
    return {
      texts: [dump.nameOf(loader), paths[i] || 'nothing but weak references, or the JVM itself'],
      values: [retained(loader), classes, objects],
    };
  });
  const columns = {
    texts: [
      ['loader', 'Loader'],
      ['path', 'Kept By'],
    ],
    values: [
      ['retainedBytes', 'Retained', 'bytes'],
      ['classes', 'Classes', 'count'],
      ['objects', 'Objects', 'count'],
    ],
  } as const;
  return heapSet('loaders', 'Class loaders of the program that stay', columns, rows);
}
