import { Option, type Command } from 'commander';
import { COMPARISON_BASES } from '../../shared/compare/comparisonBasis.ts';
import { TREE_VIEWS } from '../../shared/rows/views.ts';
import { namedTables } from '../../shared/tables/namedTables.ts';
import type { CommandContext } from './commandContext.ts';
import { diffOfTrees, type DiffOptions } from './diffOfTrees.ts';
import { diffOfTables } from './diffTables.ts';
import { GATES } from './gateText.ts';
import { askedView, readAccounted, withAccountOption } from './accountOption.ts';
import { formatOption, namesOption } from './formatOption.ts';
import { collect, wholeNumber } from './optionValues.ts';
import { TypedSteps, viewNamed, withViewOptions } from './reportOptions.ts';
import type { Terminal } from './terminal.ts';

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
  return diffOfTrees(
    terminal,
    { name: fileA, snapshot: before },
    { name: fileB, snapshot: after },
    named,
    options,
    steps,
  );
}
