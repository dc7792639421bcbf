import type { ThreadId } from '../../shared/base/ids.ts';
import type { Calibration, ExactTree } from '../../shared/cct/cctTable.ts';
import type { ClockChoice } from '../../shared/ipc/engineApi.ts';

/**
 * What the page and the CCT worker say to each other. The worker reads the event stream of one session, builds one
 * tree per thread, and hands over one of them, or all merged, as columns that change owner without being copied.
 */
export type ThreadChoice = ThreadId | 'all';

export type ToCctWorker =
  /** Begin to read the stream at `url`. Whatever was read before is forgotten. */
  | { readonly kind: 'open'; readonly url: string }
  /** How the times of the recording are to be corrected; sent before its first events, or any time later. */
  | { readonly kind: 'calibrate'; readonly calibration: Calibration; readonly clock: ClockChoice }
  | { readonly kind: 'choose'; readonly thread: ThreadChoice }
  /** Forget what was counted and go on counting from here. */
  | { readonly kind: 'reset' }
  /** The page needed `costMs` to show the last snapshot. */
  | { readonly kind: 'shown'; readonly costMs: number }
  /** Answer with `flushed` once the stream has been silent for a moment (or after half a second) and all is handed over. */
  | { readonly kind: 'flush'; readonly id: number };

export type FromCctWorker =
  | { readonly kind: 'snapshot'; readonly snapshot: TreeSnapshot }
  | { readonly kind: 'flushed'; readonly id: number }
  /** The stream broke or could not be understood; what was shown stays true. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly remedy: string };

export interface ThreadSummary {
  readonly id: ThreadId;
  readonly name: string;
  readonly virtual: boolean;
}

/** One moment of the recording. Every number belongs to the same moment. */
export interface TreeSnapshot {
  /** Counts recordings and resets of this stream: node indices of different generations mean different nodes. */
  readonly generation: number;
  readonly thread: ThreadChoice;
  /** Node indices never change within a generation and a thread choice: later snapshots only append. */
  readonly tree: ExactTree;
  readonly threads: readonly ThreadSummary[];
  /** Events read in this generation. */
  readonly events: number;
  readonly droppedEvents: number;
  readonly eventsPerSecond: number;
  /** Different methods in the tree. */
  readonly calledMethods: number;
  /** What taking this snapshot cost the worker, ms. */
  readonly costMs: number;
}
