import { InvalidArgumentError, Option, type Command } from 'commander';
import { UsageError } from '../../../shared/base/errors.ts';
import { parseMethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import {
  checkedOptions,
  eachOption,
  OPTION_ROWS,
  partsText,
  type OptionValue,
} from '../../../shared/recording/options/chosenOptions.ts';
import { optionConflict } from '../../../shared/recording/options/optionConflict.ts';
import {
  OPTIONS,
  type ListGrammar,
  type PatternsOption,
  type RecordingOption,
  type SchemeName,
  type SetOption,
} from '../../../shared/recording/options/options.ts';
import {
  collect,
  duration,
  percentage,
  typedAccounts,
  typedConditions,
  typedPatterns,
  typedRoots,
  typedSplit,
  warmUpLength,
  type WarmUpLength,
} from '../options/optionValues.ts';
import { snapshotChoice, type SnapshotChoice, type SnapshotFlags } from './recordedSnapshots.ts';
import { typedWeights } from './weightsFile.ts';
import { COMMANDS_HELP } from './typedCommands.ts';

/** What `record` and `launch` are told. */
export interface RecordOptions {
  readonly request: RecordingRequest;
  /** Roots of classes that are not loaded yet are waited for, not refused; `launch` always does. */
  readonly waitForRoots: boolean;
  /** From the first root call on; null: until Ctrl-C or the end of the target. */
  readonly durationMs: number | null;
  /** How long the first root call is waited for; null: until it comes. */
  readonly waitMs: number | null;
  /** So long after that the results begin anew, and the duration counts from there; null: all is in the results. */
  readonly warmup: WarmUpLength | null;
  /** Where commands come from while it records: "-" is stdin, else a path; null: a person, if one can type. */
  readonly commands: string | null;
  /** What the probes may cost at most, over what the program takes beside them: 0.1 is 10 %; null: whatever it costs. */
  readonly maxOverhead: number | null;
  /** null: nothing is saved before the end, unless somebody types it. */
  readonly snapshots: SnapshotChoice;
  readonly file: string;
}

/** What a recording measures, as commander hands it over: the root, and the options of the table by their flags. */
export interface RequestFlags {
  readonly root: string[];
  readonly [flag: string]: unknown;
}

/** The same of all that `record` and `launch` are told. */
export interface RecordFlags extends RequestFlags, SnapshotFlags {
  readonly duration?: number;
  readonly wait?: number;
  readonly warmup?: WarmUpLength | 'none';
  readonly waitForRoots?: boolean;
  readonly commands?: string;
  readonly maxOverhead?: number;
  readonly output?: string;
}

/** How long a root call is waited for where a duration is to begin with it. */
const USUAL_WAIT_MS = 60_000;

const PATTERNS = `
Method patterns (quote them):
  pkg.Class::method   pkg.Class::method(int,String)   pkg.Class   'pkg.*'   'pkg.**'   're:...'   '!pattern' excludes
`;

/**
 * @param scheme when none is given
 * @param attaches to a program that runs already
 */
export function withRecordOptions(command: Command, scheme: SchemeName, attaches = false): Command {
  return withRequestOptions(command, scheme, attaches)
    .option(
      '-d, --duration <time>',
      'how long, from the first root call on: 500ms, 10s, 2m (default: until Ctrl-C or the end)',
      duration,
    )
    .option(
      '--wait <time>',
      'so long the first root call is waited for, then it ends (default: 60s with --duration, else until Ctrl-C)',
      duration,
    )
    .option(
      '--warmup <time>',
      'what happens in this time is not in the results: 20s; auto: until no method has been swapped in for 2 s; none (the default)',
      warmUpLength,
    )
    .option(
      '--max-overhead <percent>',
      "while probes cost more of the program's time than this, the methods that cost most and tell least are switched off",
      percentage,
    )
    .option('--commands <source>', 'commands while it records: a named pipe or terminal, or - for stdin')
    .option('-o, --output <file>', 'where the recording is saved; required')
    .option(
      '--snapshot-every <time>',
      'what there is so far is saved again and again, beside --output: run.1.sluice, run.2.sluice; diff of three tells what rises',
      duration,
    )
    .option(
      '--collect',
      'a full collection before each snapshot, typed ones too, and before the end: with --live garbage is not taken for live',
    )
    .addHelpText('after', COMMANDS_HELP);
}

/** @param attaches to a program that runs already, and records it */
export function withRequestOptions(command: Command, scheme: SchemeName, attaches = false): Command {
  command.option(
    '-r, --root <pattern>',
    'root method of the call subgraph, also as Class.method or a line of a stack trace; required, repeatable',
    typedRoots,
    [],
  );
  for (const [key, option] of OPTION_ROWS)
    if (attaches || !option.attachedOnly)
      command.addOption(typedOption(option, key === 'scheme' ? scheme : option.initial));
  return command.addHelpText('after', PATTERNS);
}

/** An option of the table as it is typed. */
function typedOption(option: RecordingOption, initial: OptionValue): Option {
  const { flag, help } = option;
  if (option.kind === 'patterns') return patternsOption(option);
  if (option.kind === 'choice') {
    const typed = new Option(`${flag} <${flag.replace('--', '')}>`, help);
    typed.choices(Object.keys(option.choices)).default(initial);
    const { parseArg: chosen } = typed;
    const { canonical } = option;
    if (canonical !== undefined && chosen !== undefined)
      typed.argParser((value) => chosen(canonical(value), undefined));
    return typed;
  }
  if (option.kind === 'set') return setOption(option);
  if (option.typed === undefined) return new Option(flag, help);
  const usual = option.typed[option.initial ? 1 : 0];
  const words = [usual, ...option.typed.filter((word) => word !== usual)];
  return new Option(`${flag} <${words.join('|')}>`, help).choices(words).default(usual);
}

function setOption(option: SetOption): Option {
  const { flag, help, initial, isChoice, canonical } = option;
  return new Option(`${flag} <${flag.replace('--', '')}>`, help)
    .default(initial)
    .argParser((typed: string) => {
      const choice = canonical(typed);
      if (!isChoice(choice)) throw new InvalidArgumentError(`There are ${partsText(option)}.`);
      return choice;
    });
}

function patternsOption({ flag, help, named, grammar }: PatternsOption): Option {
  const ofPatterns = named === true ? NAMED_PATTERNS : PATTERNS_ALONE;
  const { value, typed } = grammar === undefined ? ofPatterns : OF_GRAMMAR[grammar];
  return new Option(`${flag} <${value}>`, help).argParser(typed).default([]);
}

/** What stands behind the flag, and what it is together with those before it. */
interface TypedList {
  readonly value: string;
  readonly typed: (text: string, before: readonly string[]) => readonly string[];
}

const PATTERNS_ALONE: TypedList = { value: 'pattern', typed: typedPatterns };
const NAMED_PATTERNS: TypedList = { value: 'name=pattern', typed: typedAccounts };
const OF_GRAMMAR: Readonly<Record<ListGrammar, TypedList>> = {
  live: { value: 'choice', typed: collect },
  weights: { value: 'file', typed: typedWeights },
  conditions: { value: 'condition', typed: typedConditions },
  split: { value: 'value', typed: typedSplit },
  duration: { value: 'duration', typed: collect },
};

/** What was typed of it. */
function typedValue(option: RecordingOption, flags: RequestFlags): unknown {
  const typed = flags[new Option(option.flag).attributeName()];
  const isWord = option.kind === 'switch' && option.typed !== undefined;
  return isWord && typed !== undefined ? typed === option.typed[1] : typed;
}

/** What is required is checked here: commander would complain about it before it sees a misspelt option. */
export function recordOptions(flags: RecordFlags): RecordOptions {
  const request = requestOf(flags);
  if (flags.output === undefined) {
    throw new UsageError(
      'No file is given to save the recording in: --output FILE.',
      'For example: --output shop.sluice',
    );
  }
  if (flags.output === '-') {
    throw new UsageError(
      '--output - : a recording is saved in a file, not written to stdout.',
      'For example: --output shop.sluice',
    );
  }
  if (flags.maxOverhead !== undefined && request.clock === 'none') {
    throw new UsageError(
      '--max-overhead with --clock none: without times nobody knows what the probes cost beside the program.',
      'Take --clock nano or --clock bursts.',
    );
  }
  const conflict = optionConflict(request, flags.waitForRoots ?? false);
  if (conflict !== null)
    throw new UsageError(`${OPTIONS[conflict.key].flag}: ${conflict.why}.`, conflict.remedy);
  return {
    request,
    waitForRoots: flags.waitForRoots ?? false,
    durationMs: flags.duration ?? null,
    waitMs: flags.wait ?? (flags.duration === undefined ? null : USUAL_WAIT_MS),
    warmup: flags.warmup === undefined || flags.warmup === 'none' ? null : flags.warmup,
    commands: flags.commands ?? null,
    maxOverhead: flags.maxOverhead ?? null,
    snapshots: snapshotChoice(flags, request),
    file: flags.output,
  };
}

/** Else it is the command's own. */
export function isSchemeTyped(command: Command): boolean {
  return command.getOptionValueSource('scheme') === 'cli';
}

export function requestOf(flags: RequestFlags): RecordingRequest {
  if (flags.root.length === 0) {
    throw new UsageError(
      'No root method is given: --root PATTERN.',
      "For example: --root 'com.acme.Shop::order'",
    );
  }
  if (flags.root.every((pattern) => parseMethodPattern(pattern).isExclusion)) {
    throw new UsageError(
      `--root ${flags.root.join(' --root ')} excludes methods, and names none.`,
      "Name at least one root beside it: --root 'com.acme.Shop::order'",
    );
  }
  return { roots: flags.root, ...checkedOptions(eachOption((option) => typedValue(option, flags))) };
}
