import { SluiceError } from '../../../shared/base/errors.ts';
import { javaType } from '../../../shared/classfile/descriptors.ts';
import type { ClassCounts } from '../../../shared/recording/sets/classHistogram.ts';
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
export async function classCounts(target: AttachTarget, live: boolean): Promise<ClassCounts> {
  const command = live ? 'GC.class_histogram' : 'GC.class_histogram -all';
  const list = await diagnose(target, command, LIST_LIMIT_BYTES, REPLY_MS);
  const counts = countsIn(list);
  if (counts.classes.length > 0) return counts;
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
export function countsIn(list: string): ClassCounts {
  const rows = [
    ...list.matchAll(
      /^ *\d+: +(\d+) +(\d+) {2}([^]*?)(?: \(([^()\s]+)\))?(?=\n *\d+: +\d+ +\d+ {2}|\nTotal +\d)/gm,
    ),
  ];
  return {
    classes: rows.map(([, , , name]) => classNameOf(name)),
    modules: rows.map((row) => moduleNameOf(row.at(4))),
    objects: rows.map(([, count]) => Number(count)),
    bytes: rows.map(([, , size]) => Number(size)),
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
