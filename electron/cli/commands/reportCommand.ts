import type { Command } from 'commander';
import { UsageError } from '../../../shared/base/errors.ts';
import type { NameStyle } from '../../../shared/naming/methodNames.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { LINES_SET } from '../../../shared/recording/samples/sampledLines.ts';
import { dataSetJson } from '../../../shared/report/dataSetReport.ts';
import { reportJson } from '../../../shared/report/reportJson.ts';
import { reportText } from '../../../shared/report/reportText.ts';
import type { ReportView } from '../../../shared/report/reportView.ts';
import { viewJson } from '../../../shared/report/viewJson.ts';
import { narrowedRecording } from '../../../shared/jvmEvents/narrowedRecording.ts';
import { TREE_VIEWS, type TreeViewName, viewNamed } from '../../../shared/rows/views.ts';
import { namedTables, type NamedTable } from '../../../shared/tables/namedTables.ts';
import { askedView, readAccounted, withReadOptions, type ReadFlags } from '../options/accountOption.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { timeOrNone } from '../options/eventOptions.ts';
import { formatOption, namesOption, type OutputFormat } from '../options/formatOption.ts';
import { duration, wholeNumber } from '../options/optionValues.ts';
import { print, printLines } from '../terminal/print.ts';
import {
  dataSetView,
  reportView,
  TypedSteps,
  withViewOptions,
  type ViewFlags,
} from '../options/reportOptions.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface ReportFlags extends ViewFlags, ReadFlags {
  readonly top: number;
  readonly names: NameStyle;
  readonly format: OutputFormat;
  readonly flat: boolean;
  readonly lines: boolean;
  readonly from?: number;
  readonly to?: number;
}

export function addReportCommand(program: Command, { terminal }: CommandContext): void {
  const steps = new TypedSteps();
  withReadOptions(
    withViewOptions(
      program
        .command('report')
        .description('a saved recording as text or JSON')
        .argument('<file>', 'made by record or launch'),
      steps,
    ),
  )
    .option(
      '--top <n>',
      'at most so many rows of each table of the text, and callers, the largest ones',
      wholeNumber,
      100,
    )
    .addOption(namesOption())
    .option('--by-thread', 'a tree for every thread; else all threads are merged')
    .option('--from <time>', 'of samples and events: only what happened from then on: 2s, 1.5s', timeOrNone)
    .option('--to <time>', 'of samples and events: only what happened until then', duration)
    .addOption(formatOption('; json without a view is the whole recording, by thread'))
    .option(
      '--flat',
      'trees of the JSON as lists of nodes that name their parents, for readers that recurse',
      false,
    )
    .option(
      '--lines',
      'samples by line of code, as --view lines, of recordings and files with samples',
      false,
    )
    .action((file: string, flags: ReportFlags) => reportCommand(terminal, file, flags, steps));
}

/** `sluice report`: a saved recording as text for people or JSON for programs. */
async function reportCommand(
  terminal: Terminal,
  file: string,
  flags: ReportFlags,
  steps: TypedSteps,
): Promise<void> {
  const { snapshot: whole, apart } = await readAccounted(
    file,
    flags.lines ? { ...flags, view: LINES_SET } : flags,
  );
  const { top, names, from, to } = flags;
  const snapshot =
    from === undefined && to === undefined
      ? whole
      : narrowedRecording(whole, { fromNs: (from ?? 0) * 1e6, toNs: (to ?? Infinity) * 1e6 });
  if (flags.lines) refuseNoLines(flags, file, snapshot.dataSets);
  const asked = flags.lines ? LINES_SET : askedView(flags, [snapshot]);
  const tables = namedTables(snapshot, { names, top: flags.format === 'json' ? null : top, apart });
  const named = viewNamed(asked, TREE_VIEWS, tables) ?? usualView(snapshot, tables);
  if (typeof named === 'object') {
    const shown = dataSetView(named.set(), flags, steps);
    if (flags.format === 'json') await print(terminal, dataSetJson(snapshot, shown));
    else await printLines(terminal, named.lines(shown, top));
    return;
  }
  const view = reportView(snapshot, named, flags, steps);
  if (flags.flat && flags.format !== 'json')
    throw new UsageError('--flat is of --format json.', 'Leave it out, or add --format json.');
  if (flags.format === 'json') {
    const isOneView = flags.view !== undefined || isPart(flags, view);
    const form = flags.flat ? 'flat' : 'nested';
    const pieces = isOneView ? viewJson(snapshot, view, top, form) : reportJson(snapshot, form);
    await print(terminal, pieces);
  } else {
    await printLines(terminal, reportText(snapshot, { view, top, names }));
  }
}

/** The call tree; of what has none, as snapshots of a heap, its first data set. */
function usualView(
  { threads, roots, dataSets }: Snapshot,
  tables: readonly NamedTable[],
): TreeViewName | NamedTable {
  const isOfSets = threads.length === 0 && roots.length === 0;
  return (isOfSets && tables.find(({ id }) => id === dataSets.at(0)?.id)) || 'tree';
}

/** Whether the view was asked for by other options than its name; by thread the whole recording is as well. */
function isPart({ thread }: ReportFlags, { steps, filter, value }: ReportView): boolean {
  return thread.length > 0 || steps.length > 0 || filter !== null || value !== null;
}

function refuseNoLines({ view }: ReportFlags, file: string, sets: readonly { readonly id: string }[]): void {
  if (view !== undefined)
    throw new UsageError(`--lines is a view, and --view ${view} another one.`, 'Leave one of them out.');
  if (sets.some(({ id }) => id === LINES_SET)) return;
  throw new UsageError(
    `--lines: ${file} has no samples by line of code.`,
    'Files of the Flight Recorder have them, sluice sample -o, and sluice record --sampled-times.',
  );
}
