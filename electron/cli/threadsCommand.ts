import { readFile, stat } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { messageOf, SluiceError } from '../../shared/base/errors.ts';
import { dataSetRows } from '../../shared/rows/dataSetRows.ts';
import { deadlocks } from '../../shared/threads/deadlocks.ts';
import { threadsIn, type DumpedThread } from '../../shared/threads/threadDump.ts';
import { deadlockLines, stackLines, threadsJson, threadsText } from '../../shared/threads/threadsReport.ts';
import { threadTable } from '../../shared/threads/threadTable.ts';
import { chooseTarget } from './chooseTarget.ts';
import type { CommandContext } from './commandContext.ts';
import { EXIT } from './exitCode.ts';
import { formatOption, type OutputFormat } from './formatOption.ts';
import { wholeNumber } from './optionValues.ts';
import { print, printLines } from './print.ts';
import { dataSetView, TypedSteps } from './reportOptions.ts';

interface ThreadsFlags {
  readonly view: 'threads' | 'stacks';
  readonly all: boolean;
  readonly filter?: string;
  readonly value: string;
  readonly top?: number;
  readonly format: OutputFormat;
}

export function addThreadsCommand(program: Command, context: CommandContext): void {
  program
    .command('threads')
    .description(
      'what each thread of a running JVM does, what it waits for, and deadlocks: no agent, no probes',
    )
    .argument('<target>', 'pid, a part of the main class or jar, or a file with a thread dump')
    .addOption(
      new Option('--view <view>', 'threads: a line each; stacks: those that threads have in common')
        .choices(['threads', 'stacks'])
        .default('threads'),
    )
    .option('--all', "the JVM's own threads too, which run no Java code", false)
    .option('--filter <words>', 'only threads with these words in name, state, method or lock')
    .option('--value <column>', 'those with most of it first: cpuNs, aliveNs', 'cpuNs')
    .option('--top <n>', 'at most so many lines or stacks', wholeNumber)
    .addOption(formatOption())
    .addHelpText('after', `\nEnds with ${EXIT.gateFailed} if threads wait for each other in a circle.\n`)
    .action(async (target: string, flags: ThreadsFlags) => {
      context.exitCode = await threadsCommand(context, target, flags);
    });
}

/** `sluice threads`. @returns exit code: good, or gateFailed for a deadlock */
async function threadsCommand(context: CommandContext, target: string, flags: ThreadsFlags): Promise<number> {
  const { terminal } = context;
  const dumped = await threadsOf(context, target);
  const threads = flags.all ? dumped : dumped.filter(({ activity }) => activity !== 'internal');
  const view = dataSetView(threadTable(threads), { ...flags, method: [], thread: [] }, new TypedSteps());
  const top = flags.top ?? null;
  if (flags.format === 'json') await print(terminal, threadsJson(threads, view));
  else if (flags.view === 'stacks')
    await printLines(terminal, [...deadlockLines(threads), ...stackLines(threads, dataSetRows(view), top)]);
  else await printLines(terminal, threadsText(threads, view, top));
  return deadlocks(threads).length > 0 ? EXIT.gateFailed : EXIT.good;
}

async function threadsOf({ engine }: CommandContext, target: string): Promise<readonly DumpedThread[]> {
  const text = /^\d+$/.test(target) ? null : await fileText(target);
  if (text !== null) {
    const threads = threadsIn(text);
    if (threads.length > 0) return threads;
    throw new SluiceError(
      'io',
      `${target} has no thread dump in it.`,
      'Give a file that jstack, jcmd Thread.print or kill -3 wrote.',
    );
  }
  return engine.threads(chooseTarget(target, await engine.listJvms()));
}

/** null: there is no such file, so it is the name of a program. */
async function fileText(target: string): Promise<string | null> {
  try {
    if (!(await stat(target)).isFile()) return null;
    return await readFile(target, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new SluiceError('io', `${target} cannot be read: ${messageOf(error)}.`);
  }
}
