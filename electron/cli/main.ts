import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { SluiceError } from '../../shared/base/errors.ts';
import type { ClockChoice, RecordingRequest, SchemeName } from '../../shared/ipc/engineApi.ts';
import { Engine } from '../engine/engine.ts';
import { parseDuration } from './duration.ts';
import { EXIT, exitCodeOf } from './exitCode.ts';
import { launchCommand } from './launchCommand.ts';
import { listCommand } from './listCommand.ts';
import { recordCommand, type RecordOptions } from './recordCommand.ts';
import { reportCommand, type ReportOptions } from './reportCommand.ts';
import { explain, processTerminal, type Terminal } from './terminal.ts';

interface RecordFlags {
  readonly root: string[];
  readonly scheme: SchemeName;
  readonly clock: ClockChoice;
  readonly duration?: number;
  readonly only: string[];
  readonly exclude: string[];
  readonly includeCore?: boolean;
  readonly followThreads?: boolean;
  readonly waitForRoots?: boolean;
  readonly countTrivial: 'on' | 'off';
  readonly output?: string;
}

const EXIT_CODES = `
Exit codes:
  0  good   1  a file could not be read or written   2  usage, or a root method that is not there
  3  cannot attach   4  the target ended before anything was recorded   130  Ctrl-C before the recording began
  launch ends with the exit code of the program.
`;
const PATTERNS = `
Method patterns (quote them):
  pkg.Class::method   pkg.Class::method(int,String)   pkg.Class   'pkg.*'   'pkg.**'   're:...'   '!pattern' excludes
`;

/** Runs one command line. @returns exit code */
export async function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const engine = new Engine();
  const interrupt = new AbortController();
  const onSignal = (): void => {
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted); // asked twice: the agent restores by itself
    interrupt.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    return await run(args, engine, terminal, interrupt.signal);
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.good : EXIT.usage;
    terminal.talk(explain(thrown));
    return exitCodeOf(thrown);
  } finally {
    await engine.close();
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

async function run(
  args: readonly string[],
  engine: Engine,
  terminal: Terminal,
  interrupt: AbortSignal,
): Promise<number> {
  let exitCode: number = EXIT.good;
  const program = new Command('sluice')
    .description('Attach to a running JVM, gate one call subgraph, and get its exact calling context tree.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.data(text),
      writeErr: (text) => terminal.talk(text.trimEnd()),
    })
    .addHelpText('after', EXIT_CODES);

  program
    .command('list')
    .description('the running JVMs, whether they can be attached to, and why not')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: { json: boolean }) => listCommand(engine, terminal, { json }));

  withRecordOptions(program.command('record'))
    .description('attach to a running JVM, record one call subgraph, save it, detach')
    .argument('<target>', 'pid, or a part of the main class or jar')
    .option('--wait-for-roots', 'roots of classes that are not loaded yet are waited for, not refused')
    .action(async (target: string, flags: RecordFlags) => {
      exitCode = await recordCommand(engine, terminal, target, recordOptions(flags), interrupt);
    });

  withRecordOptions(program.command('launch'))
    .description('start a program with the profiler in it and record from its first instruction')
    .argument('<command...>', 'the command, after --: -- java -jar app.jar')
    .action(async (command: string[], flags: RecordFlags) => {
      exitCode = await launchCommand(engine, terminal, command, recordOptions(flags), interrupt);
    });

  program
    .command('report')
    .description('a saved recording as text or JSON')
    .argument('<file>', 'made by record or launch')
    .addOption(
      new Option('--view <view>', 'what to show').choices(['tree', 'hot', 'instrumentation']).default('tree'),
    )
    .option('--top <n>', 'at most so many rows of each table of the text, the largest ones', wholeNumber, 100)
    .addOption(
      new Option('--names <style>', 'class names in the text')
        .choices(['short', 'shortened', 'long'])
        .default('shortened'),
    )
    .addOption(new Option('--format <format>', 'how').choices(['text', 'json']).default('text'))
    .action(async (file: string, options: ReportOptions) => reportCommand(terminal, file, options));

  await program.parseAsync(args, { from: 'user' });
  return exitCode;
}

function withRecordOptions(command: Command): Command {
  return command
    .option('-r, --root <pattern>', 'root method of the call subgraph; required, repeatable', collect, [])
    .addOption(
      new Option(
        '--scheme <scheme>',
        'lazy: as they are called; eager: all that may be called, before; everything: all that is not left out',
      )
        .choices(['lazy', 'eager', 'everything'])
        .default('lazy'),
    )
    .addOption(new Option('--clock <clock>', 'what is measured').choices(['nano', 'none']).default('nano'))
    .option('-d, --duration <time>', 'how long: 500ms, 10s, 2m (default: until Ctrl-C or the end)', duration)
    .option(
      '--only <pattern>',
      'measure what matches, and nothing else but the roots; repeatable',
      collect,
      [],
    )
    .option('-x, --exclude <pattern>', 'what is left out besides the core classes; repeatable', collect, [])
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
    .option('-f, --output <file>', 'where the recording is saved; required')
    .addHelpText('after', PATTERNS);
}

/** What is required is checked here: commander would complain about it before it sees a misspelt option. */
function recordOptions(flags: RecordFlags): RecordOptions {
  if (flags.root.length === 0) {
    throw new SluiceError(
      'usage',
      'No root method is given: --root PATTERN.',
      "For example: --root 'com.acme.Shop::order'",
    );
  }
  if (flags.output === undefined) {
    throw new SluiceError(
      'usage',
      'No file is given to save the recording in: -f FILE.',
      'For example: -f shop.sluice',
    );
  }
  const request: RecordingRequest = {
    roots: flags.root,
    scheme: flags.scheme,
    clock: flags.clock,
    includes: flags.only,
    excludes: flags.exclude,
    includeCore: flags.includeCore ?? false,
    followThreads: flags.followThreads ?? false,
    countTrivial: flags.countTrivial === 'on',
  };
  const waitForRoots = flags.waitForRoots ?? false;
  return { request, waitForRoots, durationMs: flags.duration ?? null, file: flags.output };
}

/** For options that may come again: not `<pattern...>`, which would swallow the target after it. */
function collect(pattern: string, before: readonly string[]): string[] {
  return [...before, pattern];
}

function duration(text: string): number {
  try {
    return parseDuration(text);
  } catch (thrown) {
    throw new InvalidArgumentError(thrown instanceof SluiceError ? `${thrown.message} ${thrown.remedy}` : '');
  }
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A whole number from 1 on is needed.');
  return Number(text);
}
