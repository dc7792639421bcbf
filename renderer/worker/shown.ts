import type { StreamPosition } from '../../shared/ipc/streamPosition.ts';
import type { BudgetWatch } from './budgetWatch.ts';
import type { NamedPictures } from './namedPictures.ts';
import type { OpenedComparison } from './openedComparison.ts';
import type { OpenedFile } from './openedFile.ts';
import type { RecordingReader } from './recordingReader.ts';
import type { ResultsHost } from './resultsHost.ts';

/** What is shown, and all that belongs to it: whatever is opened next takes the place of the whole. */
export type Shown = ShownStream | OpenedFile | ShownComparison;

export interface ShownStream {
  readonly kind: 'stream';
  readonly host: ResultsHost;
  readonly reader: RecordingReader;
  readonly pictures: NamedPictures;
  readonly position: StreamPosition;
  readonly reading: AbortController;
  lastBytesMs: number;
  budget: BudgetWatch | null;
}

interface ShownComparison {
  readonly kind: 'comparison';
  readonly host: ResultsHost;
  readonly comparison: OpenedComparison;
}
