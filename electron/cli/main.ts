import { readFileSync } from 'node:fs';
import { Command, CommanderError, Help, Option } from 'commander';
import { SluiceError } from '../../shared/base/errors.ts';
import { RECORDING_VERSION } from '../../shared/recording/fileSections.ts';
import { PROTOCOL_VERSION } from '../../shared/wire/protocolVersion.ts';
import { Engine } from '../engine/engine.ts';
import { installedFile } from '../engine/process/installation.ts';
import { addClassesCommand } from './classesCommand.ts';
import type { CommandContext } from './commandContext.ts';
import { addCompletionCommand } from './completionCommand.ts';
import { connectEngine } from './connectEngine.ts';
import { addConvertCommand } from './convertCommand.ts';
import { addDiffCommand } from './diffCommand.ts';
import { addDoctorCommand } from './doctorCommand.ts';
import { EXIT, exitCodeOf } from './exitCode.ts';
import { Interrupts } from './interrupts.ts';
import { addHeapCommand } from './heapCommand.ts';
import { addLaunchCommand } from './launchCommand.ts';
import { addListCommand } from './listCommand.ts';
import { addMethodsCommand } from './methodsCommand.ts';
import { addPreviewCommand } from './previewCommand.ts';
import { addRecordCommand } from './recordCommand.ts';
import { addRegionCommand } from './regionCommand.ts';
import { addReportCommand } from './reportCommand.ts';
import { addSampleCommand } from './sampleCommand.ts';
import { addSourceCommand } from './sourceCommand.ts';
import { addThreadsCommand } from './threadsCommand.ts';
import { addViewCommand } from './viewCommand.ts';
import { explain, processTerminal, type Terminal } from './terminal.ts';

/** In the order of the help; each declares its arguments and options beside what it does. */
const COMMANDS: readonly ((program: Command, context: CommandContext) => void)[] = [
  addListCommand,
  addDoctorCommand,
  addClassesCommand,
  addMethodsCommand,
  addSourceCommand,
  addPreviewCommand,
  addSampleCommand,
  addThreadsCommand,
  addHeapCommand,
  addRecordCommand,
  addLaunchCommand,
  addRegionCommand,
  addReportCommand,
  addViewCommand,
  addConvertCommand,
  addDiffCommand,
  addCompletionCommand,
];

/** Commands that ask nothing but the engine; the others look at files or processes of this machine themselves. */
const SERVED: readonly string[] = ['list', 'classes', 'methods', 'source', 'preview', 'record', 'region'];

const EXIT_CODES = `
Exit codes:
  0  good   1  a file could not be read or written   2  usage, or a method or thread that is not there
  3  cannot attach   4  the target ended before anything was recorded   5  a gate of diff --fail-on failed, or threads found a deadlock
  130  Ctrl-C before the recording began, or twice
  launch ends with the exit code of the program.
`;

/** Runs one command line. @returns exit code */
export async function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const engine = new Engine();
  const interrupts = new Interrupts(terminal);
  const context: CommandContext = {
    ...{ engine, launcher: engine, log: engine.log },
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
      disconnect = connected.close;
    });
  try {
    await program.parseAsync(args, { from: 'user' });
    return context.exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.good : EXIT.usage;
    engine.logFailure('command', thrown);
    terminal.talk(explain(thrown));
    return exitCodeOf(thrown);
  } finally {
    disconnect();
    await engine.close();
    interrupts.close();
  }
}

function checkServed(command: string, place: string): void {
  if (SERVED.includes(command)) return;
  throw new SluiceError(
    'usage',
    `--engine ${place}: \`sluice ${command}\` asks no other engine.`,
    `Leave --engine out. It is for ${SERVED.slice(0, -1).join(', ')} and ${SERVED.at(-1)}.`,
  );
}

function programOf(context: CommandContext): Command {
  const { terminal } = context;
  const program = new Command('sluice')
    .description('Attach to a running JVM, gate one call subgraph, and get its exact calling context tree.')
    .version(versionText(), '--version', 'which version this is')
    .exitOverride()
    .enablePositionalOptions() // so that launch leaves those of its program alone
    .configureHelp({ optionDescription: descriptionOf })
    .showHelpAfterError('        See `sluice --help`.')
    .configureOutput({
      writeOut: (text) => void terminal.data(text),
      writeErr: (text) => terminal.talk(text.trimEnd()),
      outputError: (text, write) => write(sentences(text)),
    })
    .addHelpText('after', EXIT_CODES);
  for (const add of COMMANDS) add(program, context);
  for (const command of program.commands) {
    command.showHelpAfterError(`        See \`sluice ${command.name()} --help\`.`);
  }
  return program;
}

/** What commander says of usage, as all else is said. */
function sentences(text: string): string {
  return text
    .replace(/^error: (.)/, (_, first: string) => `sluice: ${first.toUpperCase()}`)
    .replace(/([^.?)])\n/, '$1.\n')
    .replace(/\n\((Did you mean .*)\)/, '\n        $1');
}

/** A default that is nothing, as of options that may be repeated, is not worth a word. */
function descriptionOf(option: Option): string {
  const isNothing = option.defaultValue === false || Array.isArray(option.defaultValue);
  const shown = isNothing ? new Option(option.flags, option.description) : option;
  return Help.prototype.optionDescription.call(new Help(), shown);
}

function versionText(): string {
  const { version } = JSON.parse(readFileSync(installedFile('../package.json'), 'utf8')) as {
    version: string;
  };
  return `sluice ${version} (protocol ${PROTOCOL_VERSION}, recordings ${RECORDING_VERSION})`;
}
