import type { HotMethods } from '../cct/hotMethods.ts';
import { hotMethods } from '../cct/hotMethods.ts';
import { exactTree } from '../cct/overhead.ts';
import type { CorrectedTree } from '../cct/overhead.ts';
import { MethodTable } from './methodTable.ts';
import type { RecordedThread, Snapshot } from './snapshot.ts';

/** A recording with the probes' cost taken out, as every report shows it. */
export interface RecordingResults {
  readonly threads: readonly (Omit<RecordedThread, 'table'> & { readonly tree: CorrectedTree })[];
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
    tree: exactTree(table, snapshot.calibration, snapshot.clock),
  }));
  return {
    threads,
    hot: hotMethods(threads.map(({ tree }) => tree)),
    methods: new MethodTable(snapshot.methods),
    totalNs: threads.reduce((sum, { tree }) => sum + tree.totalNs[0], 0),
    clampedNs: threads.reduce((sum, { tree }) => sum + tree.clampedNs, 0),
  };
}
