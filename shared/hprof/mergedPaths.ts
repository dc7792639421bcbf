import type { HeapDump } from './heapDump.ts';
import { NOT_REACHED, type ShortestPaths } from './shortestPaths.ts';

/** A step that the paths of many objects have in common: objects of one class behind the same steps. */
export interface MergedStep {
  /** Step before it; -1: it is a root. */
  readonly above: number;
  /** One of its objects, and the object that refers to it; -1: a root. */
  readonly object: number;
  readonly holder: number;
  /** Objects in it. */
  readonly objects: number;
  /** Wanted objects that it leads to, and their bytes. */
  readonly wanted: number;
  readonly wantedBytes: number;
  /** Objects of the class lead to each other: links of a list, nodes of a tree. They are one step. */
  readonly isRepeated: boolean;
}

interface GrowingStep {
  above: number;
  object: number;
  holder: number;
  classNumber: number;
  objects: number;
  wanted: number;
  wantedBytes: number;
  isRepeated: boolean;
}

/**
 * The shortest paths from roots to objects as one tree, by class:
 *
 *     Main > ArrayList > Object[] > Session 1         class Main
 *     Main > ArrayList > Object[] > Session 2           ArrayList
 *                                                         Object[]
 *                                                           Session, 2 objects
 *
 * A step comes before those below it. O(objects).
 */
export function mergedPaths(
  dump: HeapDump,
  { order, before }: ShortestPaths,
  wanted: Int32Array,
): MergedStep[] {
  const { graph } = dump;
  const counts = new Uint32Array(dump.count);
  const bytes = new Float64Array(dump.count);
  for (const object of wanted) {
    if (before[object] === NOT_REACHED) continue;
    counts[object] = 1;
    bytes[object] = dump.bytesOf(object);
  }
  for (let at = order.length - 1; at >= 0; at--) {
    const holder = before[order[at]];
    if (holder < 0) continue;
    counts[holder] += counts[order[at]];
    bytes[holder] += bytes[order[at]];
  }
  const steps: GrowingStep[] = [];
  const stepOf = new Int32Array(dump.count).fill(-1);
  const known = new Map<string, number>();
  const classObjects = graph.classes.javaLangClass.number;
  for (const object of order) {
    if (counts[object] === 0) continue;
    const holder = before[object];
    const above = holder < 0 ? -1 : stepOf[holder];
    const classNumber = graph.classOf[object];
    if (above >= 0 && classNumber !== classObjects && steps[above].classNumber === classNumber) {
      stepOf[object] = above; // what it leads to is counted by the first of them already
      steps[above].objects++;
      steps[above].isRepeated = true;
      continue;
    }
    // Each class is a step of its own.
    const key = classNumber === classObjects ? `${above} ${object}` : `${above}:${classNumber}`;
    let step = known.get(key);
    if (step === undefined) {
      step = steps.length;
      known.set(key, step);
      steps.push({
        above,
        object,
        holder,
        classNumber,
        objects: 0,
        wanted: 0,
        wantedBytes: 0,
        isRepeated: false,
      });
    }
    stepOf[object] = step;
    steps[step].objects++;
    steps[step].wanted += counts[object];
    steps[step].wantedBytes += bytes[object];
  }
  return steps;
}
