import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { encodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import type { EngineClient } from '../../shared/ipc/engineClient.ts';
import { askExtent } from './askExtent.ts';
import { attachTarget } from './attachTarget.ts';
import { BudgetKeeper } from './budgetKeeper.ts';
import { openCommandSource, type CommandSource } from './commandSource.ts';
import type { CommandContext } from './commandContext.ts';
import { exitCodeOfSignal } from '../engine/process/exitCodeText.ts';
import { EXIT, exitCodeOfInterrupt } from './exitCode.ts';
import { firstRootCall } from './firstRootCall.ts';
import { finish, NOT_SAVED, savingWhatCame } from './finishRecording.ts';
import { addLeakHints, checkHeapDumpOption, dumpBeforeEnd } from './heapOfRecording.ts';
import { Recorder } from './recorder.ts';
import { checkSnapshotPlace, collectGarbage, takeSnapshots } from './recordedSnapshots.ts';
import { withMeantRoots } from './meantRoots.ts';
import {
  isSchemeTyped,
  recordOptions,
  withRecordOptions,
  type RecordFlags,
  type RecordOptions,
} from './recordingOptions.ts';
import { startOrGiveUp } from './startOrGiveUp.ts';
import { warmUpUntilQuiet } from './warmUpUntilQuiet.ts';
import { explain, type Terminal } from './terminal.ts';
import { TYPED_WORDS, TypedCommands } from './typedCommands.ts';
import { untilDone } from './untilDone.ts';
import { withOwnCode } from './withOwnCode.ts';
import { checkPlace, writeFileAtomically } from './writeFileAtomically.ts';

export function addRecordCommand(program: Command, context: CommandContext): void {
  withRecordOptions(program.command('record'), 'lazy', true)
    .description('attach to a running JVM, record one call subgraph, save it, detach')
    .argument('<target>', 'pid, or a part of the main class or jar')
    .option(
      '--heap-dump <file>',
      'at the end the JVM dumps its heap there, FILE.hprof; with --live the recording tells what holds the objects that stay',
    )
    .option('--wait-for-roots', 'roots of classes that are not loaded yet are waited for, not refused')
    .action(async (target: string, flags: RecordFlags & { readonly heapDump?: string }, command: Command) => {
      const { terminal } = context;
      const { heapDump = null } = flags;
      const options = { ...recordOptions(flags), schemeIsTyped: isSchemeTyped(command) };
      if (heapDump !== null) await checkHeapDumpOption(heapDump, options.request);
      const commands = options.commands === null ? typedLines(terminal) : openCommandSource(options.commands);
      try {
        context.exitCode = await recordCommand(context, target, options, commands, heapDump);
      } finally {
        commands.close();
      }
    });
}

/**
 * `sluice record`: attaches, records one call subgraph, saves, detaches.
 * Ctrl-C: before the recording it is given up, during the recording it is its end; twice: see `finish`.
 * @param heapDump null: none is made
 * @returns exit code
 */
async function recordCommand(
  context: CommandContext,
  target: string,
  options: RecordOptions & { readonly schemeIsTyped: boolean },
  commands: CommandSource,
  heapDump: string | null,
): Promise<number> {
  const { engine, terminal, interrupts } = context;
  const interrupt = interrupts.endingInOrder(NOT_SAVED);
  await checkPlace(options.file);
  if (options.snapshots.everyMs !== null) checkSnapshotPlace(options.file);
  const { sessionId } = await attachTarget(engine, terminal, target);
  if (interrupt.aborted) return exitCodeOfInterrupt(interrupt);

  const recorder = new Recorder(sessionId);
  const unsubscribe = engine.subscribe(recorder.learn);
  try {
    engine.setReader(sessionId, recorder.take);
    const asked = await askExtent(engine, terminal, sessionId, options.request, interrupt);
    if (asked === null) {
      terminal.talk('given up: nothing was recorded, and no class was changed');
      return await leave(engine, sessionId, interrupt);
    }
    const request = await withOwnCode(engine, terminal, sessionId, asked, options.schemeIsTyped);
    const hasStarted = await startOrGiveUp(engine, terminal, sessionId, interrupt, () =>
      options.waitForRoots
        ? engine.start(sessionId, request, true)
        : withMeantRoots(engine, terminal, sessionId, request.roots, (roots) =>
            engine.start(sessionId, { ...request, roots }),
          ),
    );
    if (!hasStarted) return await leave(engine, sessionId, interrupt);
    terminal.talk(
      options.durationMs === null
        ? 'recording; Ctrl-C stops it and saves'
        : `recording for ${options.durationMs / 1000} s from the first root call on; Ctrl-C stops earlier and saves`,
    );
    return await savingWhatCame(terminal, recorder, options.file, async () => {
      const meanwhile = { ...options, commands, recorder };
      if (!(await recordUntilDone(engine, terminal, sessionId, interrupt, meanwhile))) {
        terminal.talk('given up before a root was called: nothing is saved');
        return leave(engine, sessionId, interrupt);
      }
      const hasDump = heapDump !== null && (await dumpBeforeEnd(context, sessionId, heapDump));
      const hurry = interrupts.savingInHurry();
      const exitCode = await finish(engine, terminal, sessionId, recorder, options.file, hurry);
      if (hasDump) await addLeakHints(terminal, options.file, heapDump);
      return heapDump !== null && !hasDump && exitCode === EXIT.good ? EXIT.failed : exitCode;
    });
  } finally {
    unsubscribe();
  }
}

/** Without a recording, as a signal or the person asked. @returns exit code */
async function leave(engine: EngineClient, sessionId: string, interrupt: AbortSignal): Promise<number> {
  await engine.detach(sessionId);
  return interrupt.aborted ? exitCodeOfInterrupt(interrupt) : exitCodeOfSignal('SIGINT');
}

/** What a person types in the terminal, if one sits there. */
function typedLines(terminal: Terminal): CommandSource {
  let end: (() => void) | null = null;
  return {
    listen(onLine) {
      end = terminal.readLines(onLine);
      if (end !== null) terminal.talk(TYPED_WORDS);
    },
    close: () => end?.(),
  };
}

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
    collectGarbage(engine, terminal, (await engine.status(sessionId)).pid);
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
