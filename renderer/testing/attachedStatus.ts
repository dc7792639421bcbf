import type { JvmSummary, SessionStatus } from '../../shared/ipc/engineApi.ts';
import { NOTHING_COUNTED } from '../../shared/recording/timeline.ts';

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
    measurement: {
      ...{ request: null, calibration: null, bareRoot: null, region: null },
      ...{ startedAtMs: 0, elapsedMs: 0, paused: false, switches: [], calledOutside: [] },
    },
    instrumentation: { methods: 0, classes: 0, analysisMs: 0, switchedOff: { count: 0, names: [] } },
    counters: NOTHING_COUNTED,
    ...{ droppedEvents: 0, refusals: [], notes: [] },
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
