import { tooLargeDump } from './damagedDump.ts';
import { BugError } from '../base/errors.ts';
import { CountingPass, IdsAreNumbers } from './countingPass.ts';
import { sizeText } from './dumpAccount.ts';
import type { HeapClass, HeapClasses } from './dumpClasses.ts';
import { USUAL_MEMORY_BYTES } from './dumpLimits.ts';
import { scanDump } from './dumpScanner.ts';
import type { DumpSource, ReadOptions } from './dumpSource.ts';
import type { ObjectIndex } from './objectIndex.ts';
import type { ObjectLayout } from './objectLayout.ts';
import { objectSizes, type ObjectSizes } from './objectSizes.ts';
import { ReferencePass } from './referencePass.ts';
import { RootTable, type HeapRoot } from './rootTable.ts';

/** Loaders that live as long as the JVM, so their classes do. */
const BUILT_IN_LOADERS = new Set([
  'jdk.internal.loader.ClassLoaders$AppClassLoader',
  'jdk.internal.loader.ClassLoaders$PlatformClassLoader',
  'jdk.internal.loader.ClassLoaders$BootClassLoader',
  'sun.misc.Launcher$AppClassLoader',
  'sun.misc.Launcher$ExtClassLoader',
]);

/** For what is refused beforehand: so many bytes with the dominators. Values and nulls are counted as references before they are read. */
const BYTES_OF_OBJECT = 60;
const BYTES_OF_REFERENCE = 4;

/**
 * The objects of a heap dump as a graph. Objects are numbers in the order of their addresses; columns, and no object for each of them.
 * `first` and `references` as ReferencePass has them: without what weak, soft and phantom references refer to.
 */
export interface HeapGraph {
  readonly objects: ObjectIndex;
  readonly classes: HeapClasses;
  readonly classOf: Int32Array;
  readonly first: Int32Array;
  readonly references: Int32Array;
  readonly referenceCount: number;
  readonly sizes: ObjectSizes;
  /** Objects that are roots, each once, first those of which a root lasts longer than a call of a method. */
  readonly roots: Int32Array;
  readonly lastingRoots: number;
  readonly idBytes: number;
  /** References to what is not in the dump, and objects that are in it twice. */
  readonly dangling: number;
  readonly repeated: number;
  /** Whether a loader is one of the JVM's own, by its class. */
  isBuiltInLoader(heapClass: HeapClass): boolean;
  /** O(roots). */
  rootsOf(object: number): HeapRoot[];
  /** Object of java.lang.Thread; -1: it is not there. */
  threadWithSerial(serial: number): number;
}

export interface GraphOptions extends ReadOptions {
  /** Null: as the objects lie in the heap, else as is usual. */
  readonly layout?: ObjectLayout | null;
}

/**
 * Reads a heap dump, in two passes.
 * @throws SluiceError 'io' for what is no dump, or damaged; 'memory' for one beyond options.memoryBytes or DUMP_LIMITS; 'busy' when cancelled
 */
export async function readHeapGraph(source: DumpSource, options: GraphOptions = {}): Promise<HeapGraph> {
  const { memoryBytes = USUAL_MEMORY_BYTES, layout = null } = options;
  const counting = await counted(source, memoryBytes, options);
  const classes = counting.finish();
  const { objects, mostReferences } = counting;
  const columns = objects.count * BYTES_OF_OBJECT + mostReferences * BYTES_OF_REFERENCE;
  const needs = columns + counting.account.takenBytes;
  if (needs > memoryBytes)
    throw tooLargeDump(
      `its ${objects.count} objects need about ${sizeText(needs)} of memory, and ${sizeText(memoryBytes)} are allowed`,
    );
  const isBuiltIn = (heapClass: HeapClass): boolean => isNeverLetGo(heapClass, counting, classes);
  const pass = new ReferencePass(objects, classes, mostReferences, isBuiltIn);
  await scanDump(source, pass, 'reading the references', options);
  const { idBytes } = pass.window;
  const sizes = objectSizes(objects, classes, pass.classOf, pass.lengths, idBytes, layout);
  const roots = new RootTable(counting, classes, objects, isBuiltIn);
  return {
    ...{ objects, classes, sizes, idBytes },
    ...{ classOf: pass.classOf, first: pass.first, references: pass.references },
    ...{ referenceCount: pass.referenceCount, dangling: pass.dangling, repeated: counting.repeated },
    ...{ roots: roots.objects, lastingRoots: roots.lasting },
    isBuiltInLoader: ({ name }) => BUILT_IN_LOADERS.has(name),
    rootsOf: (object) => roots.of(object),
    threadWithSerial: (serial) => roots.threadWithSerial(serial),
  };
}

/** The first reading; once more from the beginning where ids turn out to be numbers. */
async function counted(
  source: DumpSource,
  memoryBytes: number,
  options: GraphOptions,
): Promise<CountingPass> {
  for (const idsAre of ['addresses', 'numbers'] as const) {
    const counting = new CountingPass(memoryBytes, idsAre);
    try {
      await scanDump(source, counting, 'counting the objects', options);
      return counting;
    } catch (thrown) {
      if (!(thrown instanceof IdsAreNumbers)) throw thrown;
    }
  }
  throw new BugError('ids are neither addresses nor numbers');
}

/** Hidden classes go with their objects, whatever loader they have. */
function isNeverLetGo(heapClass: HeapClass, counting: CountingPass, classes: HeapClasses): boolean {
  if (heapClass.dump === null || heapClass.dump.loaderId === 0) return !/\/0x[0-9a-f]+$/.test(heapClass.name);
  const loader = counting.classOfLoader(classes, heapClass.dump.loaderId);
  return loader !== undefined && BUILT_IN_LOADERS.has(loader.name) && !/\/0x[0-9a-f]+$/.test(heapClass.name);
}
