import { UsageError } from '../../../shared/base/errors.ts';
import { risingContexts } from '../../../shared/compare/risingContexts.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { dataSetJson, dataSetLines } from '../../../shared/report/dataSetReport.ts';
import type { DiffOptions } from './diffOfTrees.ts';
import { print, printLines } from '../terminal/print.ts';
import { readRecording } from '../files/readRecording.ts';
import { dataSetView, type TypedSteps } from '../options/reportOptions.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** `sluice diff` of three recordings and more: what rises from each to the next, of the objects that they follow. */
export async function risingDiff(
  terminal: Terminal,
  files: readonly string[],
  options: DiffOptions,
  steps: TypedSteps,
): Promise<void> {
  const { view = 'suspects', failOn, group, groupB, account, by, per, format, top } = options;
  const given = {
    [`--view ${view}`]: view !== 'suspects',
    '--fail-on': failOn.length > 0,
    '--group': group.length > 0,
    '--group-b': groupB.length > 0,
    '--account': account.length > 0,
    '--by': by !== undefined,
    '--per': per !== undefined,
  };
  const ofTwo = Object.keys(given).filter((option) => given[option]);
  if (ofTwo.length > 0)
    throw new UsageError(
      `${files.length} recordings tell what rises, and ${ofTwo.join(' and ')} is for two.`,
      'Leave it out, or name two recordings.',
    );
  const snapshots: Snapshot[] = [];
  for (const file of files) snapshots.push(await readRecording(file));
  const [{ target, startedAtMs }] = snapshots;
  snapshots.forEach((each, at) => {
    const before = snapshots.at(at - 1);
    const isNext = at === 0 || (before !== undefined && each.durationMs > before.durationMs);
    if (each.target.pid === target.pid && each.startedAtMs === startedAtMs && isNext) return;
    throw new UsageError(
      `${files[at]} is no later snapshot of the recording that ${files[0]} is of.`,
      'Record with --snapshot-every 10s, or type snapshot FILE again and again while it goes on, not paused; name the files in that order.',
    );
  });
  const rising = risingContexts(snapshots);
  if (rising === null)
    throw new UsageError(
      'The recordings followed no objects, so what stays is not known.',
      'Record with --live 512k.',
    );
  const shown = dataSetView(rising, options, steps);
  const { clock } = snapshots[0];
  const losses = [...new Set(snapshots.flatMap((each) => each.losses))];
  const complete = snapshots.every((each) => each.complete);
  if (format === 'json') await print(terminal, dataSetJson({ target, clock, complete, losses }, shown));
  else await printLines(terminal, [...incompleteOnes(files, snapshots), ...dataSetLines(shown, top)]);
}

/** What was lost in an early one looks like a rise. */
function incompleteOnes(files: readonly string[], snapshots: readonly Snapshot[]): readonly string[] {
  return snapshots.flatMap(({ complete, losses }, at) =>
    complete ? [] : [`Note: ${files[at]} is incomplete (${losses.join(', ')}): its counts are lower bounds.`],
  );
}
