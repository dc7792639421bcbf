import type { TimeSource } from '../../shared/events/clock.ts';
import type { ThreadId } from '../../shared/base/ids.ts';
import type { Calibration } from '../../shared/cct/cctTable.ts';
import type { ThreadTree } from '../../shared/cct/threadTrees.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import type { Baseline, TreeSource } from './treeSource.ts';

/** The trees of a recording file, handed out without a copy. They change only where it goes on, or other numbers of it are shown. */
export class OpenedRecording implements TreeSource {
  readonly grows = false;
  readonly recording = 1;
  readonly onProgram = null;
  readonly events = 0;
  readonly unpairedEvents = 0;
  readonly baseline: Baseline | null;
  #snapshot: Snapshot;
  #trees: readonly ThreadTree[] = [];

  constructor(snapshot: Snapshot, baseline: Baseline | null = null) {
    this.baseline = baseline;
    this.#snapshot = snapshot;
    this.show(snapshot.threads);
  }

  get calibration(): Calibration {
    return this.#snapshot.calibration;
  }

  get clock(): TimeSource {
    return this.#snapshot.clock;
  }

  get droppedEvents(): number {
    return this.#snapshot.droppedEvents;
  }

  /** The same with more in it, as of a sampling that goes on: more contexts stand behind those that there are. */
  goOn(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    this.show(snapshot.threads);
  }

  /** Other numbers of the same contexts, as of a range of time. */
  show(threads: Snapshot['threads']): void {
    this.#trees = threads
      .filter(({ table }) => table.length > 1)
      .map(({ id, ...thread }) => ({ ...thread, threadId: id as ThreadId }));
  }

  trees(): readonly ThreadTree[] {
    return this.#trees;
  }
}
