import type { ThreadId } from '../../shared/base/ids.ts';
import { jointMethods } from '../../shared/compare/jointMethods.ts';
import type { MethodTable } from '../../shared/naming/methodTable.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { threadPairs } from '../../shared/compare/threadPairs.ts';
import { OpenedRecording } from './openedRecording.ts';
import type { ComparedUnits, TreeSource } from './treeSource.ts';

/** Two recordings as one source: B, with A as its baseline, and the names of the methods of both. */
export interface ComparedRecordings {
  readonly source: TreeSource;
  readonly methods: MethodTable;
}

/** @param a before @param b after */
export function comparedRecordings(
  a: Snapshot,
  b: Snapshot,
  units: ComparedUnits = { a: 1, b: 1 },
): ComparedRecordings {
  const { methods, idsA, idsB } = jointMethods(a.methods, b.methods);
  const pairs = threadPairs(a.threads, b.threads);
  /** With the ids of pairs, counted from 1, in place of their own. */
  const paired = (snapshot: Snapshot, side: 'idsA' | 'idsB'): Snapshot => {
    const pairOf = new Map(pairs.flatMap((pair, i) => pair[side].map((id) => [id, i + 1])));
    const threads = snapshot.threads.map((thread) => ({ ...thread, id: pairOf.get(thread.id) as ThreadId }));
    return { ...snapshot, threads };
  };
  const source = new OpenedRecording(paired(a, 'idsA'));
  const after = paired(b, 'idsB');
  return { source: new OpenedRecording(after, { source, ids: idsA, comparedIds: idsB, units }), methods };
}
