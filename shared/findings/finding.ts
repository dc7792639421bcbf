import type { NameStyle } from '../naming/methodNames.ts';
import type { RecordingResults } from '../recording/recordingResults.ts';
import type { Snapshot } from '../recording/snapshot.ts';

/** Of the view that has the findings. */
export const FINDINGS_VIEW = 'findings';

/** What a recording says, as one sentence with the number that it stands on. */
export interface Finding {
  /** Ends with a full stop. */
  readonly text: string;
  /** The row that shows it: a method, a class, a cause. */
  readonly row: string;
  /** The view that has the row, as after --view. */
  readonly view: string;
  /** Of what the sentence compares with: 0 to 1; null: it is no share. */
  readonly share: number | null;
  /** How far the share may be off, to either side: 0: exact; null: not known, or no share. */
  readonly shareError: number | null;
  /** How often, where the sentence counts; else null. */
  readonly times: number | null;
}

/** What findings are looked for in. */
export interface FindingSource {
  readonly snapshot: Snapshot;
  readonly results: RecordingResults;
  /** Of methods in sentences. */
  readonly names: NameStyle;
  /** What it is compared with; null: it stands alone. */
  readonly before: Snapshot | null;
}

/** One thing that may stand out. Below its threshold it is usual, and nothing is said. */
export interface FindingRule {
  readonly id: string;
  /** Of the page that explains it (docs/findings.md). */
  readonly title: string;
  /** The least share or number of times that is told. */
  readonly threshold: number;
  /** Whether the recording has what it looks at. Looks at no rows. */
  readonly isOf: (snapshot: Snapshot, before: Snapshot | null) => boolean;
  readonly find: (source: FindingSource) => readonly Finding[];
}
