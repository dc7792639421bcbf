import type { Clock } from '../../shared/events/clock.ts';
import { NO_CALIBRATION, type Calibration } from '../../shared/cct/cctTable.ts';
import type { RootDurationTable } from '../../shared/cct/rootDurations.ts';
import type { LiveObjects } from '../../shared/cct/liveObjects.ts';
import { ContextCalibration } from '../../shared/cct/contextCalibration.ts';
import {
  ThreadTrees,
  unpairedEvents,
  type RecordingTotals,
  type ThreadTree,
} from '../../shared/cct/threadTrees.ts';
import { objectBytesBySite } from '../../shared/naming/allocationSite.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import type { ObjectLayout } from '../../shared/events/objectLayout.ts';
import { pooledDataSet, type PooledDataSet } from '../../shared/recording/dataSets/pooledDataSet.ts';
import { rootCallSets } from '../../shared/recording/sets/rootCallSets.ts';
import { BlockDecoder } from '../../shared/wire/blockDecoder.ts';
import type { OnProgram, TreeSource } from './treeSource.ts';

/** The event stream of one session on one side, its trees on the other. */
export class RecordingReader implements TreeSource {
  readonly grows = true;
  readonly baseline = null;
  readonly #trees = new ThreadTrees();
  readonly #decoder = new BlockDecoder(this.#trees);
  #calibration: Calibration = NO_CALIBRATION;
  #clock: Clock = 'nano';
  #bareNs: number | null = null;
  #context: ContextCalibration | null = null;

  get recording(): number {
    return this.#trees.results;
  }

  get calibration(): Calibration {
    return this.#context?.applied(this.#calibration) ?? this.#calibration;
  }

  get onProgram(): OnProgram | null {
    const context = this.#context;
    if (context === null) return null;
    return { step: (tree, isRoot) => context.step([tree], isRoot, this.#calibration) };
  }

  get clock(): Clock {
    return this.#clock;
  }

  get events(): number {
    return this.#trees.totals().events;
  }

  /** What is known of where objects are made. */
  learnSizes(methods: readonly MethodInfo[]): void {
    this.#trees.learnSizes(objectBytesBySite(methods));
  }

  get live(): LiveObjects | null {
    return this.#trees.live;
  }

  get layout(): ObjectLayout | null {
    return this.#trees.layout;
  }

  threadsInside(): number {
    return this.#trees.threadsInside();
  }

  get callsWithoutRoom(): number {
    return this.#trees.callsWithoutRoom;
  }

  rootDurations(): RootDurationTable | null {
    return this.#trees.rootDurations();
  }

  /** How long root calls have lasted so far, on their way to the page. Some milliseconds: 128 slots of time by 352 durations. */
  rootCallSets(): readonly PooledDataSet[] {
    const durations = this.rootDurations();
    return durations === null ? [] : rootCallSets(durations, this.#clock).map(pooledDataSet);
  }

  decideGroups(): void {
    this.#trees.decideGroups();
  }

  totals(): RecordingTotals {
    return this.#trees.totals();
  }

  get droppedEvents(): number {
    return this.#trees.totals().droppedEvents;
  }

  get unpairedEvents(): number {
    return unpairedEvents(this.#trees.totals());
  }

  /** @throws SluiceError 'protocol': the stream is no longer to be read */
  feed(chunk: Uint8Array): void {
    this.#decoder.feed(chunk);
  }

  /** @param bareNs what a call of the root took bare, in the mean; null: not known */
  calibrate(calibration: Calibration, clock: Clock, bareNs: number | null): void {
    this.#calibration = calibration;
    this.#clock = clock;
    if (bareNs === this.#bareNs) return;
    this.#bareNs = bareNs;
    this.#context = bareNs === null ? null : new ContextCalibration(bareNs);
  }

  trees(): readonly ThreadTree[] {
    return this.#trees.windows();
  }

  /** Copies, which never change. */
  snapshot(): readonly ThreadTree[] {
    return this.#trees.snapshot();
  }
}
