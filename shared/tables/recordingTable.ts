import type { NameStyle } from '../naming/methodNames.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import type { RecordingResults } from '../recording/recordingResults.ts';
import type { Snapshot } from '../recording/snapshot.ts';

/** What a table is made of. */
export interface TabledRecording {
  readonly snapshot: Snapshot;
  /** The same, its groups of root calls still with trees of their own. */
  readonly apart: Snapshot;
  readonly results: RecordingResults;
  /** Of methods. */
  readonly names: NameStyle;
  /** At most so many rows of what can be summed up; null: all. What cannot is cut by whoever shows it. */
  readonly top: number | null;
  /** What it is compared with; null: it stands alone. */
  readonly before: Snapshot | null;
}

/**
 * A view that is a table: rows × metrics of a whole recording, made when it is shown. It stands in a file of its own with one
 * line in recordingTables.ts. The window, the texts, JSON, CSV, comparisons and gates show it as they show a data set.
 */
export interface RecordingTable {
  /** Of --view, in JSON, and of its tab. No call tree's view has it. */
  readonly id: string;
  readonly title: string;
  /** In the help of --view. */
  readonly shows: string;
  /** Whether the recording tells anything of it: only then the window has a tab for it. */
  readonly isOf: (snapshot: Snapshot) => boolean;
  /** Made of the call trees alone: it is of some root calls where the trees are. Else it is there for all root calls only. */
  readonly isOfTrees: boolean;
  readonly rowsOf: (recording: TabledRecording) => Omit<DataSet, 'id' | 'title'>;
  /** Of the text alone: lines before and behind the table. */
  readonly above?: (recording: TabledRecording) => Iterable<string>;
  readonly below?: (recording: TabledRecording) => Iterable<string>;
  /** What a text shows in place of all these; null: nothing else. */
  readonly drawn?: (recording: TabledRecording) => Iterable<string> | null;
}
