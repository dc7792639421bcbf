import type { Command, Option } from 'commander';

/** What can stand at a place of the command line. */
export type Completed =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' }
  | { readonly kind: 'folder' }
  /** Something that only the user knows. */
  | { readonly kind: 'nothing' };

export interface CompletedOption {
  readonly long: string;
  readonly short: string | null;
  readonly description: string;
  /** null: it takes no value. */
  readonly value: Completed | null;
}

export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** Of all its arguments that are no options. */
  readonly argument: Completed;
}

const HELP: CompletedOption = { long: '--help', short: '-h', description: 'display help', value: null };

/** Commands and options as the program declares them, for the scripts of all shells. */
export function commandTree(program: Command): readonly CompletedCommand[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [
      ...command.options.filter(({ hidden, long }) => !hidden && long !== undefined).map(optionOf),
      HELP,
    ],
    argument: argumentOf(command),
  }));
}

function optionOf(option: Option): CompletedOption {
  const { long, short, description, required, optional, argChoices, flags } = option;
  const value =
    required || optional ? valueOf(/[<[]([^>\]]*)[>\]]/.exec(flags)?.[1] ?? '', argChoices) : null;
  return { long: long ?? '', short: short ?? null, description, value };
}

function argumentOf(command: Command): Completed {
  const [first] = command.registeredArguments;
  return first ? valueOf(first.name(), first.argChoices) : { kind: 'nothing' };
}

/** @param name as the help has it: file, output, folder */
function valueOf(name: string, choices: readonly string[] | undefined): Completed {
  if (choices !== undefined && choices.length > 0) return { kind: 'words', words: choices };
  if (/^(file|output|pipe|path|a|b)\b/i.test(name)) return { kind: 'file' };
  return /^(folder|dir)/i.test(name) ? { kind: 'folder' } : { kind: 'nothing' };
}
