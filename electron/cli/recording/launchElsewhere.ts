import { joinOptions } from '../../engine/jvms/javaOptions.ts';
import { exitCodeOfInterrupt } from '../terminal/exitCode.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import type { CommandSource } from './commandSource.ts';
import { finish, NOT_SAVED, savingWhatCame } from './finishRecording.ts';
import { Recorder } from './recorder.ts';
import { recordUntilDone } from './recordUntilDone.ts';
import type { RecordOptions } from './recordingOptions.ts';
import { startOrGiveUp } from './startOrGiveUp.ts';
import { withOwnCode } from './withOwnCode.ts';

/**
 * Has another engine start a program where that runs, and records it from its first instruction. The program's input is empty, and
 * its output goes where the engine's goes. Ctrl-C ends the recording, and the program goes on.
 * @returns exit code, which is not the program's
 */
export async function launchElsewhere(
  { engine, terminal, interrupts }: CommandContext,
  command: readonly string[],
  options: RecordOptions,
  commands: CommandSource | null,
): Promise<number> {
  const interrupt = interrupts.endingInOrder(NOT_SAVED);
  const { sessionId, target } = await engine.launch(joinOptions(command), '');
  const recorder = new Recorder(sessionId);
  const unsubscribe = engine.subscribe(recorder.learn);
  try {
    engine.setReader(sessionId, recorder.take);
    const request = await withOwnCode(engine, terminal, sessionId, options.request, true);
    const hasStarted = await startOrGiveUp(engine, terminal, sessionId, interrupt, () =>
      engine.start(sessionId, request, true),
    );
    if (!hasStarted) {
      await engine.detach(sessionId);
      return exitCodeOfInterrupt(interrupt);
    }
    terminal.talk(
      `recording ${target.mainClass || 'the program'} (Java ${target.javaVersion}) from its start; Ctrl-C saves, and the program goes on`,
    );
    return await savingWhatCame(terminal, recorder, options.file, async () => {
      await recordUntilDone(engine, terminal, sessionId, interrupt, { ...options, commands, recorder });
      return finish(engine, terminal, sessionId, recorder, options.file, interrupts.savingInHurry());
    });
  } finally {
    unsubscribe();
  }
}
