import { Option, type Command } from 'commander';
import { SluiceError } from '../../shared/base/errors.ts';
import { threadsNamed } from '../../shared/recording/chosenThreads.ts';
import {
  COMPARISON_BASES,
  extentOf,
  usualBasis,
  type ComparisonBasis,
} from '../../shared/compare/comparisonBasis.ts';
import { dataSetDiff } from '../../shared/compare/dataSetDiff.ts';
import { dataSetJson, dataSetLines } from '../../shared/report/dataSetReport.ts';
import { diffJson, diffViewJson } from '../../shared/report/diffJson.ts';
import { comparisonRemarks, diffText } from '../../shared/report/diffText.ts';
import { TREE_VIEWS } from '../../shared/rows/views.ts';
import { namedTables, type NamedTable } from '../../shared/tables/namedTables.ts';
import { METRICS } from '../../shared/metrics/metric.ts';
import type { NameStyle } from '../../shared/naming/methodNames.ts';
import { RecordingDiff, type NamedRecording } from '../../shared/compare/recordingDiff.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import type { CommandContext } from './commandContext.ts';
import { judge, meaningOf, parseDiffGate } from './diffGate.ts';
import type { GateFailure } from './gateText.ts';
import { judgeRows } from './rowGate.ts';
import { groupedSet } from '../../shared/rows/groupedSet.ts';
import {
  accounted,
  askedView,
  isAccountGroup,
  withAccountOption,
  type AccountFlags,
} from './accountOption.ts';
import { EXIT } from './exitCode.ts';
import { formatOption, type OutputFormat } from './formatOption.ts';
import { collect, wholeNumber } from './optionValues.ts';
import { namesOption } from './namesOption.ts';
import { print, printLines } from './print.ts';
import { readRecording } from './readRecording.ts';
import {
  dataSetView,
  shownRows,
  TypedSteps,
  valueIn,
  viewNamed,
  withViewOptions,
  type ViewFlags,
} from './reportOptions.ts';
import type { Terminal } from './terminal.ts';

interface DiffOptions extends ViewFlags, AccountFlags {
  readonly top: number;
  readonly names: NameStyle;
  readonly per?: ComparisonBasis;
  readonly format: OutputFormat;
  readonly failOn: readonly string[];
}

const GATES = `
Gates, --fail-on METRIC[:PATTERN]>LIMIT (quote them; exit code 5 when one fails):
  METRIC   ${METRICS.map(({ id, isExact }) => (isExact ? `${id} (exact)` : id)).join(', ')}, or one of them per calls: selfNs/calls
  PATTERN  each method that matches is judged by itself; without one the recording is judged as a whole
           objects, elements, bytes and live of classes that are made, whoever makes them: a class as it is named, or new PATTERN;
           what the methods of a class make is CLASS::*
  LIMIT    what B may be above A: 10%, 500ns, 20us, 5ms, 1s, 10MB, 4KiB, or a number of calls; < instead of > fails what falls
  Give --per with a LIMIT that is no percentage: without it the lengths of the recordings decide what the limit is of.
  A time fails only by what is beyond the bound of its error (±). Runs of a program differ by more than that: gates on
  calls are exact, gates on times need a limit that suits the program.
  With --view of a data set METRIC is one of its columns, and PATTERN a name, or several with commas, that a row has; * is each row.
  'calls>0%'   'calls:**>0'   'selfNs:com.acme.Shop::order>10%'   'selfNs/calls:com.acme.**>1us'   'calls:com.acme.Cache::get<-5%'
  'bytecodes:com.acme.**>0'   'objects:com.acme.Cart>0'   'bytes:new com.acme.**>+5%'   'elements:byte[]>0'   'live:com.acme.Session>0'   --by accounts 'bytes:xml>0'
`;

export function addDiffCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  const steps = new TypedSteps();
  withAccountOption(
    withViewOptions(
      program
        .command('diff')
        .description(
          'two recordings compared: differences of calls, and of times by calls and by time per call',
        )
        .argument('<a>', 'the recording before')
        .argument('<b>', 'the recording after'),
      steps,
    ),
  )
    .option(
      '--top <n>',
      'at most so many rows of the text, and callers, those that changed most',
      wholeNumber,
      100,
    )
    .addOption(namesOption())
    .addOption(
      new Option(
        '--per <what>',
        'what all numbers are per; recordings of other lengths or numbers of root calls (10 %) are compared by root call',
      ).choices(COMPARISON_BASES),
    )
    .addOption(formatOption('; json without a view is the whole comparison'))
    .option('--fail-on <gate>', 'exit code 5 when it holds; repeatable', collect, [])
    .addHelpText('after', GATES)
    .action(async (a: string, b: string, options: DiffOptions) => {
      context.exitCode = await diffCommand(terminal, a, b, options, steps);
    });
}

