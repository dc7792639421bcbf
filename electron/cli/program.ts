import { readFileSync } from 'node:fs';
import { Command, Help, Option } from 'commander';
import { RECORDING_VERSION } from '../../shared/recording/format/fileSections.ts';
import { visibleLine } from '../../shared/naming/visibleText.ts';
import { PROTOCOL_VERSION } from '../../shared/wire/protocolVersion.ts';
import { installedFile } from '../engine/process/installation.ts';
import type { CommandContext } from './terminal/commandContext.ts';
import { COMMANDS } from './commands/commandList.ts';

const EXIT_CODES = `
Exit codes:
  0  good   1  a file could not be read or written   2  usage, or a method or thread that is not there
  3  cannot attach   4  the target ended before anything was recorded   5  a gate of diff --fail-on failed, a limit of watch is exceeded, or threads found a deadlock
  128 + n  signal n before the recording began, or twice: 130 Ctrl-C, 143 SIGTERM, 129 SIGHUP
  launch ends with the exit code of the program: 128 + n where signal n ended it.
`;

/** The command line as commander reads it. */
export function programOf(context: CommandContext): Command {
  const { terminal } = context;
  const program = new Command('sluice')
    .description('Attach to a running JVM and record every call below a method you choose.')
    .version(versionText(), '--version', 'which version this is')
    .exitOverride()
    .enablePositionalOptions() // so that launch leaves those of its program alone
    .configureHelp({ optionDescription: descriptionOf })
    .showHelpAfterError('        See `sluice --help`.')
    .configureOutput({
      writeOut: (text) => void terminal.data(text),
      writeErr: (text) =>
        text
          .trimEnd()
          .split('\n')
          .forEach((line) => terminal.talk(line)),
      outputError: (text, write) => write(sentences(text)),
    })
    .addHelpText('after', EXIT_CODES);
  for (const add of COMMANDS) add(program, context);
  for (const command of program.commands) {
    command.showHelpAfterError(`        See \`sluice ${command.name()} --help\`.`);
  }
  return program;
}

/** What commander says of usage, as all else is said: what was typed may have line ends, and begins no line. */
function sentences(text: string): string {
  const hintAt = text.search(/\n\(Did you mean [^\n]*\)\n?$/);
  const said = hintAt < 0 ? text.trimEnd() : text.slice(0, hintAt);
  return `${visibleLine(said)}${text.slice(said.length)}`
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
