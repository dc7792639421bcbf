import { Option, type Command } from 'commander';
import { SluiceError } from '../../shared/base/errors.ts';
import { parseMethodPattern } from '../../shared/callgraph/methodPattern.ts';
import { CLOCKS, type Clock } from '../../shared/events/clock.ts';
import type { RecordingRequest } from '../../shared/ipc/engineApi.ts';
import type { SchemeName } from '../../shared/recording/options.ts';
import { duration, percentage, typedPatterns, typedRoots } from './optionValues.ts';
import { COMMANDS_HELP } from './typedCommands.ts';

/** What `record` and `launch` are told. */
export interface RecordOptions {
  readonly request: RecordingRequest;
  /** Roots of classes that are not loaded yet are waited for, not refused; `launch` always does. */
  readonly waitForRoots: boolean;
  /** null: until Ctrl-C or the end of the target. */
  readonly durationMs: number | null;
  /** So long after its start the results begin anew; null: they begin with it. The duration counts from there. */
  readonly warmupMs: number | null;
  /** Where commands come from while it records: "-" is stdin, else a path; null: a person, if one can type. */
  readonly commands: string | null;
  /** What the probes may cost at most, over what the program takes beside them: 0.1 is 10 %; null: whatever it costs. */
  readonly maxOverhead: number | null;
  readonly file: string;
}

/** What a recording measures, as commander hands it over. */
export interface RequestFlags {
  readonly root: string[];
  readonly scheme: SchemeName;
  readonly clock: Clock;
  readonly only: string[];
  readonly exclude: string[];
  readonly includeCore?: boolean;
  readonly followThreads?: boolean;
  readonly countTrivial: 'on' | 'off';
  readonly coreWaits: 'out' | 'charged';
  readonly bareFirst?: boolean;
}

/** The same of all that `record` and `launch` are told. */
export interface RecordFlags extends RequestFlags {
  readonly duration?: number;
  readonly warmup?: number;
  readonly waitForRoots?: boolean;
  readonly commands?: string;
  readonly maxOverhead?: number;
  readonly output?: string;
}

const PATTERNS = `
Method patterns (quote them):
  pkg.Class::method   pkg.Class::method(int,String)   pkg.Class   'pkg.*'   'pkg.**'   're:...'   '!pattern' excludes
`;

/** @param scheme when none is given */
export function withRecordOptions(command: Command, scheme: SchemeName): Command {
  return withRequestOptions(command, scheme)
    .option('-d, --duration <time>', 'how long: 500ms, 10s, 2m (default: until Ctrl-C or the end)', duration)
    .option(
      '--warmup <time>',
      'what happens in this time is not in the results; the program is compiled with its probes meanwhile',
      duration,
    )
    .option(
      '--max-overhead <percent>',
      "methods are switched off that cost most and tell least, while the probes cost more of the program's time",
      percentage,
    )
    .option('--commands <source>', 'commands while it records: a named pipe or terminal, or - for stdin')
    .option('-o, --output <file>', 'where the recording is saved; required')
    .addHelpText('after', COMMANDS_HELP);
}

export function withRequestOptions(command: Command, scheme: SchemeName): Command {
  return command
    .option(
      '-r, --root <pattern>',
      'root method of the call subgraph, also as Class.method or a line of a stack trace; required, repeatable',
      typedRoots,
      [],
    )
    .addOption(
      new Option(
        '--scheme <scheme>',
        'lazy: as they are called; eager: all that may be called, before; everything: all that is not left out',
      )
        .choices(['lazy', 'eager', 'everything'])
        .default(scheme),
    )
    .addOption(
      new Option(
        '--clock <clock>',
        'nano: at each event; bursts: at some, the rest is estimated, at a fifth of the cost; ticker: kept by a thread, where a core is spare; cpu: CPU time, without waits, at a microsecond a call; none: calls only',
      )
        .choices(CLOCKS)
        .default('nano'),
    )
    .option(
      '--only <pattern>',
      'measure what matches, and nothing else but the roots; repeatable',
      typedPatterns,
      [],
    )
    .option(
      '-x, --exclude <pattern>',
      'what is left out besides the core classes; repeatable',
      typedPatterns,
      [],
    )
    .option('--include-core', 'measure java.*, jdk.* and the like too')
    .option('--follow-threads', 'threads that the call subgraph starts belong to it')
    .addOption(
      new Option(
        '--count-trivial <on|off>',
        'getters and the like are counted without times, at a twentieth of the cost',
      )
        .choices(['on', 'off'])
        .default('on'),
    )
    .addOption(
      new Option(
        '--core-waits <out|charged>',
        'time in which a thread is ready to run and has no core: left out of the times, or part of them',
      )
        .choices(['out', 'charged'])
        .default('out'),
    )
    .addHelpText('after', PATTERNS);
}

/** What is required is checked here: commander would complain about it before it sees a misspelt option. */
export function recordOptions(flags: RecordFlags): RecordOptions {
  const request = requestOf(flags);
  if (flags.output === undefined) {
    throw new SluiceError(
      'usage',
      'No file is given to save the recording in: --output FILE.',
      'For example: --output shop.sluice',
    );
  }
  if (flags.output === '-') {
    throw new SluiceError(
      'usage',
      '--output - : a recording is saved in a file, not written to stdout.',
      'For example: --output shop.sluice',
    );
  }
  if (flags.maxOverhead !== undefined && request.clock === 'none') {
    throw new SluiceError(
      'usage',
      '--max-overhead with --clock none: without times nobody knows what the probes cost beside the program.',
      'Take --clock nano or --clock bursts.',
    );
  }
  if (flags.bareFirst) checkBareFirst(flags);
  return {
    request,
    waitForRoots: flags.waitForRoots ?? false,
    durationMs: flags.duration ?? null,
    warmupMs: flags.warmup ?? null,
    commands: flags.commands ?? null,
    maxOverhead: flags.maxOverhead ?? null,
    file: flags.output,
  };
}

/** What the engine would refuse when it has attached. */
function checkBareFirst({ root, clock, waitForRoots }: RecordFlags): void {
  const refuse = (beside: string, why: string): never => {
    throw new SluiceError('usage', `--bare-first with ${beside}: ${why}.`, 'Leave one of them out.');
  };
  if (clock === 'none') refuse('--clock none', 'there are no times to compare with those of the bare root');
  if (root.length > 1) refuse(`${root.length} patterns of --root`, 'one root is timed bare first');
  if (waitForRoots)
    refuse('--wait-for-roots', 'the class of the bare root must be loaded, and the method be called');
}

export function requestOf(flags: RequestFlags): RecordingRequest {
  if (flags.root.length === 0) {
    throw new SluiceError(
      'usage',
      'No root method is given: --root PATTERN.',
      "For example: --root 'com.acme.Shop::order'",
    );
  }
  if (flags.root.every((pattern) => parseMethodPattern(pattern).isExclusion)) {
    throw new SluiceError(
      'usage',
      `--root ${flags.root.join(' --root ')} excludes methods, and names none.`,
      "Name at least one root beside it: --root 'com.acme.Shop::order'",
    );
  }
  return {
    roots: flags.root,
    scheme: flags.scheme,
    clock: flags.clock,
    includes: flags.only,
    excludes: flags.exclude,
    includeCore: flags.includeCore ?? false,
    followThreads: flags.followThreads ?? false,
    countTrivial: flags.countTrivial === 'on',
    chargeCoreWaits: flags.coreWaits === 'charged',
    bareFirst: flags.bareFirst ?? false,
  };
}
