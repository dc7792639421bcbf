import { CommanderError } from 'commander';
import { UsageError } from '../../shared/base/errors.ts';
import { Engine } from '../engine/engine.ts';
import type { CommandContext } from './terminal/commandContext.ts';
import { connectEngine } from './connectEngine.ts';
import { EXIT, exitCodeOf } from './terminal/exitCode.ts';
import { Interrupts } from './terminal/interrupts.ts';
import { programOf } from './program.ts';
import { explain, processTerminal, type Terminal } from './terminal/terminal.ts';

/** Commands that ask no engine: they are about files, or about a program that shares our input and output. */
const NOT_SERVED: readonly string[] = ['launch', 'report', 'view', 'convert', 'diff', 'completion'];

/** Runs one command line. @returns exit code */
export async function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const engine = new Engine();
  const interrupts = new Interrupts(terminal);
  const context: CommandContext = {
    ...{ engine, launcher: engine, isServed: false },
    ...{ terminal, interrupts, exitCode: EXIT.good },
  };
  let disconnect = (): void => {};
  const program = programOf(context)
    .option('--engine <place>', 'use an engine that is served: its address, or a file with it')
    .hook('preAction', async (_, command) => {
      const { engine: place } = program.opts<{ engine?: string }>();
      if (place === undefined) return;
      checkServed(command.name(), place);
      const connected = await connectEngine(place);
      context.engine = connected.engine;
      context.isServed = true;
      disconnect = connected.close;
    });
  try {
    await program.parseAsync(args, { from: 'user' });
    return context.exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.good : EXIT.usage;
    engine.logFailure('command', thrown);
    explain(terminal, thrown);
    return exitCodeOf(thrown);
  } finally {
    disconnect();
    await engine.close();
    interrupts.close();
  }
}

function checkServed(command: string, place: string): void {
  if (!NOT_SERVED.includes(command)) return;
  throw new UsageError(
    `--engine ${place}: \`sluice ${command}\` asks no other engine.`,
    `Leave --engine out. It is for all commands but ${NOT_SERVED.slice(0, -1).join(', ')} and ${NOT_SERVED.at(-1)}.`,
  );
}
