import type { TimeSource } from '../../shared/events/clock.ts';
import type { ThreadId } from '../../shared/base/ids.ts';
import type { Calibration } from '../../shared/cct/cctTable.ts';
import type { ThreadTree } from '../../shared/cct/threadTrees.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import type { Baseline, TreeSource } from './treeSource.ts';

/** The trees of a recording file, handed out without a copy. They change only when other ones of the same contexts are shown. */
export class OpenedRecording implements TreeSource {
  readonly grows = false;
  readonly recording = 1;
  readonly calibration: Calibration;
  readonly clock: TimeSource;
  readonly onProgram = null;
  readonly events = 0;
  readonly unpairedEvents = 0;
  readonly droppedEvents: number;
  readonly baseline: Baseline | null;
  #trees: readonly ThreadTree[] = [];

  constructor({ calibration, clock, droppedEvents, threads }: Snapshot, baseline: Baseline | null = null) {
    this.baseline = baseline;
    this.calibration = calibration;
    this.clock = clock;
    this.droppedEvents = droppedEvents;
    this.show(threads);
  }

  /** Other numbers of the same contexts, as of a range of time, or more contexts behind them, as of a sampling that goes on. */
  show(threads: Snapshot['threads']): void {
    this.#trees = threads
      .filter(({ table }) => table.length > 1)
      .map(({ id, ...thread }) => ({ ...thread, threadId: id as ThreadId }));
  }

  trees(): readonly ThreadTree[] {
    return this.#trees;
  }
}
