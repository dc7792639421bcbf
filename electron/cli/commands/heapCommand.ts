import { Option, type Command } from 'commander';
import { isDumpName } from '../../../shared/hprof/dumpName.ts';
import { UsageError } from '../../../shared/base/errors.ts';
import { LAYOUTS } from '../../../shared/hprof/objectLayout.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { formatOption } from '../options/formatOption.ts';
import { HEAP_VIEWS, type HeapViewName } from '../../../shared/hprof/views/heapQuestion.ts';
import { viewNamed } from '../../../shared/rows/views.ts';
import { kindOfHeapFile, showDump, type HeapFlags } from '../heap/heapDumpViews.ts';
import { takeHeapSnapshots } from '../heap/heapSnapshots.ts';
import { showJvmHeap, writeHeapDump } from '../heap/jvmHeap.ts';
import { duration, memorySize, objectAddress, typedPattern, wholeNumber } from '../options/optionValues.ts';

const COMPARED: ReadonlySet<string> = new Set(['histogram', 'suspects']);

/** In the help of --view. */
const SHOWS: Readonly<Record<HeapViewName, string>> = {
  histogram: 'objects and bytes of each class',
  suspects: 'what may be a leak, each with the path that holds it; --against: what of it has become more',
  made: 'what each context of --recording has made: what holds it, and what it holds',
  biggest: 'objects that hold the most, and where that comes together; with --class: those of the class',
  dominators: 'what holds what, as a tree; with --object: below that object',
  paths: 'shortest paths from roots to the objects of --class or --object, merged by class',
  incoming: 'what refers to them, by class and field',
  outgoing: 'what they refer to',
  strings: 'texts that are there more than once',
  arrays: 'arrays that are mostly null or 0',
  loaders: 'class loaders of the program, what goes with each, and what keeps it',
};

const VIEWS = `
Views, of a heap dump (histogram: of a JVM too):
${HEAP_VIEWS.map((view) => `  ${view.padEnd(11)} ${SHOWS[view]}\n`).join('')}  A PATTERN is that of methods without the method: app.Cart, app.*, app.**; app.Cart[] is its array.
  An object's address is what stands behind the @ of its name.
`;

export function addHeapCommand(program: Command, context: CommandContext): void {
  program
    .command('heap')
    .description(
      'the objects of a running JVM by class, without an agent; a heap dump of it; what is in a heap dump',
    )
    .argument('<target>', 'pid, or a part of the main class or jar; or a heap dump: .hprof, .hprof.gz')
    .option('--view <view>', 'what to show, see below', 'histogram')
    .option('--class <pattern>', 'only objects of these classes')
    .option('--object <address>', 'only this object: 0x7f001230', objectAddress)
    .option(
      '--recording <file>',
      'of a heap dump: the recording that followed objects (--live) while it was made tells who has made them',
    )
    .option(
      '--made-by <pattern>',
      'only objects that this method has made, or what it calls: app.Shop::serve; with --recording',
      typedPattern,
    )
    .option('--depth <n>', 'of the tree of dominators', wholeNumber, 6)
    .option('--all', 'of a JVM: garbage too, without a collection before (default: live objects)', false)
    .option(
      '--snapshot-every <time>',
      'of a JVM: count the objects again and again, as 10s; with --output FILE.sluice',
      duration,
    )
    .option('--count <n>', 'so many snapshots (default: until Ctrl-C)', wholeNumber)
    .option('--filter <words>', 'only rows with these words in their names')
    .option('--against <file>', 'compared with a dump or recording before')
    .option(
      '-o, --output <file>',
      'save what is shown as a recording, for report, diff and convert; FILE.hprof: have the JVM dump its heap there',
    )
    .option('--top <n>', 'at most so many rows, the largest ones', wholeNumber, 30)
    .addOption(
      new Option(
        '--layout <layout>',
        'of objects in a dump: bytes of header and reference (default: as the objects lie)',
      ).choices(LAYOUTS.map(({ id }) => id)),
    )
    .option('--memory <size>', 'what reading a dump may take: 8g (default: half of the machine)', memorySize)
    .addOption(formatOption())
    .addHelpText('after', VIEWS)
    .action((target: string, flags: HeapFlags) => heapCommand(context, target, flags));
}

/** `sluice heap`: of a JVM its histogram or a dump, of a dump one of the views. */
async function heapCommand(context: CommandContext, target: string, flags: HeapFlags): Promise<void> {
  viewNamed(flags.view, HEAP_VIEWS, []);
  if (flags.against !== undefined && !COMPARED.has(flags.view))
    throw new UsageError(
      `--against says nothing of --view ${flags.view}.`,
      'The views histogram and suspects are compared.',
    );
  const isDump = kindOfHeapFile(target) === 'dump';
  if (!isDump && (flags.recording ?? flags.madeBy) !== undefined)
    throw new UsageError(
      `--${flags.recording === undefined ? 'made-by' : 'recording'} is of a heap dump, and ${target} is none.`,
      'Make one while the recording goes on: sluice record PID --live 512k --heap-dump FILE.hprof.',
    );
  if (flags.snapshotEvery !== undefined) {
    if (!isDump) return takeHeapSnapshots(context, target, flags.snapshotEvery, flags);
    throw new UsageError(`${target} is a heap dump: it does not change.`, 'Name a running JVM.');
  }
  if (flags.count !== undefined)
    throw new UsageError('--count is of snapshots.', 'Add --snapshot-every TIME.');
  if (flags.output !== undefined && isDumpName(flags.output)) {
    if (!isDump) return writeHeapDump(context, target, flags.output, flags);
    throw new UsageError(
      `${target} is a heap dump already: there is nothing to be dumped.`,
      'With --output FILE.sluice the view is saved.',
    );
  }
  return isDump ? showDump(context, target, flags) : showJvmHeap(context, target, flags);
}
