import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { SluiceError } from '../../shared/base/errors.ts';
import type { SessionStatus } from '../../shared/ipc/engineApi.ts';
import { formatCountOf } from '../../shared/naming/formatNumbers.ts';
import { lossTexts } from '../../shared/recording/losses.ts';
import { encodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import type { EngineClient } from '../../shared/ipc/engineClient.ts';
import { attachTarget } from './attachTarget.ts';
import { BudgetKeeper } from './budgetKeeper.ts';
import { openCommandSource, type CommandSource } from './commandSource.ts';
import type { CommandContext } from './commandContext.ts';
import { EXIT } from './exitCode.ts';
import { Recorder } from './recorder.ts';
import { withMeantRoots } from './meantRoots.ts';
import {
  recordOptions,
  withRecordOptions,
  type RecordFlags,
  type RecordOptions,
} from './recordingOptions.ts';
import { swapWarning } from './swapWarning.ts';
import type { Interrupts } from './interrupts.ts';
import { warmUpUntilQuiet } from './warmUpUntilQuiet.ts';
import { explain, type Terminal } from './terminal.ts';
import { TYPED_WORDS, TypedCommands } from './typedCommands.ts';
import { untilDone } from './untilDone.ts';
import { checkPlace, writeFileAtomically } from './writeFileAtomically.ts';

/** Of a second Ctrl-C before there is anything to save, or a third. */
export const NOT_SAVED =
  'Asked again to end: nothing was saved. The program has its classes restored by itself.';

export function addRecordCommand(program: Command, context: CommandContext): void {
  withRecordOptions(program.command('record'), 'lazy', true)
    .description('attach to a running JVM, record one call subgraph, save it, detach')
    .argument('<target>', 'pid, or a part of the main class or jar')
    .option('--wait-for-roots', 'roots of classes that are not loaded yet are waited for, not refused')
    .action(async (target: string, flags: RecordFlags) => {
      const { engine, terminal, interrupts } = context;
      const options = recordOptions(flags);
      const commands = options.commands === null ? typedLines(terminal) : openCommandSource(options.commands);
      try {
        context.exitCode = await recordCommand(engine, terminal, target, options, interrupts, commands);
      } finally {
        commands.close();
      }
    });
}

/**
 * `sluice record`: attaches, records one call subgraph, saves, detaches.
 * @param interrupts Ctrl-C: before the recording it is given up, during the recording it is its end; twice: see `finish`
 * @returns exit code
 */
async function recordCommand(
  engine: EngineClient,
  terminal: Terminal,
  target: string,
  options: RecordOptions,
  interrupts: Interrupts,
  commands: CommandSource,
): Promise<number> {
  const interrupt = interrupts.endingInOrder(NOT_SAVED);
  await checkPlace(options.file);
  const { sessionId } = await attachTarget(engine, terminal, target);
  if (interrupt.aborted) return EXIT.interrupted;

  const recorder = new Recorder(sessionId);
  const unsubscribe = engine.subscribe(recorder.learn);
  try {
    engine.setReader(sessionId, recorder.take);
    if (options.waitForRoots) await engine.start(sessionId, options.request, true);
    else
      await withMeantRoots(engine, terminal, sessionId, options.request.roots, (roots) =>
        engine.start(sessionId, { ...options.request, roots }),
      );
    terminal.talk(
      options.durationMs === null
        ? 'recording; Ctrl-C stops it and saves'
        : `recording for ${options.durationMs / 1000} s; Ctrl-C stops earlier and saves`,
    );
    await recordUntilDone(engine, terminal, sessionId, interrupt, { ...options, commands, recorder });
    return await finish(engine, terminal, sessionId, recorder, options.file, interrupts.savingInHurry());
  } finally {
    unsubscribe();
  }
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
interface WhileRecording extends Pick<RecordOptions, 'durationMs' | 'warmup' | 'maxOverhead'> {
  readonly recorder: Recorder;
  /** null: nobody can type. */
  readonly commands: CommandSource | null;
}

/** Resolves when the recording is to end, or the session is over; obeys what is typed and keeps the budget meanwhile. */
export async function recordUntilDone(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  interrupt: AbortSignal,
  { durationMs, warmup, maxOverhead, recorder, commands }: WhileRecording,
): Promise<void> {
  const typed = new TypedCommands(engine, terminal, sessionId, async (file) => {
    await engine.flush(sessionId);
    await writeFileAtomically(file, encodeSnapshot(recorder.snapshot(await engine.status(sessionId))));
  });
  commands?.listen(typed.take);
  const budget =
    maxOverhead === null ? null : new BudgetKeeper(engine, terminal, sessionId, recorder, maxOverhead);
  const keep = (): void => void budget?.look().catch((thrown: unknown) => terminal.talk(explain(thrown)));
  const done = new AbortController();
  const { signal } = done;
  let isWarm = warmup === null;
  /** Resolves when the time is up, which begins with the results: under load a reset takes a while. */
  const timeIsUp = async (): Promise<void> => {
    if (warmup !== null) {
      if (warmup === 'auto') await warmUpUntilQuiet(engine, terminal, sessionId, signal);
      else await delay(warmup, undefined, { signal });
      isWarm = true;
      typed.take('reset');
      await typed.obeyed;
    }
    await (durationMs === null ? typed.stopped : delay(durationMs, undefined, { signal }));
  };
  try {
    const ended = Promise.race([typed.stopped, timeIsUp().catch(() => {})]);
    await untilDone(engine, terminal, sessionId, null, interrupt, { stopped: ended, onProgress: keep });
    if (!isWarm) terminal.talk('warning: it ended before the warm-up did: all of the recording is warm-up');
  } finally {
    done.abort();
    commands?.close();
  }
}

/**
 * Stops, saves what there is, takes everything back; says what is not as it should be.
 * @param hurry asked again: the stop is not waited for, and the target has its classes restored by its agent
 * @returns exit code
 */
export async function finish(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  recorder: Recorder,
  file: string,
  hurry: AbortSignal,
): Promise<number> {
  const before = await engine.status(sessionId);
  const stopped =
    before.phase === 'recording' ? engine.stop(sessionId) : engine.flush(sessionId).then(() => before);
  const status = await Promise.race([stopped, whenAborted(hurry)]);
  if (status === null) return saveInHurry(await engine.status(sessionId), terminal, recorder, file);
  const isGone = status.phase === 'ended';
  if (isGone) terminal.talk(`the session ended: ${status.text}`);
  if (isGone && recorder.trees.totals().events === 0) {
    tellNotes(await engine.detach(sessionId), terminal);
    throw new SluiceError(
      'target-gone',
      `Nothing was recorded before the session ended, and ${file} was not written: ${whyEmpty(recorder)}.`,
      'Check what --root names; sluice methods TARGET CLASS lists the methods of a class as they are written there.',
    );
  }
  const snapshot = recorder.snapshot(status);
  await writeFileAtomically(file, encodeSnapshot(snapshot));
  const detached = await Promise.race([engine.detach(sessionId), whenAborted(hurry)]);
  tellNotes(detached ?? (await engine.status(sessionId)), terminal);
  if (status.refusals.length > 0) {
    terminal.talk(
      `${status.refusals.length} methods or classes could not be instrumented; the last: ${status.refusals.at(-1)}`,
    );
  }
  if (!snapshot.complete) {
    terminal.talk(`warning: the recording is incomplete: ${snapshot.losses.join(', ')}`);
  }
  const swaps = swapWarning(snapshot.timeline);
  if (swaps !== null) terminal.talk(`warning: ${swaps}`);
  if (recorder.trees.totals().events === 0) {
    terminal.talk(
      `warning: ${whyEmpty(recorder)}, so it is empty; a root that runs already is recorded from its next call on`,
    );
  }
  const { events, nodes } = recorder.trees.totals();
  terminal.talk(
    `saved ${file}: ${formatCountOf(events, 'event', 'events', ',')}, ${formatCountOf(nodes, 'node', 'nodes', ',')}`,
  );
  if (detached === null) process.exit(EXIT.interrupted); // the agent restores the classes by itself
  return EXIT.good;
}

/** What has come is all there will be. The process ends right after, which ends the session. */
async function saveInHurry(
  status: SessionStatus,
  terminal: Terminal,
  recorder: Recorder,
  file: string,
): Promise<never> {
  const losses = [...new Set([...status.losses, ...lossTexts({ cutShort: true })])];
  const snapshot = recorder.snapshot({ ...status, complete: false, losses });
  await writeFileAtomically(file, encodeSnapshot(snapshot));
  terminal.talk(
    `Asked twice to end: saved ${file} with what had come, incomplete. The program has its classes restored by itself.`,
  );
  process.exit(EXIT.interrupted);
}

/** Resolves with null. */
function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

function whyEmpty({ hasRoots }: Recorder): string {
  return hasRoots
    ? 'no root was called while it recorded'
    : 'no class with a root method was loaded while it recorded';
}

function tellNotes({ notes }: SessionStatus, terminal: Terminal): void {
  for (const note of notes) terminal.talk(`note: ${note}`);
}
