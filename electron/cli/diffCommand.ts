import { Option, type Command } from 'commander';
import { SluiceError } from '../../shared/base/errors.ts';
import { threadsNamed } from '../../shared/recording/chosenThreads.ts';
import {
  COMPARISON_BASES,
  extentOf,
  usualBasis,
  type ComparisonBasis,
} from '../../shared/compare/comparisonBasis.ts';
import { diffJson, diffViewJson } from '../../shared/report/diffJson.ts';
import { comparisonRemarks } from '../../shared/report/diffRemarks.ts';
import { diffText } from '../../shared/report/diffText.ts';
import { TREE_VIEWS } from '../../shared/rows/views.ts';
import { namedTables } from '../../shared/tables/namedTables.ts';
import type { NameStyle } from '../../shared/naming/methodNames.ts';
import { RecordingDiff, type NamedRecording } from '../../shared/compare/recordingDiff.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import type { CommandContext } from './commandContext.ts';
import { judge, meaningOf, parseDiffGate } from './diffGate.ts';
import { diffOfTables } from './diffTables.ts';
import { GATES, verdict, type GateFailure } from './gateText.ts';
import { askedView, readAccounted, withAccountOption, type AccountFlags } from './accountOption.ts';
import { formatOption, namesOption, type OutputFormat } from './formatOption.ts';
import { collect, wholeNumber } from './optionValues.ts';
import { print, printLines } from './print.ts';
import {
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
  const [before, after] = [await readAccounted(fileA, options), await readAccounted(fileB, options)];
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
