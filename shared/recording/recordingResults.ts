import { hotMethods, type HotMethods } from '../cct/hotMethods.ts';
import type { CorrectedTree } from '../cct/overhead.ts';
import { chosenTree, resultOf } from './chosenThreads.ts';
import { MethodTable } from '../naming/methodTable.ts';
import type { RecordedThread, Snapshot } from './snapshot.ts';

/** A recording with the probes' cost taken out, as every report shows it. */
export interface RecordingResults {
  readonly threads: readonly (Omit<RecordedThread, 'table'> & { readonly tree: CorrectedTree })[];
  /** All threads together, as chosenTree has them. */
  readonly all: CorrectedTree;
  readonly hot: HotMethods;
  readonly methods: MethodTable;
  /** All threads together: the base of percentages. */
  readonly totalNs: number;
  readonly clampedNs: number;
}

export function recordingResults(snapshot: Snapshot): RecordingResults {
  const threads = snapshot.threads.map(({ id, name, virtual, table }) => ({
    id,
    name,
    virtual,
    tree: resultOf(table, snapshot),
  }));
  const all = threads.length === 1 ? threads[0].tree : chosenTree(snapshot, 'all');
  return {
    threads,
    all,
    hot: hotMethods([all]),
    methods: new MethodTable(snapshot.methods),
    totalNs: all.totalNs[0],
    clampedNs: all.clampedNs,
  };
}
