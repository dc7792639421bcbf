import type { InstrumentationStatus, MeasuredStatus } from '../../../shared/ipc/engineApi.ts';
import type { SluiceError } from '../../../shared/base/errors.ts';
import type { MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { RecordingMark } from '../../../shared/events/recordingMark.ts';
import type { RecordedFacts } from '../../../shared/ipc/recordedFacts.ts';
import type { OnNote } from '../../../shared/messages/noteMessages.ts';
import type { Losses } from '../../../shared/recording/losses.ts';
import type { MethodSwitch } from '../../../shared/recording/methodSwitch.ts';
import { formatCount, formatCountOf, formatTime } from '../../../shared/naming/formatNumbers.ts';
import type { RecordingTotals, RunningTotals } from '../../../shared/wire/runningTotals.ts';
import type { AgentHandlers, RegionAgent, TargetAgent } from '../agent/targetAgent.ts';
import type { EventOutlet } from '../events/eventOutlet.ts';
import type { EventPump } from '../events/eventPump.ts';
import type { InstrumentationStats, Instrumenter } from '../revelation/instrumenter.ts';

/** What of a session its measurements work with. */
export interface MeasurementParts {
  /** Of the target, here. */
  readonly pid: number;
  readonly agent: TargetAgent & RegionAgent;
  readonly instrumenter: Instrumenter;
  readonly pump: EventPump;
  readonly outlet: EventOutlet;
  readonly onNote: OnNote;
  /** A recording has ended, and this was found beside its events. */
  readonly onRecorded: (facts: RecordedFacts) => void;
  /** The event file cannot be read any more. */
  readonly onStreamFailed: (error: SluiceError) => void;
  /** It must end soon to be saved. @param what runs out, in a clause */
  readonly onMemoryScarce: (what: string) => void;
}

/** Tells what is being done now, in a clause. */
export type TellStep = (text: string) => void;

/**
 * What a session measures, once: how it begins and ends, and its numbers. They stay when it is over; the next measurement is another
 * object. A new kind is a folder here and a line in session/measurementKinds.ts.
 */
export interface Measurement {
  /** Of the session while it runs. */
  readonly phase: 'recording' | 'timing';
  /** What it is, in a sentence on its end: "the recording". */
  readonly noun: string;
  /** One line that says what is happening while it runs. */
  readonly text: string;
  /** The parts of what is being prepared, as far as they can be counted: see progressText; null: none. */
  readonly stage?: string | null;
  /** Its results have taken the place of those before. */
  readonly hasBegun: boolean;
  /** Its last events are out of the target, or the agent has told them. */
  readonly isWhole: boolean;
  /** Who rewrites classes now. */
  readonly rewriter: Pick<AgentHandlers, 'classLoading' | 'rewriteClass' | 'loaderRefuses' | 'rewriteLost'>;
  /** null: it can only be stopped. */
  readonly adjustable: Adjustable | null;
  /** What it knows to be missing. */
  readonly losses: Partial<Losses>;
  status(): MeasuredStatus;
  /** Resolves when it runs. When it rejects, call `end` and takeBack. */
  start(tell: TellStep): Promise<void>;
  /** Gives up a start that is under way: it rejects before its next step. */
  cancel(): void;
  /** A start that lets the roots run first ends that. */
  recordNow?(): void;
  /** A start that failed leaves the target as it was. */
  takeBack(): Promise<void>;
  /** The next bytes of the event file. Resolves when they may be overwritten. */
  take(bytes: Uint8Array): Promise<void> | void;
  /** It was heard of the agent how far it is. */
  heartbeat?(totals: RunningTotals): void;
  /** The JVM ends, and the measurement with it. @param account null: the agent could not tell in time */
  jvmEnds(account: RecordingTotals | null, runningHooks: number): void;
  /** Resolves when its last event has been taken and its probes are out. */
  stop(tell: TellStep): Promise<void>;
  /** Nothing is measured from now on: its length stays. */
  end(): void;
  /** The agent is gone, and what it has left in the event file was taken. */
  abandon?(): void;
}

/** A measurement that can be changed while it runs; see EngineApi. */
export interface Adjustable extends Record<RecordingMark, () => Promise<void>> {
  switchMethods(patterns: readonly MethodPattern[], on: boolean): Promise<readonly MethodSwitch[]>;
  flush(): Promise<void>;
}

/** "reading 8 100 of 20 252 classes", "probes into 2 300 of 5 100 methods, swaps took 0.4 s so far"; null: nothing of the kind is under way. */
export function progressText({
  progress: { reading, awaitedMethods },
  instrumentedMethods,
  swapMs,
}: Pick<InstrumentationStats, 'progress' | 'instrumentedMethods' | 'swapMs'>): string | null {
  if (reading !== null)
    return `reading ${formatCount(reading.classes)} of ${formatCountOf(reading.of, 'class', 'classes')}`;
  if (awaitedMethods === 0) return null;
  const done = formatCount(instrumentedMethods - awaitedMethods);
  const swaps = swapMs > 0 ? `, swaps took ${formatTime(swapMs * 1e6)} so far` : '';
  return `probes into ${done} of ${formatCountOf(instrumentedMethods, 'method')}${swaps}`;
}

export function instrumentedText({
  methods,
  classes,
  switchedOff,
}: Omit<InstrumentationStatus, 'analysisMs'>): string {
  const off = switchedOff.count > 0 ? `; switched off: ${formatCount(switchedOff.count)}` : '';
  return `${formatCountOf(methods, 'method')}, ${formatCountOf(classes, 'class', 'classes')}${off}`;
}
