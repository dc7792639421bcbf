import type { SessionPhase, SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { formatCount, formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { lossTexts } from '../../../shared/recording/losses.ts';
import type { AgentConnection } from '../agent/agentConnection.ts';
import { instrumentedText, type MeasuredStatus, type Measurement } from '../measurements/measurement.ts';

export const ATTACHED_TEXT = 'attached; nothing is instrumented';

const NOTHING_MEASURED: MeasuredStatus = {
  request: null,
  calibration: null,
  bareRoot: null,
  region: null,
  startedAtMs: 0,
  elapsedMs: 0,
  paused: false,
  pausedMs: 0,
  instrumentedMethods: 0,
  instrumentedClasses: 0,
  hotSwaps: 0,
  swapMs: 0,
  analysisMs: 0,
  switches: [],
  switchedOff: { count: 0, names: [] },
  producedEvents: 0,
  droppedEvents: 0,
  waitedMs: 0,
  coreWaitMs: 0,
  classLoads: 0,
  classLoadMs: 0,
  calledOutside: [],
  compilingMs: 0,
  refusals: [],
  notes: [],
};

export interface SessionTarget {
  readonly pid: number;
  readonly mainClass: string;
  readonly commandLine: string;
  /** G1, Serial, Parallel, ZGC, Shenandoah; "": the JVM keeps no performance data. */
  readonly collector: string;
}

/** What a status is made of. */
export interface SessionFacts {
  readonly id: string;
  readonly target: SessionTarget;
  readonly agent: Pick<AgentConnection, 'javaVersion' | 'vmName' | 'processors'>;
  readonly phase: SessionPhase;
  /** What is being done, or why the session is over. */
  readonly text: string;
  /** The present or last one; null before the first. */
  readonly measurement: Measurement | null;
  readonly ownPackages: readonly string[];
  readonly eventsUnread: boolean;
  readonly cutShort: boolean;
  readonly notes: readonly string[];
}

/** All that clients are told of a session: at each change, and four times a second. */
export function sessionStatus(facts: SessionFacts): SessionStatus {
  const { measurement, phase, agent, eventsUnread, cutShort } = facts;
  const measured = { ...NOTHING_MEASURED, ...measurement?.status() };
  const losses = lossTexts({ ...measurement?.losses, eventsUnread, cutShort });
  const instrumented = measured.instrumentedMethods > 0 ? instrumentedText(measured) : null;
  const stage = phase === 'preparing' ? (measurement?.stage ?? instrumented) : null;
  return {
    sessionId: facts.id,
    phase,
    text:
      phase === measurement?.phase ? measurement.text : `${facts.text}${stage === null ? '' : `: ${stage}`}`,
    ...facts.target,
    javaVersion: agent.javaVersion,
    vmName: agent.vmName,
    processors: agent.processors,
    ownPackages: facts.ownPackages,
    ...measured,
    complete: losses.length === 0,
    losses,
    notes: [...facts.notes, ...measured.notes],
  };
}

/**
 * How a session says that it is over.
 * @param restored classes that had probes until then; 0: they were taken out before
 * @param refused classes that have them still: notes name them
 */
export function detachedText(restored: number, refused: number): string {
  const but =
    refused === 0 ? '' : `, but for ${formatCountOf(refused, 'class', 'classes')} that the notes name`;
  if (restored === 1) return `detached; 1 class is as it was${but}`;
  return `detached; ${restored === 0 ? 'all' : formatCount(restored)} classes are as they were${but}`;
}

/** The same where nobody asked the agent to leave. @param explained by a note */
export function agentLeftText(explained: boolean): string {
  const why = explained
    ? 'the notes say why'
    : 'it leaves when it has not heard Sluice for 10 seconds, or when the program leaves it no memory';
  return `the agent has left the JVM, which runs on as it was before; ${why}`;
}
