import { SluiceError } from '../../shared/base/errors.ts';
import { dataSetDiff } from '../../shared/compare/dataSetDiff.ts';
import { comparableHints, HINTS_RANKED_BY } from '../../shared/hprof/hints/comparableHints.ts';
import type { DataSet } from '../../shared/recording/dataSet.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { dataSetJson, dataSetLines } from '../../shared/report/dataSetReport.ts';
import { groupedSet } from '../../shared/rows/groupedSet.ts';
import type { NamedTable } from '../../shared/tables/namedTables.ts';
import { isAccountGroup } from './accountOption.ts';
import type { OutputFormat } from './formatOption.ts';
import { verdict } from './gateText.ts';
import { print, printLines } from './print.ts';
import { dataSetView, type TypedSteps, type ViewFlags } from './reportOptions.ts';
import { judgeRows } from './rowGate.ts';
import type { Terminal } from './terminal.ts';

interface TableDiffOptions extends ViewFlags {
  readonly top: number;
  readonly per?: string;
  readonly format: OutputFormat;
  readonly failOn: readonly string[];
}

/** Of heap dumps: those of snapshots are classes that rise. */
function areHints({ id, texts }: DataSet): boolean {
  return id === 'suspects' && texts.some((column) => column.id === 'path');
}

/** `sluice diff` of two tables: what the recordings say of themselves is B's. @returns exit code */
export async function diffOfTables(
  terminal: Terminal,
  tables: Readonly<Record<'a' | 'b', NamedTable>>,
  snapshot: Snapshot,
  options: TableDiffOptions,
  steps: TypedSteps,
): Promise<number> {
  if (options.per !== undefined)
    throw new SluiceError(
      'usage',
      `--per says nothing of --view ${tables.b.id}.`,
      'Leave it out: tables are compared as they were recorded.',
    );
  const [setA, setB] = [tables.a.set(), tables.b.set()];
  const [a, b] = areHints(setB) ? comparableHints(setA, setB) : [setA, setB];
  const { by, ...ungrouped } = options;
  const groups = by === undefined || isAccountGroup(by) ? null : by.split(',');
  const grouped = (set: typeof a): typeof a => (groups === null ? set : groupedSet(set, groups));
  const compared = dataSetDiff(grouped(a), grouped(b), areHints(setB) ? HINTS_RANKED_BY : null);
  const eachName = b.texts.map(({ id }) => id);
  const whole = dataSetDiff(groupedSet(a, eachName), groupedSet(b, eachName));
  const failed = judgeRows({ rows: compared, whole }, options.failOn);
  const view = dataSetView(compared, ungrouped, steps);
  if (options.format === 'json')
    await print(terminal, dataSetJson(snapshot, view, options.failOn.length === 0 ? {} : { failed }));
  else await printLines(terminal, dataSetLines(view, options.top));
  return verdict(terminal, options.failOn, failed);
}
