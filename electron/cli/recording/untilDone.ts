import { setTimeout as delay } from 'node:timers/promises';
import type { NoteId } from '../../../shared/messages/noteMessages.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { progressLine } from '../terminal/progressLine.ts';
import type { Terminal } from '../terminal/terminal.ts';

const PROGRESS_INTERVAL_MS = 1_000;
/** With these a session ends by itself what it measures. */
const ENDS_EARLY: ReadonlySet<NoteId> = new Set<NoteId>([
  'memoryScarce',
  'treeOutgrewMemory',
  'readerFailed',
]);

/** What else can happen while the command line waits. */
export interface Meanwhile {
  /** Resolves when the end was asked for otherwise. */
  readonly stopped?: Promise<void>;
  /** Each second. */
  readonly onProgress?: () => void;
}

/**
 * Shows the progress of a session, and resolves at the end of the time, at Ctrl-C, when what is measured has ended by itself, or
 * when the session is over.
 * @param durationMs null: no such time
 */
export async function untilDone(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  durationMs: number | null,
  interrupt: AbortSignal,
  { stopped, onProgress }: Meanwhile = {},
): Promise<void> {
  const done = new AbortController();
  const { signal } = done;
  const progress = setInterval(() => {
    engine.status(sessionId).then((status) => terminal.progress(progressLine(status)), unheard);
    onProgress?.();
  }, PROGRESS_INTERVAL_MS);
  try {
    await Promise.race([
      engine.over(sessionId),
      stoppedEarly(engine, sessionId, signal),
      ...(stopped ? [stopped] : []),
      new Promise<void>((resolve) => {
        if (interrupt.aborted) resolve();
        interrupt.addEventListener('abort', () => resolve(), { once: true, signal });
      }),
      ...(durationMs === null ? [] : [delay(durationMs, undefined, { signal }).catch(() => {})]),
    ]);
  } finally {
    clearInterval(progress);
    done.abort();
    terminal.progress('');
  }
}

/** Resolves when a recording that has to end by itself is over. In between it is recorded again, when other roots are typed. */
function stoppedEarly(engine: EngineClient, sessionId: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isEnding = false;
    const unsubscribe = engine.subscribe((update) => {
      if (update.kind === 'note' && update.sessionId === sessionId) isEnding ||= ENDS_EARLY.has(update.id);
      if (update.kind !== 'status' || update.status.sessionId !== sessionId) return;
      if (isEnding && update.status.phase === 'attached') resolve();
    });
    signal.addEventListener('abort', unsubscribe, { once: true });
    // Asked after it was subscribed: it may be over already.
    engine.status(sessionId).then(({ phase }) => phase === 'attached' && resolve(), unheard);
  });
}

/** Of an engine that is gone: `over` tells it. */
function unheard(): void {}
