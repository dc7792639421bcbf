import type { JvmSummary, SessionStatus } from '../../shared/ipc/engineApi.ts';
import { NOTHING_MEASURED } from '../../shared/ipc/nothingMeasured.ts';

/** Some of a status, and of its parts. */
export type StatusChange = {
  readonly [Part in keyof SessionStatus]?: Part extends
    'target' | 'measurement' | 'instrumentation' | 'counters'
    ? Partial<SessionStatus[Part]>
    : SessionStatus[Part];
};

/** What a session says of itself before anything is recorded. */
export function attachedStatus(
  { pid, mainClass, javaVersion, vmName, commandLine }: JvmSummary,
  change: StatusChange = {},
): SessionStatus {
  const attached: SessionStatus = {
    sessionId: 'fake',
    phase: 'attached',
    text: 'attached; nothing is instrumented',
    target: { pid, mainClass, javaVersion, vmName, commandLine, processors: 2, collector: 'G1' },
    ...NOTHING_MEASURED,
    complete: true,
    losses: [],
  };
  return changedStatus(attached, change);
}

export function changedStatus(status: SessionStatus, change: StatusChange): SessionStatus {
  return {
    ...{ ...status, ...change },
    target: { ...status.target, ...change.target },
    measurement: { ...status.measurement, ...change.measurement },
    instrumentation: { ...status.instrumentation, ...change.instrumentation },
    counters: { ...status.counters, ...change.counters },
  };
}
