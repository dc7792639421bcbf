import type { SessionPhase, SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { formatCount, formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { lossTexts } from '../../../shared/recording/losses.ts';
import { NOTHING_RECORDED } from '../../../shared/wire/runningTotals.ts';
import type { AgentConnection } from '../agent/agentConnection.ts';
import type { InstrumentationStats } from '../revelation/instrumenter.ts';
import type { Recording } from '../measurements/callTree/recording.ts';
import type { RegionTiming } from '../measurements/region/regionTiming.ts';

export const ATTACHED_TEXT = 'attached; nothing is instrumented';
/** More of them say nothing new, and a status is sent four times a second. */
const MAX_REFUSALS = 1_000;

export interface SessionTarget {
  readonly pid: number;
  readonly mainClass: string;
  readonly commandLine: string;
}

/** What a status is made of. */
export interface SessionFacts {
  readonly id: string;
  readonly target: SessionTarget;
  readonly agent: Pick<AgentConnection, 'javaVersion' | 'vmName'>;
  readonly phase: SessionPhase;
  /** What is being done, or why the session is over. */
  readonly text: string;
  /** The present or last one; null where none was, or a region was timed since. */
  readonly recording: Recording | null;
  readonly timing: RegionTiming;
  /** What is instrumented now; a recording that is over has kept its own. */
  readonly stats: InstrumentationStats;
  readonly eventsUnread: boolean;
  readonly cutShort: boolean;
  readonly notes: readonly string[];
}

/** All that clients are told of a session: at each change, and four times a second. */
export function sessionStatus(facts: SessionFacts): SessionStatus {
  const { recording, timing, agent, notes } = facts;
  const { refusals, callsMayBeMissing, methodsLeftAlone, ...instrumented } = recording?.stats ?? facts.stats;
  const totals = recording?.totals ?? NOTHING_RECORDED;
  const waits = recording?.waits ?? NOTHING_RECORDED;
  const { producedEvents, droppedEvents, firstWaitTimeouts, loadTimeouts, refusedLanes } = totals;
  const losses = lossTexts({
    droppedEvents,
    unaccountedEvents: recording?.unaccountedEvents ?? 0,
    firstWaitTimeouts,
    loadTimeouts,
    refusedLanes,
    hooksRunning: recording?.hooksRunning ?? 0,
    methodsLeftAlone,
    swapsFailed: callsMayBeMissing,
    eventsUnread: facts.eventsUnread,
    cutShort: facts.cutShort,
  });
  return {
    sessionId: facts.id,
    phase: facts.phase,
    text: textOf(facts, instrumented),
    ...facts.target,
    javaVersion: agent.javaVersion,
    vmName: agent.vmName,
    request: recording?.request ?? null,
    calibration: recording?.calibration ?? null,
    bareRoot: timing.bareRoot,
    region: timing.status(),
    startedAtMs: recording?.startedAtMs ?? 0,
    elapsedMs: Math.round(recording?.elapsedMs ?? timing.elapsedMs),
    paused: recording?.isPaused ?? false,
    pausedMs: Math.round(recording?.pausedMs ?? 0),
    ...instrumented,
    switches: recording?.switches ?? [],
    producedEvents,
    droppedEvents,
    waitedMs: Math.round(waits.waitedNs / 1e6),
    coreWaitMs: Math.round(waits.coreWaitNs / 1e6),
    classLoads: waits.classLoads,
    classLoadMs: Math.round(waits.classLoadNs / 1e6),
    compilingMs: Math.round(recording?.compilingMs ?? 0),
    complete: losses.length === 0,
    losses,
    refusals: refusals.slice(-MAX_REFUSALS),
    notes: recording?.driftText ? [...notes, recording.driftText] : notes,
  };
}

function textOf(
  { phase, text, recording, timing }: SessionFacts,
  {
    instrumentedMethods,
    instrumentedClasses,
    switchedOff,
  }: Pick<InstrumentationStats, 'instrumentedMethods' | 'instrumentedClasses' | 'switchedOff'>,
): string {
  const methods = `${formatCountOf(instrumentedMethods, 'method')}, ${formatCountOf(instrumentedClasses, 'class', 'classes')}`;
  if (phase === 'recording') {
    const off = switchedOff.count > 0 ? `; switched off: ${formatCount(switchedOff.count)}` : '';
    return `${recording?.isPaused ? 'paused' : 'recording'}; instrumented: ${methods}${off}`;
  }
  if (phase === 'timing' && timing.text) return timing.text;
  return phase === 'preparing' && instrumentedMethods > 0 ? `${text}: ${methods}` : text;
}

/** How a session says that it is over. @param restored classes that had probes until then; 0: they were taken out before */
export function detachedText(restored: number): string {
  if (restored === 1) return 'detached; 1 class is as it was';
  return `detached; ${restored === 0 ? 'all' : formatCount(restored)} classes are as they were`;
}

/** The same where nobody asked the agent to leave. @param explained by a note */
export function agentLeftText(explained: boolean): string {
  const why = explained
    ? 'the notes say why'
    : 'it leaves when it has not heard Sluice for 10 seconds, or when the program leaves it no memory';
  return `the agent has left the JVM, which runs on as it was before; ${why}`;
}
