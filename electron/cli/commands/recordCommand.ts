import type { Command } from 'commander';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import { askExtent } from '../recording/askExtent.ts';
import { attachTarget } from '../targets/attachTarget.ts';
import { openCommandSource, type CommandSource } from '../recording/commandSource.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { exitCodeOfSignal } from '../../engine/jvms/exitCodeText.ts';
import { EXIT, exitCodeOfInterrupt } from '../terminal/exitCode.ts';
import { finish, NOT_SAVED, savingWhatCame } from '../recording/finishRecording.ts';
import { addLeakHints, checkHeapDumpOption, dumpBeforeEnd } from '../heap/heapOfRecording.ts';
import { Recorder } from '../recording/recorder.ts';
import { checkSnapshotPlace } from '../recording/recordedSnapshots.ts';
import { withMeantRoots } from '../targets/meantRoots.ts';
import {
  isSchemeTyped,
  recordOptions,
  withRecordOptions,
  type RecordFlags,
  type RecordOptions,
} from '../recording/recordingOptions.ts';
import { recordUntilDone } from '../recording/recordUntilDone.ts';
import { startOrGiveUp } from '../recording/startOrGiveUp.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { TYPED_WORDS } from '../recording/typedCommands.ts';
import { withOwnCode } from '../recording/withOwnCode.ts';
import { checkPlace } from '../files/writeFileAtomically.ts';

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
