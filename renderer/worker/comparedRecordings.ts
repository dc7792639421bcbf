import { jointMethods } from '../../shared/model/jointMethods.ts';
import type { MethodTable } from '../../shared/model/methodTable.ts';
import type { RecordedThread, Snapshot } from '../../shared/model/snapshot.ts';
import { OpenedRecording } from './openedRecording.ts';
import type { TreeSource } from './treeSource.ts';

/** Two recordings as one source: B, with A as its baseline, and the names of the methods of both. */
export interface ComparedRecordings {
  readonly source: TreeSource;
  readonly methods: MethodTable;
}

/** @param a before @param b after */
export function comparedRecordings(a: Snapshot, b: Snapshot): ComparedRecordings {
  const { methods, idsA, idsB } = jointMethods(a.methods, b.methods);
  const ids = new Map<string, number>();
  // Java numbers threads anew in each run: what two runs have in common is the name.
  const named = (thread: RecordedThread): RecordedThread => {
    const key = `${thread.virtual} ${thread.name}`;
    const id = ids.get(key) ?? ids.size + 1;
    ids.set(key, id);
    return { ...thread, id };
  };
  const source = new OpenedRecording({ ...a, threads: a.threads.map(named) });
  return {
    source: new OpenedRecording(
      { ...b, threads: b.threads.map(named) },
      { source, ids: idsA, comparedIds: idsB },
    ),
    methods,
  };
}
