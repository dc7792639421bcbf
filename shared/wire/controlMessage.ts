import type { Clock } from '../events/clock.ts';
import type { ClassId, LoaderId, MethodId, RegionId } from '../base/ids.ts';
import type { RecordingTotals, RunningTotals } from './runningTotals.ts';

/** What an agent may tell the user, by its number on the wire: ids of NOTE_MESSAGES. */
export const AGENT_NOTES = ['coreWaitsUnknown', 'coreWaitsOfTooMany', 'eventFileUnwritable'] as const;
export type AgentNoteId = (typeof AGENT_NOTES)[number];

/** The packets of the control connection as values; README.md section 1 draws their bytes. Twin: MessageType.java */
export const MESSAGE_TYPE = {
  hello: 1,
  challenge: 2,
  proof: 3,
  listClasses: 10,
  classes: 11,
  getClassBytes: 12,
  classBytes: 13,
  setLoadHook: 14,
  retransform: 15,
  retransformed: 16,
  markReady: 17,
  startRecording: 18,
  done: 19,
  stopRecording: 20,
  stopped: 21,
  calibrate: 22,
  calibration: 23,
  resumeStartup: 24,
  detach: 25,
  detached: 26,
  ping: 27,
  failed: 28,
  findClassFile: 29,
  classFile: 30,
  startRegion: 31,
  regionStarted: 32,
  stopRegion: 33,
  regionStopped: 34,
  calibrateRegion: 35,
  regionCalibration: 36,
  markReflected: 37,
  markRecording: 38,
  checkCalibration: 39,
  firstInvoked: 40,
  classLoading: 41,
  rewritten: 42,
  rewriteClass: 43,
  report: 44,
  ending: 45,
  loader: 46,
  heartbeat: 47,
  reflected: 48,
  loaderRefuses: 49,
} as const;

export type MessageKind = keyof typeof MESSAGE_TYPE;

export const CLASS_FLAG = { modifiable: 1, interface: 2, hidden: 4, initialized: 8 } as const;

export const SWAP_STATUS = {
  swapped: 0,
  refused: 1,
  notDefinedYet: 2,
  notModifiable: 3,
  loaderRefuses: 4,
} as const;

/** Wire numbers of the clocks that exist; the word is what users type and see. */
export const CLOCK = { none: 0, nano: 1, bursts: 2, ticker: 3, cpu: 4 } as const satisfies Record<
  Clock,
  number
>;

export interface LoadedLoader {
  readonly loaderId: LoaderId;
  /** Binary name of the loader's class, "" for the boot loader. */
  readonly className: string;
  readonly name: string;
}

export interface LoadedClass {
  readonly classId: ClassId;
  readonly loaderId: LoaderId;
  /** Bits of CLASS_FLAG. */
  readonly flags: number;
  /** As Class.getName(): a.b.C$D. */
  readonly name: string;
  /** "" for an unnamed module. */
  readonly module: string;
  readonly superId: ClassId | 0;
  readonly interfaceIds: readonly ClassId[];
}

export interface SwapResult {
  readonly classId: ClassId;
  /** One of SWAP_STATUS. */
  readonly status: number;
  readonly message: string;
}

/** What a thread is about to call by reflection, or of what it makes objects without a constructor. */
export interface ReflectedCall {
  /** Under which the agent knows it. */
  readonly number: number;
  readonly classId: ClassId;
  readonly isStatic: boolean;
  /** As in the class file: name or <init>. "": nothing is called, objects of the class are made. */
  readonly name: string;
  /** "": any constructor of the class, called by one of a hidden class below it. */
  readonly descriptor: string;
}

