import type { TimeSource } from '../../shared/events/clock.ts';
import type { Calibration, ExactTree } from '../../shared/cct/cctTable.ts';
import type { ThreadTree } from '../../shared/cct/threadTrees.ts';

/** Where the trees of a worker come from: an event stream that goes on (RecordingReader), or a file (OpenedRecording). */
export interface TreeSource {
  /** Counts recordings and resets: nodes of different ones have nothing to do with each other. */
  readonly recording: number;
  readonly calibration: Calibration;
  /** Calibrates on the program, as the tree grows; null: the root was not timed bare, or nothing grows. */
  readonly onProgram: OnProgram | null;
  readonly clock: TimeSource;
  /** Entries and exits read; 0 of a file, which does not tell. */
  readonly events: number;
  readonly droppedEvents: number;
  /** 0 of a file, whose losses have them. */
  readonly unpairedEvents: number;
  /** Whether later trees differ. */
  readonly grows: boolean;
  /**
   * One tree per thread, as of now. A later call may give longer trees and more of them; within one recording their
   * first nodes keep their index. Columns are no copies: their numbers, never their nodes, may change when more is read.
   */
  trees(): readonly ThreadTree[];
  /** What this recording is compared with; null: nothing. */
  readonly baseline: Baseline | null;
}

/** How the calibration on the program goes on: ContextCalibration. */
export interface OnProgram {
  /** @param tree of all threads, by the calibration of now. @returns whether that is another one now */
  step(tree: ExactTree, isRoot: (method: number) => boolean): boolean;
}

/** A recording that another one is compared with. Neither changes. Threads of one name have one id in both. */
export interface Baseline {
  readonly source: TreeSource;
  /** MethodId of its trees -> MethodId of views */
  readonly ids: Int32Array;
  /** The same of what is compared with it. */
  readonly comparedIds: Int32Array;
  /** By how many the numbers of each side are divided, on all threads alike: a of this one, b of what is compared with it. */
  readonly units: ComparedUnits;
}

/** They change when the user compares per something else. */
export interface ComparedUnits {
  a: number;
  b: number;
}
