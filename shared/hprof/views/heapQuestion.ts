import { UsageError } from '../../base/errors.ts';
import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import type { HeapDump } from '../heapDump.ts';
import { leakHints } from './leakHints.ts';
import { duplicateStrings } from './duplicateStrings.ts';
import { emptyArrays } from './emptyArrays.ts';
import { madeObjects } from './madeObjects.ts';
import type { Makers } from '../makers.ts';
import { ALL_OBJECTS, type HeapSubject } from './heapSubject.ts';
import { heapHistogram } from './histogram.ts';
import { loaderRows } from './loaders.ts';
import { pathRows } from './paths.ts';
import { referenceRows } from './references.ts';
import { biggestObjects, dominatorRows } from './retainers.ts';

/** What can be asked of a dump, by the names that the command line has for it too. */
export const HEAP_VIEWS = [
  'histogram',
  'suspects',
  'made',
  'biggest',
  'dominators',
  'paths',
  'incoming',
  'outgoing',
  'strings',
  'arrays',
  'loaders',
] as const;
export type HeapViewName = (typeof HEAP_VIEWS)[number];

export interface HeapQuestion {
  readonly view: HeapViewName;
  readonly subject: HeapSubject;
  /** Rows at most, those that matter most. */
  readonly top: number;
  /** Of the tree of dominators. */
  readonly depth: number;
}

/** Views of some objects, which have to be named. */
const OF_OBJECTS: ReadonlySet<HeapViewName> = new Set(['paths', 'incoming', 'outgoing']);

export function needsSubject(view: HeapViewName): boolean {
  return OF_OBJECTS.has(view);
}

/** @throws SluiceError 'usage' where the dump has no such object */
export async function answerOf(
  dump: HeapDump,
  { view, subject, top, depth }: HeapQuestion,
): Promise<DataSet> {
  const isWanted = subject.kind === 'object' ? ALL_OBJECTS.isWanted : subject.isWanted;
  switch (view) {
    case 'histogram':
      return heapHistogram(dump, isWanted);
    case 'suspects':
      return leakHints(dump, top);
    case 'made':
      return madeObjects(
        dump,
        makersOf(dump),
        subject === ALL_OBJECTS ? null : objectsOf(dump, subject),
        top,
      );
    case 'biggest':
      return biggestObjects(dump, top, subject === ALL_OBJECTS ? null : isWanted);
    case 'dominators':
      return dominatorRows(dump, {
        ...{ most: top, depth },
        object: subject.kind === 'object' ? objectAt(dump, subject.address) : null,
      });
    case 'paths':
      return pathRows(dump, objectsOf(dump, subject), top);
    case 'incoming':
    case 'outgoing':
      return referenceRows(dump, view, objectsOf(dump, subject), top);
    case 'strings':
      return duplicateStrings(dump, top);
    case 'arrays':
      return emptyArrays(dump, top, isWanted);
    case 'loaders':
      return loaderRows(dump, top);
  }
}

function objectsOf(dump: HeapDump, subject: HeapSubject): Int32Array {
  if (subject.kind === 'object') return Int32Array.of(objectAt(dump, subject.address));
  if (subject.kind === 'made') return madeBy(dump, subject);
  const found = dump.objectsOf(subject.isWanted);
  if (found.length > 0) return found;
  // Of a class without objects there is still the class, with its statics.
  const classObjects = dump.graph.classes.all
    .filter(subject.isWanted)
    .map(({ id }) => dump.graph.objects.indexOfId(id))
    .filter((classObject) => classObject >= 0);
  if (classObjects.length > 0) return Int32Array.from(classObjects);
  throw new UsageError(
    `The dump has no object of ${subject.name}.`,
    'See the classes with the view histogram.',
  );
}

function madeBy(
  dump: HeapDump,
  { name, contexts, isWanted }: Extract<HeapSubject, { kind: 'made' }>,
): Int32Array {
  const found = makersOf(dump)
    .objectsOf(contexts)
    .filter((object) => isWanted(dump.classOf(object)));
  if (found.length > 0) return found;
  throw new UsageError(
    `No followed object of the dump was made by ${name}.`,
    'See what was with the view made.',
  );
}

/** @throws SluiceError 'usage' for a dump without a recording */
function makersOf({ makers }: HeapDump): Makers {
  if (makers !== null) return makers;
  throw new UsageError(
    'A heap dump alone does not tell who has made its objects.',
    'Name the recording that followed them while it was made: --recording FILE.sluice.',
  );
}

function objectAt(dump: HeapDump, address: number): number {
  const object = dump.graph.objects.indexOfId(address);
  if (object >= 0) return object;
  throw new UsageError(
    `The dump has no object at 0x${address.toString(16)}.`,
    "An object's address is what stands behind the @ of its name.",
  );
}