export type ControlMessage =
  | {
      readonly kind: 'hello';
      readonly version: number;
      readonly buildId: string;
      readonly pid: number;
      readonly nonce: Uint8Array;
    }
  | {
      readonly kind: 'challenge';
      readonly version: number;
      readonly nonce: Uint8Array;
      readonly proof: Uint8Array;
    }
  | {
      readonly kind: 'proof';
      readonly proof: Uint8Array;
      readonly javaVersion: string;
      readonly vmName: string;
      readonly startup: boolean;
    }
  | { readonly kind: 'listClasses' }
  | {
      readonly kind: 'classes';
      readonly loaders: readonly LoadedLoader[];
      readonly classes: readonly LoadedClass[];
    }
  | { readonly kind: 'getClassBytes'; readonly classIds: readonly ClassId[] }
  | {
      readonly kind: 'classBytes';
      readonly classes: readonly { readonly classId: ClassId; readonly bytes: Uint8Array }[];
    }
  | {
      readonly kind: 'setLoadHook';
      readonly on: boolean;
      readonly deadlineMs: number;
      readonly tellPrefixes: readonly string[];
      readonly askModules: readonly string[];
    }
  | {
      readonly kind: 'retransform';
      readonly classIds: readonly ClassId[];
      readonly retryMs: number;
      /** They become what they were, and the tool is not asked about each. */
      readonly restore: boolean;
    }
  | { readonly kind: 'retransformed'; readonly elapsedNs: number; readonly results: readonly SwapResult[] }
  | { readonly kind: 'markReady'; readonly methodIds: readonly MethodId[] }
  | { readonly kind: 'markReflected'; readonly numbers: readonly number[] }
  /** Of RECORDING_MARK; 0: none. */
  | { readonly kind: 'markRecording'; readonly mark: number }
  | {
      readonly kind: 'startRecording';
      readonly clock: Clock;
      readonly fullWaitMs: number;
      readonly firstWaitMs: number;
      readonly lazy: boolean;
      readonly coreWaits: boolean;
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'stopRecording' }
  | ({ readonly kind: 'stopped' } & RecordingTotals)
  | { readonly kind: 'calibrate'; readonly clock: Clock }
  | {
      readonly kind: 'calibration';
      readonly innerNs: number;
      readonly outerNs: number;
      readonly spreadNs: number;
      readonly countNs: number;
      readonly countSpreadNs: number;
      readonly pausedPairNs: number;
      readonly pausedSpreadNs: number;
      readonly starvedPairNs: number;
      readonly starvedSpreadNs: number;
      readonly stepNs: number;
    }
  | { readonly kind: 'checkCalibration' }
  | { readonly kind: 'resumeStartup' }
  | { readonly kind: 'detach' }
  | {
      readonly kind: 'detached';
      readonly restoredClasses: number;
      readonly notRestored: readonly SwapResult[];
    }
  | { readonly kind: 'ping' }
  | { readonly kind: 'failed'; readonly code: number; readonly message: string }
  | { readonly kind: 'findClassFile'; readonly name: string }
  | { readonly kind: 'classFile'; readonly bytes: Uint8Array }
  | { readonly kind: 'startRegion' }
  | { readonly kind: 'regionStarted'; readonly regionId: RegionId }
  | { readonly kind: 'stopRegion'; readonly regionId: RegionId }
  | { readonly kind: 'regionStopped'; readonly passes: number; readonly lostPasses: number }
  | { readonly kind: 'calibrateRegion' }
  | {
      readonly kind: 'regionCalibration';
      readonly emptyNs: number;
      readonly passNs: number;
      readonly spreadNs: number;
    }
  | { readonly kind: 'firstInvoked'; readonly methodIds: readonly MethodId[] }
  | ({ readonly kind: 'reflected' } & ReflectedCall)
  | {
      readonly kind: 'classLoading';
      readonly classId: ClassId;
      readonly loaderId: LoaderId;
      /** A thread of the program loads it that is not within a call subgraph. */
      readonly outside: boolean;
      readonly name: string;
      readonly module: string;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'rewritten'; readonly bytes: Uint8Array }
  | { readonly kind: 'rewriteClass'; readonly classId: ClassId; readonly bytes: Uint8Array }
  /** detail: what the note of that id tells beside its text, '' for nothing. */
  | { readonly kind: 'report'; readonly note: AgentNoteId; readonly detail: string }
  /** runningHooks: of the program, not waited for any longer. isTold: the totals are of the recording that ends with the JVM. */
  | ({
      readonly kind: 'ending';
      readonly reason: string;
      readonly runningHooks: number;
      readonly isTold: boolean;
    } & RecordingTotals)
  | { readonly kind: 'loader'; readonly loader: LoadedLoader }
  | { readonly kind: 'loaderRefuses'; readonly classId: ClassId; readonly loader: string }
  | ({ readonly kind: 'heartbeat'; readonly lanes: number } & RunningTotals);
