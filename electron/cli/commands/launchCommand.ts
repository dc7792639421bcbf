import type { Command } from 'commander';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { namesClassArchive } from '../../engine/agent/classArchive.ts';
import { EndedEarly, giveUpLaunch, RunsUnrecorded } from '../../engine/agent/launch.ts';
import { exitCodeText } from '../../engine/jvms/exitCodeText.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { openCommandSource, type CommandSource } from '../recording/commandSource.ts';
import { launchElsewhere } from '../recording/launchElsewhere.ts';
import { exitCodeOf } from '../terminal/exitCode.ts';
import { finish, NOT_SAVED } from '../recording/finishRecording.ts';
import { recordUntilDone } from '../recording/recordUntilDone.ts';
import { checkSnapshotPlace } from '../recording/recordedSnapshots.ts';
import { Recorder } from '../recording/recorder.ts';
import {
  recordOptions,
  withRecordOptions,
  type RecordFlags,
  type RecordOptions,
} from '../recording/recordingOptions.ts';
import { explain } from '../terminal/terminal.ts';
import { withOwnCode } from '../recording/withOwnCode.ts';
import { checkPlace } from '../files/writeFileAtomically.ts';

const COMMAND_HELP = `
The command is java or another launcher of the JDK, as javac, or a script that starts java, as mvn and ant do: its first JVM is
recorded. With --on or --engine it runs where that engine does, in its folder and without input. javac and its like are parts of the JDK: take --scheme lazy --include-core --only 'com.sun.tools.javac.**'.
`;

const ARCHIVE_NOTE =
  'note: with a profiler in it a JVM does not use all of an AOT cache or CDS archive: the program starts more slowly than alone. ' +
  'What the JVM says of that is on stderr.';

export function addLaunchCommand(program: Command, context: CommandContext): void {
  // From the first instruction on, classes get their probes as they load: no swap stops the program, or sends code back to
  // the interpreter. That is worth more than probes too few.
  withRecordOptions(program.command('launch'), 'everything')
    .description('start a program with the profiler in it and record from its first instruction')
    .passThroughOptions()
    .argument('<command...>', 'the command: java -jar app.jar')
    .addHelpText('after', COMMAND_HELP)
    .action(async (command: string[], flags: RecordFlags) => {
      const options = recordOptions(flags);
      const commands = commandsBeside(options.commands);
      try {
        await checkPlace(options.file);
        if (options.snapshots.everyMs !== null) checkSnapshotPlace(options.file);
        context.exitCode = context.isServed
          ? await launchElsewhere(context, command, options, commands)
          : await launchCommand(context, command, options, commands);
      } finally {
        commands?.close();
      }
    });
}

/**
 * `sluice launch`: starts a program with the agent in it and records from its first instruction. The program keeps our
 * stdin, stdout and stderr, and its exit code is ours.
 */
async function launchCommand(
  { engine, launcher, terminal, interrupts }: CommandContext,
  command: readonly string[],
  options: RecordOptions,
  commands: CommandSource | null,
): Promise<number> {
  const interrupt = interrupts.endingInOrder(NOT_SAVED);
  let unsubscribe = (): void => {};
  try {
    if (namesClassArchive(command.slice(1), process.env)) terminal.talk(ARCHIVE_NOTE);
    const { status, exitCode, kill } = await launcher.launchCommand(command, 'inherit');
    const { sessionId } = status;
    const recorder = new Recorder(sessionId);
    unsubscribe = engine.subscribe(recorder.learn);
    // Ctrl-C in a terminal reaches the program by itself; a plain kill of ours is handed on.
    interrupt.addEventListener('abort', () => kill(interrupt.reason as NodeJS.Signals), { once: true });
    try {
      engine.setReader(sessionId, recorder.take);
      const request = await withOwnCode(engine, terminal, sessionId, options.request, true);
      await engine.start(sessionId, request, true);
      terminal.talk(
        `recording ${status.target.mainClass || 'the program'} (Java ${status.target.javaVersion}) from its start`,
      );
      await launcher.resumeStartup(sessionId);
    } catch (thrown) {
      throw await giveUpLaunch(thrown, { exitCode, kill });
    }
    const hurry = interrupts.savingInHurry(); // the first request is the program's: it ends, and the recording with it
    await recordUntilDone(engine, terminal, sessionId, hurry, { ...options, commands, recorder });
    try {
      await finish(engine, terminal, sessionId, recorder, options.file, hurry);
    } catch (thrown) {
      const isOver = thrown instanceof SluiceError && thrown.code === 'target-gone';
      if (isOver) terminal.talk(`the program ended with ${exitCodeText(await exitCode)}`);
      throw thrown;
    }
    const code = await exitCode;
    if (code !== 0) terminal.talk(`the program ended with ${exitCodeText(code)}`);
    return code;
  } catch (thrown) {
    if (thrown instanceof RunsUnrecorded) {
      terminal.talk(`sluice: ${thrown.message}`);
      return (await thrown.exitCode) || exitCodeOf(thrown);
    }
    if (!(thrown instanceof EndedEarly) || thrown.exitCode === 0) throw thrown;
    explain(terminal, thrown);
    return thrown.exitCode;
  } finally {
    unsubscribe();
  }
}

/** The program's stdin stays the program's. */
function commandsBeside(source: string | null): CommandSource | null {
  if (source === null) return null;
  if (source !== '-') return openCommandSource(source);
  throw new UsageError(
    '--commands - : stdin belongs to the program that is launched.',
    'Name a pipe that mkfifo made, or the terminal: --commands /dev/tty',
  );
}
