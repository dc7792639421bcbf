import { Option, type Command } from 'commander';
import { UsageError } from '../../../shared/base/errors.ts';
import { COMPARISON_BASES } from '../../../shared/compare/comparisonBasis.ts';
import { TREE_VIEWS, viewNamed } from '../../../shared/rows/views.ts';
import { namedTables } from '../../../shared/tables/namedTables.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { diffOfTrees, type DiffOptions } from '../results/diffOfTrees.ts';
import { diffOfTables } from '../results/diffTables.ts';
import { GATES } from '../results/gateVerdict.ts';
import { askedView, readAccounted, withReadOptions } from '../options/accountOption.ts';
import { formatOption, namesOption } from '../options/formatOption.ts';
import { collect, wholeNumber } from '../options/optionValues.ts';
import { TypedSteps, withViewOptions } from '../options/reportOptions.ts';
import { risingDiff } from '../results/risingDiff.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addDiffCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  const steps = new TypedSteps();
  withReadOptions(
    withViewOptions(
      program
        .command('diff')
        .description(
          'two recordings compared: differences of calls, and of times by calls and by time per call; of three and more, what rises',
        )
        .argument('<a>', 'the recording before')
        .argument('[b]', 'the recording after; left away: A again, of other root calls')
        .argument(
          '[later...]',
          'later snapshots of the same recording: which live objects rise from each to the next',
        ),
      steps,
    ),
  )
    .option(
      '--group-b <name>',
      'the root calls of B, where they are others than those of A; repeatable',
      collect,
      [],
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
        'what all numbers and gates are per; without it recordings are compared as they are, and groups of one recording by root call',
      ).choices(COMPARISON_BASES),
    )
    .addOption(formatOption('; json without a view is the whole comparison'))
    .option('--fail-on <gate>', 'exit code 5 when it holds; repeatable', collect, [])
    .addHelpText('after', GATES)
    .action(async (a: string, b: string | undefined, later: string[], options: DiffOptions) => {
      if (b !== undefined && later.length > 0) return risingDiff(terminal, [a, b, ...later], options, steps);
      context.exitCode = await diffCommand(terminal, a, b, options, steps);
    });
}

/** `sluice diff`: A before, B after. @returns exit code */
async function diffCommand(
  terminal: Terminal,
  fileA: string,
  otherFile: string | undefined,
  options: DiffOptions,
  steps: TypedSteps,
): Promise<number> {
  const { group, groupB } = options;
  const groupsOfB = groupB.length === 0 ? group : groupB;
  if (otherFile === undefined && groupB.length === 0)
    throw new UsageError(
      `One recording is given, ${fileA}, and nothing to compare it with.`,
      'Give another one, or other root calls of this one: --group fast --group-b slow.',
    );
  const fileB = otherFile ?? fileA;
  const readA = await readAccounted(fileA, options);
  const readB = await readAccounted(fileB, { ...options, group: groupsOfB });
  const [before, after] = [readA.snapshot, readB.snapshot];
  if (otherFile === undefined && JSON.stringify(before.groups) === JSON.stringify(after.groups))
    throw new UsageError(
      `Both sides are the same root calls of ${fileA}: ${group.join(', ')}.`,
      'Give another recording, or other root calls of this one: --group fast --group-b slow.',
    );
  const nameOf = (file: string, groups: readonly string[]): string =>
    groups.length === 0 ? file : `${file} (${groups.join(', ')} root calls)`;
  const tablesOf = ({ snapshot, apart }: typeof readA, than: { before?: typeof before }) =>
    namedTables(snapshot, { names: 'long', top: null, apart, ...than });
  const [tablesOfA, tablesOfB] = [tablesOf(readA, {}), tablesOf(readB, { before })];
  const pairs = tablesOfB.flatMap((b) => {
    const a = tablesOfA.find(({ id }) => id === b.id);
    return a === undefined ? [] : [{ id: b.id, a, b }];
  });
  const named = viewNamed(askedView(options, [before, after]), TREE_VIEWS, pairs) ?? 'tree';
  if (typeof named === 'object')
    return diffOfTables(terminal, named, { a: before, b: after }, options, steps);
  return diffOfTrees(
    terminal,
    { name: nameOf(fileA, group), snapshot: before },
    { name: nameOf(fileB, groupsOfB), snapshot: after },
    named,
    options,
    steps,
  );
}
