import type { SiteOfClass } from '../../../shared/instrument/siteIds.ts';
import type { Clock } from '../../../shared/events/clock.ts';
import type { ClassId, MethodId, RegionId } from '../../../shared/base/ids.ts';
import type { RecordingTotals, RunningTotals } from '../../../shared/wire/runningTotals.ts';
import type { Calibration } from '../../../shared/cct/cctTable.ts';
import type { ObjectLayout } from '../../../shared/events/objectLayout.ts';
import type { RecordingMark } from '../../../shared/events/recordingMark.ts';
import type { RegionCalibration } from '../../../shared/recording/passSummary.ts';
import type { OnNote } from '../../../shared/messages/noteMessages.ts';
import type {
  AgentOptions,
  LoadedClass,
  LoadedLoader,
  LoadHook,
  NotRestored,
  ReflectedCall,
  PreparedClass,
  SwapResult,
} from '../../../shared/wire/controlMessage.ts';

/** Shallow, of one class. */
export interface ObjectSize {
  /** As Class.getName(). */
  readonly className: string;
  readonly bytes: number;
}

/** What swaps of classes have come to. */
export interface SwapAnswer {
  readonly batches: number;
  readonly elapsedNs: number;
  readonly results: readonly SwapResult[];
}

/** What is loaded. */
export interface ListedClasses {
  readonly loaders: readonly LoadedLoader[];
  readonly classes: readonly LoadedClass[];
  /** Names of all packages that the JDK's own image has, with what is not loaded yet. */
  readonly corePackages: readonly string[];
}

/**
 * The agent as the rest of the engine sees it: questions with answers, and what it reports unasked.
 * AgentConnection implements it over the socket; tests implement it in memory.
 * Every method rejects with SluiceError: 'target-gone' when the connection is over, 'agent' when the agent refused.
 */
export interface TargetAgent {
  readonly javaVersion: string;
  readonly vmName: string;
  readonly pid: number;
  readonly layout: ObjectLayout;
  listClasses(): Promise<ListedClasses>;
  /** The present bytes of loaded classes; classes whose bytes cannot be had are missing from the map. */
  classBytes(classIds: readonly ClassId[]): Promise<ReadonlyMap<ClassId, Uint8Array>>;
  /** The class file that the JVM's own loaders have for a class (a.b.C$D), loaded or not; null if there is none. */
  findClassFile(name: string): Promise<Uint8Array | null>;
  setLoadHook(hook: LoadHook): Promise<void>;
  /**
   * Swaps any number of classes, in batches of 200, or larger ones where thousands are loaded; during the call
   * `handlers.rewriteClass` is asked about what is not prepared.
   */
  retransform(classIds: readonly ClassId[], retryMs: number, batches?: SwapBatches): Promise<SwapAnswer>;
  /** The same back to what they were. */
  restore(classIds: readonly ClassId[], retryMs: number): Promise<readonly SwapResult[]>;
  markReady(methodIds: readonly MethodId[]): Promise<void>;
  /** @param numbers of ReflectedCalls */
  markReflected(numbers: readonly number[]): Promise<void>;
  startRecording(options: AgentOptions): Promise<void>;
  /** Resolves when all that was recorded before, and the mark, are in the event file. @param mark null: only that */
  markRecording(mark: RecordingMark | null): Promise<void>;
  stopRecording(): Promise<RecordingTotals>;
  calibrate(clock: Clock): Promise<Calibration>;
  /** Of the recording that runs; rejects where none does, or it is paused. */
  checkCalibration(): Promise<Calibration>;
  resumeStartup(): Promise<void>;
  detach(): Promise<{ readonly restoredClasses: number; readonly notRestored: readonly NotRestored[] }>;
  /** Who answers the agent's questions; set once, before the first command. */
  setHandlers(handlers: AgentHandlers): void;
}

/** What is done with each batch of a swap. */
export interface SwapBatches {
  /** While the batch before is swapped. */
  prepare(batch: readonly ClassId[]): Promise<readonly PreparedClass[]>;
  /** It has been swapped. Where this throws, the rest is not. */
  swapped(batch: readonly ClassId[], elapsedNs: number): void;
}

/** The agent as far as timing a code region needs it. */
export interface RegionAgent extends Pick<
  TargetAgent,
  'listClasses' | 'classBytes' | 'findClassFile' | 'setLoadHook' | 'retransform' | 'restore'
> {
  calibrateRegion(): Promise<RegionCalibration>;
  startRegion(): Promise<RegionId>;
  stopRegion(regionId: RegionId): Promise<{ readonly passes: number; readonly lostPasses: number }>;
}

export interface LoadingClass {
  readonly classId: ClassId;
  readonly loaderId: number;
  /** A thread of the program loads it that is not within a call subgraph: no first invocation will stop it there. */
  readonly outside: boolean;
  /** Of the JDK: what its image defines. Of a hidden class it is not known. */
  readonly isCore: boolean;
  /** As Class.getName(). */
  readonly name: string;
  readonly module: string;
  readonly bytes: Uint8Array;
  /** A thread waits for the answer; else the class is only made known and the answer is ignored. */
  readonly asked: boolean;
}

export interface AgentHandlers {
  /** The bytes to define instead; null = leave it as it is. An application thread waits: answer soon. */
  classLoading(loading: LoadingClass): Promise<Uint8Array | null> | Uint8Array | null;
  /**
   * Asked for each class of a retransform, within the call, of a restore where its code has probes all the same; and where somebody else
   * swaps a class, in a thread of theirs. null = leave it as it is (also: as it was).
   */
  rewriteClass(classId: ClassId, bytes: Uint8Array): Uint8Array | null;
  /** Classes that rewritten code makes objects of, and that the agent has not been asked about. */
  takeMade(): readonly string[];
  firstInvoked(methodIds: readonly MethodId[]): void;
  /** A thread waits for markReflected before it makes this call. */
  reflected(call: ReflectedCall): void;
  loaderSeen(loader: LoadedLoader): void;
  /** What the user should know. */
  note: OnNote;
  heartbeat(totals: RunningTotals): void;
  /** The class was to get probes, and has none: its loader does not hand on their class, to this class or any other. */
  loaderRefuses(classId: ClassId, loader: string): void;
  /** Somebody else has swapped the class, and nobody answered in time: its code is as without Sluice. */
  rewriteLost(classId: ClassId): void;
  /** The class was defined before classLoading answered: its code is as without Sluice. */
  loadLost(classId: ClassId): void;
  /** Methods that could get no probe were called where their calls should have been recorded; before each mark and each end of a recording. */
  witnessed(methodIds: readonly MethodId[]): void;
  /** What objects of classes take that allocation sites make; before each mark and each end of a recording. */
  objectSizes(sizes: readonly ObjectSize[], found: readonly SiteOfClass[]): void;
  /**
   * The JVM says that it is shutting down; its last events are on their way.
   * @param account of the recording that ends with it; null = the agent tells of none
   * @param runningHooks of the program, which it does not wait for any longer
   */
  ending(reason: string, account: RecordingTotals | null, runningHooks: number): void;
  /** The connection is over, expected or not; called once, last. */
  closed(cause: Error | null): void;
}
