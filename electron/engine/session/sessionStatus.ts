import type { SessionPhase, SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { formatCount, formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { lossTexts } from '../../../shared/recording/losses.ts';
import type { RecordedTarget } from '../../../shared/recording/snapshot.ts';
import type { AgentConnection } from '../agent/agentConnection.ts';
import { NOTHING_MEASURED } from '../../../shared/ipc/nothingMeasured.ts';
import { instrumentedText, type Measurement } from '../measurements/measurement.ts';
import type { ProgramCode } from '../source/programCode.ts';

export const ATTACHED_TEXT = 'attached; nothing is instrumented';

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
  readonly code: ProgramCode;
  readonly eventsUnread: boolean;
  readonly cutShort: boolean;
  readonly notes: readonly string[];
}

/** All that clients are told of a session: at each change, and four times a second. */
export function sessionStatus(facts: SessionFacts): SessionStatus {
  const { measurement, phase, eventsUnread, cutShort } = facts;
  const measured = measurement?.status() ?? NOTHING_MEASURED;
  const losses = lossTexts({ ...measurement?.losses, eventsUnread, cutShort });
  const { instrumentation } = measured;
  const instrumented = instrumentation.methods > 0 ? instrumentedText(instrumentation) : null;
  const stage = phase === 'preparing' ? (measurement?.stage ?? instrumented) : null;
  return {
    sessionId: facts.id,
    phase,
    text:
      phase === measurement?.phase ? measurement.text : `${facts.text}${stage === null ? '' : `: ${stage}`}`,
    target: targetOf(facts),
    ...measured,
    complete: losses.length === 0,
    losses,
    notes: [...facts.notes, ...measured.notes],
  };
}

function targetOf({ target, agent, code }: SessionFacts): RecordedTarget {
  const { pid, mainClass, commandLine, collector } = target;
  const { javaVersion, vmName, processors } = agent;
  return {
    ...{ pid, mainClass, javaVersion, vmName, commandLine },
    ...(processors > 0 ? { processors } : {}),
    ...(collector === '' ? {} : { collector }),
    ...code,
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
