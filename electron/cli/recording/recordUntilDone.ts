import { setTimeout as delay } from 'node:timers/promises';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { BudgetKeeper } from './budgetKeeper.ts';
import type { CommandSource } from './commandSource.ts';
import type { Recorder } from './recorder.ts';
import { collectGarbage, takeSnapshots } from './recordedSnapshots.ts';
import type { RecordOptions } from './recordingOptions.ts';
import { explain, type Terminal } from '../terminal/terminal.ts';
import { TypedCommands } from './typedCommands.ts';
import { untilDone } from './untilDone.ts';
import { writeFileAtomically } from '../files/writeFileAtomically.ts';
import { formatTime } from '../../../shared/naming/formatNumbers.ts';
import { withStatus } from '../../../shared/ipc/statusTimeline.ts';
import { swapShareOf, warmUpState, warmUpText } from '../../../shared/recording/swapStall.ts';
import { EMPTY_TIMELINE } from '../../../shared/recording/timeline.ts';

/** What happens while it records. */
interface WhileRecording extends Pick<
  RecordOptions,
  'durationMs' | 'waitMs' | 'warmup' | 'maxOverhead' | 'snapshots' | 'file'
> {
  readonly recorder: Recorder;
  /** null: nobody can type. */
  readonly commands: CommandSource | null;
}

/**
 * Resolves when the recording is to end, or the session is over; obeys what is typed and keeps the budget meanwhile.
 * @returns false: it was interrupted while it waited for the first root call
 */
export async function recordUntilDone(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  interrupt: AbortSignal,
  { durationMs, waitMs, warmup, maxOverhead, snapshots, file, recorder, commands }: WhileRecording,
): Promise<boolean> {
  const { everyMs, collects } = snapshots;
  const collect = async (): Promise<void> =>
    collectGarbage(engine, terminal, (await engine.status(sessionId)).target.pid);
  const save = async (where: string, replaces: boolean): Promise<void> => {
    if (collects) await collect();
    await engine.flush(sessionId);
    const bytes = encodeSnapshot(recorder.snapshot(await engine.status(sessionId)));
    await writeFileAtomically(where, bytes, replaces);
  };
  const typed = new TypedCommands(engine, terminal, sessionId, {
    save: (where) => save(where, true),
    collect,
  });
  commands?.listen(typed.take);
  const budget =
    maxOverhead === null ? null : new BudgetKeeper(engine, terminal, sessionId, recorder, maxOverhead);
  const tell = (thrown: unknown): void => explain(terminal, thrown);
  const keep = (): void => void budget?.look().catch(tell);
  const done = new AbortController();
  const { signal } = done;
  let isWarm = warmup === null;
  /** Resolves when the time is up, which begins with the first root call of the results: under load a reset takes a while. */
  const timeIsUp = async (): Promise<void> => {
    if (warmup !== null) {
      if (warmup === 'auto') await warmUpUntilQuiet(engine, terminal, sessionId, signal);
      else await delay(warmup, undefined, { signal });
      isWarm = true;
      typed.take('reset');
      await typed.obeyed;
    }
    if (waitMs !== null && !(await firstRootCall(recorder, terminal, waitMs, signal))) return;
    if (everyMs !== null) {
      const source = {
        terminal,
        commands: typed,
        everyMs,
        file,
        save: (where: string) => save(where, false),
      };
      void takeSnapshots(source, signal).catch(tell);
    }
    await (durationMs === null ? typed.stopped : delay(durationMs, undefined, { signal }));
  };
  try {
    const ended = Promise.race([typed.stopped, timeIsUp().catch(() => {})]);
    await untilDone(engine, terminal, sessionId, null, interrupt, { stopped: ended, onProgress: keep });
    if (waitMs !== null && interrupt.aborted && !recorder.hasEvents) return false;
    if (!isWarm) terminal.talk('warning: it ended before the warm-up did: all of the recording is warm-up');
  } finally {
    done.abort();
    commands?.close();
  }
  // What is saved at the end is compared with snapshots: garbage is not live in it either.
  if (collects && (await engine.status(sessionId)).phase === 'recording') await collect().catch(tell);
  return true;
}

const CALL_LOOK_MS = 20;
/** Whoever waited for so long is told that it is over. */
const NOTABLE_WAIT_MS = 2_000;

/**
 * Waits until a root call is recorded: one that runs already is not, so the first one is recorded from its beginning.
 * @param limitMs how long; then it is said that none came
 * @returns whether one came
 * @throws the signal's reason
 */
async function firstRootCall(
  recorder: Recorder,
  terminal: Terminal,
  limitMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const beganMs = performance.now();
  while (!recorder.hasEvents) {
    if (performance.now() - beganMs >= limitMs) {
      terminal.talk(
        `warning: no root was called within ${formatTime(limitMs * 1e6)}: it ends (--wait sets how long it waits)`,
      );
      return false;
    }
    await delay(CALL_LOOK_MS, undefined, { signal });
  }
  const waitedMs = performance.now() - beganMs;
  if (waitedMs >= NOTABLE_WAIT_MS)
    terminal.talk(
      `the first root call came after ${formatTime(waitedMs * 1e6)}: the time counts from now on`,
    );
  return true;
}

const SWAP_LOOK_MS = 250;

/** Waits until methods have been swapped in, or a minute, and says what a reset leaves out then. */
async function warmUpUntilQuiet(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  terminal.talk('warming up: the results begin when no method has been swapped in for 2 s');
  let timeline = EMPTY_TIMELINE;
  for (;;) {
    const status = await engine.status(sessionId);
    timeline = withStatus(timeline, status);
    const { hotSwaps, pausedMs, events } = status.counters;
    if (warmUpState(timeline, hotSwaps, status.measurement.elapsedMs + pausedMs) !== 'warming')
      return terminal.talk(warmUpText(events, swapShareOf(timeline.samples)));
    await delay(SWAP_LOOK_MS, undefined, { signal });
  }
}
