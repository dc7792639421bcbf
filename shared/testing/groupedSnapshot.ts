import { ThreadTrees } from '../cct/threadTrees.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { eventScript } from './eventScript.ts';
import { exampleSnapshot } from './exampleSnapshot.ts';

/** As exampleSnapshot, with root calls that last longer than the limit in trees of their own; 0: all in one tree per thread. */
export function groupedSnapshot(
  script: string,
  slowCallsNs: number,
  ...rest: Parameters<typeof exampleSnapshot> extends [string, ...infer Rest] ? Rest : never
): Snapshot {
  const trees = new ThreadTrees();
  trees.recordingStart(null, false, slowCallsNs);
  eventScript(script).play(trees);
  const threads = trees.snapshot().map(({ threadId: id, ...thread }) => ({ id, ...thread }));
  return { ...exampleSnapshot(script, ...rest), threads };
}