/** @throws SluiceError 'usage' that names the file and lists its threads */
function chosenOf(name: string, snapshot: Snapshot, wanted: readonly string[]): NamedRecording {
  if (wanted.length === 0) return { name, snapshot };
  try {
    return { name, snapshot, threads: wanted.flatMap((thread) => threadsNamed(snapshot, thread)) };
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    throw new SluiceError(thrown.code, `${name}: ${thrown.message}`, thrown.remedy, { cause: thrown });
  }
}

/** `sluice diff`: A before, B after. @returns exit code */
async function diffCommand(
  terminal: Terminal,
  fileA: string,
  fileB: string,
  options: DiffOptions,
  steps: TypedSteps,
): Promise<number> {
  const [before, after] = [await readRecording(fileA), await readRecording(fileB)].map((snapshot) =>
    accounted(snapshot, options),
  );
  const tablesOfA = namedTables(before);
  const pairs = namedTables(after).flatMap((b) => {
    const a = tablesOfA.find(({ id }) => id === b.id);
    return a === undefined ? [] : [{ id: b.id, a, b }];
  });
  const named = viewNamed(askedView(options, [before, after]), TREE_VIEWS, pairs) ?? 'tree';
  if (typeof named === 'object') return diffOfTables(terminal, named, after, options, steps);
  const gates = options.failOn.map(parseDiffGate);
  const a = chosenOf(fileA, before, options.thread);
  const b = chosenOf(fileB, after, options.thread);
  const basis = options.per ?? usualBasis(extentOf(a.snapshot, a.threads), extentOf(b.snapshot, b.threads));
  const diff = new RecordingDiff(a, b, basis);
  const failed: readonly GateFailure[] = gates.length === 0 ? [] : judge(diff, gates);
  const { top, names } = options;
  const view = {
    ...shownRows({ methods: [...diff.methods.all] }, named, options, steps),
    value: valueIn(diff, options),
  };
  if (options.format === 'json') {
    const isOneView =
      options.view !== undefined || view.steps.length > 0 || view.filter !== null || view.value !== null;
    const pieces = isOneView ? diffViewJson(diff, view, top, { failed }) : diffJson(diff, { failed });
    await print(terminal, pieces);
  } else {
    await printLines(terminal, diffText(diff, { view, top, names }));
  }
  if (gates.length > 0) for (const remark of comparisonRemarks(diff)) terminal.talk(`warning: ${remark}`);
  return verdict(
    terminal,
    gates.map((gate) => gate.text + meaningOf(gate)),
    failed,
  );
}

/** @returns exit code */
function verdict(terminal: Terminal, gates: readonly string[], failed: readonly GateFailure[]): number {
  if (gates.length === 0) return EXIT.good;
  for (const { sentence } of failed) terminal.talk(`FAILED ${sentence}`);
  if (failed.length === 0) terminal.talk(`passed: ${gates.join(', ')}`);
  return failed.length === 0 ? EXIT.good : EXIT.gateFailed;
}

/** Of two tables: what the recordings say of themselves is B's. */
async function diffOfTables(
  terminal: Terminal,
  tables: Readonly<Record<'a' | 'b', NamedTable>>,
  snapshot: Snapshot,
  options: DiffOptions,
  steps: TypedSteps,
): Promise<number> {
  if (options.per !== undefined)
    throw new SluiceError(
      'usage',
      `--per says nothing of --view ${tables.b.id}.`,
      'Leave it out: tables are compared as they were recorded.',
    );
  const [a, b] = [tables.a.set(), tables.b.set()];
  const { by, ...ungrouped } = options;
  const groups = by === undefined || isAccountGroup(by) ? null : by.split(',');
  const grouped = (set: typeof a): typeof a => (groups === null ? set : groupedSet(set, groups));
  const compared = dataSetDiff(grouped(a), grouped(b));
  const eachName = b.texts.map(({ id }) => id);
  const whole = dataSetDiff(groupedSet(a, eachName), groupedSet(b, eachName));
  const failed = judgeRows({ rows: compared, whole }, options.failOn);
  const view = dataSetView(compared, ungrouped, steps);
  if (options.format === 'json')
    await print(terminal, dataSetJson(snapshot, view, options.failOn.length === 0 ? {} : { failed }));
  else await printLines(terminal, dataSetLines(view, options.top));
  return verdict(terminal, options.failOn, failed);
}
