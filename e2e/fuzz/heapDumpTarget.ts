import { dominatorTree, retainedBytes } from '../../shared/hprof/dominators.ts';
import { leakHints } from '../../shared/hprof/views/leakHints.ts';
import { HeapDump } from '../../shared/hprof/heapDump.ts';
import { duplicateStrings } from '../../shared/hprof/views/duplicateStrings.ts';
import { emptyArrays } from '../../shared/hprof/views/emptyArrays.ts';
import { heapHistogram } from '../../shared/hprof/views/histogram.ts';
import { loaderRows } from '../../shared/hprof/views/loaders.ts';
import { pathRows } from '../../shared/hprof/views/paths.ts';
import { referenceRows } from '../../shared/hprof/views/references.ts';
import { biggestObjects, dominatorRows } from '../../shared/hprof/views/retainers.ts';
import { BugError } from '../../shared/base/errors.ts';
import { pictureDump, sourceOf } from '../../shared/testing/pictureDump.ts';

const PICTURE = `
  class app.Main -> list
  root local variable request
  root thread request
  list -> s1 s2 - s1
  s1:app.Session -> key1 s2
  s2:app.Session -> key2 s1
  key1 = same
  key2 = same
  request:app.Request -> s1
`;
/** Far more than the seeds need, far less than a dump may ask for. */
const MEMORY_BYTES = 64 << 20;

export function heapDumpSeeds(): Uint8Array[] {
  return [{}, { version: '1.0.1' }, { idBytes: 4 }].map((options) => pictureDump(PICTURE, options).bytes);
}

/** A dump that is read can be shown in every view, and what its roots reach is as much as the heap retains. */
export async function decodeHeapDump(bytes: Uint8Array): Promise<void> {
  const dump = await HeapDump.read(sourceOf(bytes, 100), { memoryBytes: MEMORY_BYTES });
  const all = (): boolean => true;
  const objects = dump.objectsOf(all);
  heapHistogram(dump, all);
  await biggestObjects(dump, 5, null);
  await dominatorRows(dump, { most: 5, depth: 3, object: null });
  await pathRows(dump, objects, 5);
  await referenceRows(dump, 'incoming', objects, 5);
  await referenceRows(dump, 'outgoing', objects.subarray(0, 1), 5);
  await duplicateStrings(dump, 5);
  await emptyArrays(dump, 5, all);
  await loaderRows(dump, 5);
  await leakHints(dump, 5);
  const tree = await dominatorTree({ ...dump.graph, count: dump.count });
  const reached = tree.objectAt.subarray(1).reduce((sum, object) => sum + dump.bytesOf(object), 0);
  if (retainedBytes(tree, dump.graph.sizes.sizes)[0] !== reached)
    throw new BugError('the heap retains other than what its roots reach');
}
