import { UsageError } from '../../../shared/base/errors.ts';
import { withCommonParts } from '../../../shared/compare/commonParts.ts';
import { dataSetDiff } from '../../../shared/compare/dataSetDiff.ts';
import { judgeRows } from '../../../shared/gates/judgedRows.ts';
import { comparableSets } from '../../../shared/hprof/hints/comparableHints.ts';
import { groupsText } from '../../../shared/recording/sets/rootCallGroups.ts';
import { namesRows } from '../../../shared/recording/dataSets/stackColumns.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { dataSetJson, dataSetLines } from '../../../shared/report/dataSetReport.ts';
import type { DataSetView } from '../../../shared/rows/dataSetRows.ts';
import { groupedSet } from '../../../shared/rows/groupedSet.ts';
import type { NamedTable } from '../../../shared/tables/namedTables.ts';
import { isAccountGroup } from '../options/accountOption.ts';
import type { OutputFormat } from '../options/formatOption.ts';
import { verdict } from './gateVerdict.ts';
import { print, printLines } from '../terminal/print.ts';
import { dataSetView, type TypedSteps, type ViewFlags } from '../options/reportOptions.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface TableDiffOptions extends ViewFlags {
  readonly top: number;
  readonly per?: string;
  readonly format: OutputFormat;
  readonly failOn: readonly string[];
}

/** `sluice diff` of two tables: what the recordings say of themselves is B's. @returns exit code */
export async function diffOfTables(
  terminal: Terminal,
  tables: Readonly<Record<'a' | 'b', NamedTable>>,
  recordings: Readonly<Record<'a' | 'b', Snapshot>>,
  options: TableDiffOptions,
  steps: TypedSteps,
): Promise<number> {
  if (options.per !== undefined)
    throw new UsageError(
      `--per says nothing of --view ${tables.b.id}.`,
      'Leave it out: tables are compared as they were recorded.',
    );
  const { a, b, rankedBy } = comparableSets(...withCommonParts(tables.a.set(), tables.b.set()));
  const { by, ...ungrouped } = options;
  const groups = by === undefined || isAccountGroup(by) ? null : by.split(',');
  const grouped = (set: typeof a): typeof a => (groups === null ? set : groupedSet(set, groups));
  const compared = dataSetDiff(grouped(a), grouped(b), rankedBy);
  const eachName = b.texts.filter(namesRows).map(({ id }) => id);
  const whole = dataSetDiff(groupedSet(a, eachName), groupedSet(b, eachName));
  const failed = judgeRows({ rows: compared, whole }, options.failOn);
  const view = dataSetView(compared, ungrouped, steps);
  if (options.format === 'json') {
    const { target, clock, complete, losses } = recordings.b;
    const sides = { groupsA: recordings.a.groups, groupsB: recordings.b.groups };
    const ofGates = options.failOn.length === 0 ? {} : { failed };
    await print(terminal, dataSetJson({ target, clock, complete, losses }, view, { ...sides, ...ofGates }));
  } else await printLines(terminal, comparedLines(recordings, view, options.top));
  return verdict(terminal, options.failOn, failed);
}

/** Of which root calls each side is, where one is not of all, and the table. */
function* comparedLines(
  { a, b }: Readonly<Record<'a' | 'b', Snapshot>>,
  view: DataSetView,
  top: number,
): Generator<string> {
  const [groupsA, groupsB] = [a, b].map(groupsText);
  if (groupsA !== null || groupsB !== null) {
    yield `A: ${groupsA ?? 'all root calls'}`;
    yield `B: ${groupsB ?? 'all root calls'}`;
    yield 'Numbers of tables are as recorded, not per root call.';
  }
  yield* dataSetLines(view, top);
}
