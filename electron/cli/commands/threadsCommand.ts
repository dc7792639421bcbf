import { readFile, stat } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { formatBytes, formatCountOf, SEPARATOR } from '../../../shared/naming/formatNumbers.ts';
import { deadlocks } from '../../../shared/threads/deadlocks.ts';
import { USUAL_DUMP_MEMORY_BYTES } from '../../../shared/threads/dumpAccount.ts';
import { threadsJson } from '../../../shared/threads/threadsJson.ts';
import {
  THREADS_TEXT_VIEWS,
  threadsText,
  type ThreadsTextView,
} from '../../../shared/threads/threadsText.ts';
import { threadTable } from '../../../shared/threads/threadTable.ts';
import { programThreads } from '../../../shared/threads/toolThreads.ts';
import { readAside } from '../../engine/reading/readAside.ts';
import type { ReadThreads, ThreadsQuestion } from '../../engine/reading/readQuestions.ts';
import { chooseTarget } from '../targets/chooseTarget.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { EXIT } from '../terminal/exitCode.ts';
import { fileFailure } from '../../../shared/base/fileFailure.ts';
import { formatOption, type OutputFormat } from '../options/formatOption.ts';
import { memorySize, wholeNumber } from '../options/optionValues.ts';
import { print, printLines } from '../terminal/print.ts';
import { dataSetView, TypedSteps } from '../options/reportOptions.ts';

interface ThreadsFlags {
  readonly view: ThreadsTextView;
  readonly all: boolean;
  readonly filter?: string;
  readonly value: string;
  readonly top?: number;
  readonly dump?: number;
  readonly memory?: number;
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
      new Option(
        '--view <view>',
        'threads: a line each; stacks: those that threads have in common; waits: who waits by whose holding, with the stacks of both',
      )
        .choices(THREADS_TEXT_VIEWS)
        .default('threads'),
    )
    .option('--all', "the JVM's own threads too, which run no Java code, and those of Sluice", false)
    .option('--filter <words>', 'only threads with these words in name, state, stack or lock')
    .option('--value <column>', 'those with most of it first: cpuNs, aliveNs', 'cpuNs')
    .option('--top <n>', 'at most so many lines or stacks', wholeNumber)
    .option(
      '--dump <n>',
      'of a file with several dumps: this one, 1 the first (default: the last one)',
      wholeNumber,
    )
    .option('--memory <size>', 'what reading a file may take: 2g (default: 512m)', memorySize)
    .addOption(formatOption())
    .addHelpText('after', `\nEnds with ${EXIT.gateFailed} if threads wait for each other in a circle.\n`)
    .action(async (target: string, flags: ThreadsFlags) => {
      context.exitCode = await threadsCommand(context, target, flags);
    });
}

/** `sluice threads`. @returns exit code: good, or gateFailed for a deadlock */
async function threadsCommand(context: CommandContext, target: string, flags: ThreadsFlags): Promise<number> {
  const { terminal } = context;
  const read = await threadsOf(context, target, flags);
  if (read.dumps.length > 1) terminal.talk(dumpsText(read));
  const threads = flags.all ? read.threads : programThreads(read.threads);
  const view = dataSetView(threadTable(threads), { ...flags, method: [], thread: [] }, new TypedSteps());
  const top = flags.top ?? null;
  if (flags.format === 'json') await print(terminal, threadsJson(threads, view, read));
  else await printLines(terminal, threadsText(flags.view, threads, view, top));
  return deadlocks(threads).length > 0 ? EXIT.gateFailed : EXIT.good;
}

async function threadsOf(
  { engine }: CommandContext,
  target: string,
  { dump, memory: memoryBytes = USUAL_DUMP_MEMORY_BYTES }: Pick<ThreadsFlags, 'dump' | 'memory'>,
): Promise<ReadThreads> {
  const bytes = /^\d+$/.test(target) ? null : await fileBytes(target, memoryBytes);
  if (bytes !== null) return readThreadsOf(target, { bytes, dump: dump ?? null, memoryBytes });
  if (dump !== undefined)
    throw new UsageError('--dump is of a file with thread dumps.', 'A JVM gives one, of the moment.');
  const threads = await engine.threads(chooseTarget(target, await engine.listJvms()));
  return { dumps: [{ takenAt: '', threads: threads.length }], dump: 1, threads };
}

/** @throws SluiceError that names the file */
async function readThreadsOf(file: string, question: ThreadsQuestion): Promise<ReadThreads> {
  try {
    return await readAside('threads', question, {
      ...{ subject: 'The thread dump', fileBytes: question.bytes.length },
      // Twice what is kept: to read it, some of it is there a second time.
      ...{ memoryBytes: 2 * question.memoryBytes, remedy: 'Give it more memory: --memory 2g.' },
    });
  } catch (thrown) {
    if (!(thrown instanceof SluiceError) || thrown instanceof UsageError) throw thrown;
    throw new SluiceError(thrown.code, `${file}: ${thrown.message}`, thrown.remedy, { cause: thrown });
  }
}

/** Null: there is no such file, so it is the name of a program. */
async function fileBytes(target: string, memoryBytes: number): Promise<Uint8Array | null> {
  const remedy = 'Give a file with a thread dump, as jstack writes it.';
  try {
    const found = await stat(target);
    if (found.isDirectory()) return null;
    if (found.size > memoryBytes)
      throw new SluiceError(
        'memory',
        `${target} has ${formatBytes(found.size)}, and reading it may take ${formatBytes(memoryBytes)}.`,
        'Give it more memory (--memory 2g), or the part of the file with the dump.',
      );
    return new Uint8Array(await readFile(target));
  } catch (error) {
    if (error instanceof SluiceError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fileFailure(`${target} could not be read`, error, remedy);
  }
}

/** Which of several dumps is shown, and which ones there are. */
function dumpsText({ dumps, dump }: ReadThreads): string {
  const lines = dumps.map(
    ({ takenAt, threads }, i) =>
      `  ${i + 1 === dump ? '>' : ' '} ${i + 1}  ${takenAt || 'time not told'}, ${formatCountOf(threads, 'thread', 'threads', SEPARATOR)}`,
  );
  return `the file has ${dumps.length} thread dumps; this is number ${dump}, another one with --dump\n${lines.join('\n')}`;
}
