import { setTimeout as delay } from 'node:timers/promises';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { BudgetKeeper } from './budgetKeeper.ts';
import type { CommandSource } from './commandSource.ts';
import { firstRootCall } from './firstRootCall.ts';
import type { Recorder } from './recorder.ts';
import { collectGarbage, takeSnapshots } from './recordedSnapshots.ts';
import type { RecordOptions } from './recordingOptions.ts';
import { explain, type Terminal } from '../terminal/terminal.ts';
import { TypedCommands } from './typedCommands.ts';
import { untilDone } from './untilDone.ts';
import { warmUpUntilQuiet } from './warmUpUntilQuiet.ts';
import { writeFileAtomically } from '../files/writeFileAtomically.ts';

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
