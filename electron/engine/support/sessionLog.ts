import type { EngineUpdate, SessionPhase, SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { loggedOptions } from '../../../shared/recording/options/chosenOptions.ts';
import type { SupportLog } from './supportLog.ts';

/** Writes what becomes of one session into the log, by its number in this process. */
export class SessionLog {
  readonly #log: SupportLog;
  readonly #session: number;
  #phase: SessionPhase | null = null;

  constructor(log: SupportLog, session: number) {
    this.#log = log;
    this.#session = session;
  }

  readonly learn = (update: EngineUpdate): void => {
    const session = this.#session;
    if (update.kind === 'note') this.#log.write({ event: 'told', session, note: update.id });
    if (update.kind !== 'status' || update.status.phase === this.#phase) return;
    const before = this.#phase;
    const { phase, target } = update.status;
    this.#phase = phase;
    const java = Number.parseInt(target.javaVersion, 10) || 0;
    this.#log.write({ event: 'phase', session, phase, java });
    if (phase === 'recording') this.#began(update.status);
    else if (before === 'recording' || before === 'stopping') this.#ended(update.status);
  };

  #began({ measurement: { request } }: SessionStatus): void {
    if (request === null) return;
    this.#log.write({
      event: 'recording',
      session: this.#session,
      roots: request.roots.length,
      ...loggedOptions(request),
    });
  }

  #ended(status: SessionStatus): void {
    if (status.phase === 'stopping') return;
    this.#log.write({
      event: 'recorded',
      session: this.#session,
      elapsedMs: status.measurement.elapsedMs,
      methods: status.instrumentation.methods,
      hotSwaps: status.counters.hotSwaps,
      produced: status.counters.events,
      dropped: status.droppedEvents,
      losses: status.losses.length,
      refusals: status.refusals.length,
    });
  }
}
