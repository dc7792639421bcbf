import { SluiceError } from '../../../shared/base/errors.ts';
import { javaType } from '../../../shared/classfile/descriptors.ts';
import type { DataSet } from '../../../shared/recording/dataSet.ts';
import { diagnose } from './attach.ts';
import type { AttachTarget } from './attachTarget.ts';

/** Some 100 bytes a class: 600,000 classes. */
const LIST_LIMIT_BYTES = 64 << 20;
/** The JVM stands still meanwhile, and collects garbage first: that takes seconds for each 10 GB. */
const REPLY_MS = 120_000;

/**
 * The objects in a JVM's heap by class, as the JVM itself counts them.
 * @param live after a full collection: only what is reachable; else also what waits to be collected
 * @throws SluiceError 'not-attachable' | 'attach-failed' | 'target-gone'
 */
export async function classHistogram(target: AttachTarget, live: boolean): Promise<DataSet> {
  const command = live ? 'GC.class_histogram' : 'GC.class_histogram -all';
  const list = await diagnose(target, command, LIST_LIMIT_BYTES, REPLY_MS);
  const set = histogramIn(list, live);
  if (set.rows > 0) return set;
  throw new SluiceError(
    'attach-failed',
    `The JVM ${target.pid} answered GC.class_histogram with no class: ${JSON.stringify(list.slice(0, 200))}.`,
    'It needs a HotSpot JVM whose diagnostic commands are not restricted.',
  );
}

/**
 * A row of the list (HotSpot memory/heapInspection.cpp): rank, objects, bytes, class, and the module if it has a name
 *
 *        1:         1234          56789  [Ljava.lang.String; (java.base@17.0.15)
 *
 * A class name may have blanks, parentheses and line ends in it: a row goes on until the next rank or the total.
 */
export function histogramIn(list: string, live: boolean): DataSet {
  const rows = [
    ...list.matchAll(
      /^ *\d+: +(\d+) +(\d+) {2}([^]*?)(?: \(([^()\s]+)\))?(?=\n *\d+: +\d+ +\d+ {2}|\nTotal +\d)/gm,
    ),
  ];
  const [objects, bytes] = live ? ['liveObjects', 'liveBytes'] : ['objects', 'bytes'];
  const [objectsTitle, bytesTitle] = live ? ['Live Objects', 'Live Bytes'] : ['Objects', 'Bytes'];
  return {
    id: 'histogram',
    title: live ? 'Live objects by class' : 'Objects by class, garbage too',
    rows: rows.length,
    texts: [
      { id: 'class', title: 'Class', texts: rows.map(([, , , name]) => classNameOf(name)) },
      { id: 'module', title: 'Module', texts: rows.map((row) => moduleNameOf(row.at(4))) },
    ],
    links: [],
    values: [
      {
        ...{ id: objects, title: objectsTitle, unit: 'count', isExact: false },
        values: Float64Array.from(rows, ([, count]) => Number(count)),
      },
      {
        ...{ id: bytes, title: bytesTitle, unit: 'bytes', isExact: false },
        values: Float64Array.from(rows, ([, , size]) => Number(size)),
      },
    ],
  };
}

/** `[[I` is int[][]. The slash of a hidden class stays: it is part of its name, a.B$$Lambda/0x00007f. */
function classNameOf(name: string): string {
  const dimensions = /^\[*/.exec(name)?.[0] ?? '';
  if (dimensions === '') return name;
  const element = name.slice(dimensions.length);
  const elementName = /^L[^]*;$/.test(element)
    ? element.slice(1, -1)
    : /^[BCDFIJSZ]$/.test(element)
      ? javaType(element)
      : element;
  return elementName + '[]'.repeat(dimensions.length);
}

/** Without its version: two JDKs are compared by it. */
function moduleNameOf(module = ''): string {
  return module.split('@')[0];
}
