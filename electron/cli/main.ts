import { CommanderError } from 'commander';
import { UsageError } from '../../shared/base/errors.ts';
import { Engine } from '../engine/engine.ts';
import type { CommandContext } from './terminal/commandContext.ts';
import { connectEngine, type ConnectedEngine } from './engines/connectEngine.ts';
import { connectHost } from './engines/connectHost.ts';
import { HOST_FORMS, hostOf } from './engines/host.ts';
import { EXIT, exitCodeOf } from './terminal/exitCode.ts';
import { Interrupts } from './terminal/interrupts.ts';
import { programOf } from './program.ts';
import { explain, processTerminal, type Terminal } from './terminal/terminal.ts';

/** Commands that ask no engine: they are about files. */
const NOT_SERVED: readonly string[] = ['report', 'convert', 'diff', 'completion'];

/** Runs one command line. @returns exit code */
export async function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const engine = new Engine();
  const interrupts = new Interrupts(terminal);
  const context: CommandContext = {
    ...{ engine, launcher: engine, isServed: false, elsewhere: null },
    ...{ terminal, interrupts, exitCode: EXIT.good },
  };
  let disconnect = async (): Promise<void> => {};
  const program = programOf(context)
    .option('--engine <place>', 'use an engine that is served: its address, or a file with it')
    .option('--on <host>', `run the engine elsewhere: ${HOST_FORMS.join(', ')}`)
    .option('--on-node <path>', 'with --on: where Node is there')
    .hook('preAction', async (_, command) => {
      const place = placeOf(program.opts<PlaceFlags>());
      if (place === null) return;
      checkServed(command.name(), place);
      const connected = await place.connect(terminal.talk);
      context.engine = connected.engine;
      context.isServed = true;
      context.elsewhere = connected.elsewhere ?? null;
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
    await disconnect();
    await engine.close();
    interrupts.close();
  }
}

interface PlaceFlags {
  readonly engine?: string;
  readonly on?: string;
  readonly onNode?: string;
}

/** Where another engine than ours is. */
interface EnginePlace {
  /** As it was typed. */
  readonly flag: '--engine' | '--on';
  readonly value: string;
  readonly connect: (talk: (line: string) => void) => Promise<ConnectedEngine>;
}

function placeOf({ engine, on, onNode }: PlaceFlags): EnginePlace | null {
  if (onNode !== undefined && on === undefined)
    throw new UsageError(
      '--on-node: it says where Node is on another machine.',
      'Name that one too: --on ssh://host',
    );
  if (on !== undefined && engine !== undefined)
    throw new UsageError('--engine and --on: they name two engines.', 'Leave one of them out.');
  if (engine !== undefined) return { flag: '--engine', value: engine, connect: () => connectEngine(engine) };
  if (on === undefined) return null;
  const host = hostOf(on);
  return { flag: '--on', value: on, connect: (talk) => connectHost(host, onNode ?? null, talk) };
}

function checkServed(command: string, { flag, value }: EnginePlace): void {
  if (!NOT_SERVED.includes(command)) return;
  throw new UsageError(
    `${flag} ${value}: \`sluice ${command}\` asks no other engine.`,
    `Leave ${flag} out. It is for all commands but ${NOT_SERVED.slice(0, -1).join(', ')} and ${NOT_SERVED.at(-1)}.`,
  );
}
