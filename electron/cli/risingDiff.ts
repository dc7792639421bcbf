import { SluiceError } from '../../shared/base/errors.ts';
import { risingContexts } from '../../shared/compare/risingContexts.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { dataSetJson, dataSetLines } from '../../shared/report/dataSetReport.ts';
import type { DiffOptions } from './diffOfTrees.ts';
import { print, printLines } from './print.ts';
import { readRecording } from './readRecording.ts';
import { dataSetView, type TypedSteps } from './reportOptions.ts';
import type { Terminal } from './terminal.ts';

/** `sluice diff` of three recordings and more: what rises from each to the next, of the objects that they follow. */
export async function risingDiff(
  terminal: Terminal,
  files: readonly string[],
  options: DiffOptions,
  steps: TypedSteps,
): Promise<void> {
  const { view = 'suspects', failOn, group, groupB, per, format, top } = options;
  if (view !== 'suspects' || failOn.length + group.length + groupB.length > 0 || per !== undefined)
    throw new SluiceError(
      'usage',
      `${files.length} recordings tell what rises: --view ${view}, --fail-on, --group and --per are of two.`,
      'Leave them out, or name two recordings.',
    );
  const snapshots: Snapshot[] = [];
  for (const file of files) snapshots.push(await readRecording(file));
  const [{ target, startedAtMs }] = snapshots;
  snapshots.forEach((each, at) => {
    const before = snapshots.at(at - 1);
    const isNext = at === 0 || (before !== undefined && each.durationMs > before.durationMs);
    if (each.target.pid === target.pid && each.startedAtMs === startedAtMs && isNext) return;
    throw new SluiceError(
      'usage',
      `${files[at]} is no later snapshot of the recording that ${files[0]} is of.`,
      'Type snapshot FILE again and again while one recording goes on, and name the files in that order.',
    );
  });
  const rising = risingContexts(snapshots);
  if (rising === null)
    throw new SluiceError(
      'usage',
      'The recordings followed no objects, so what stays is not known.',
      'Record with --live 512k.',
    );
  const shown = dataSetView(rising, options, steps);
  const { clock, complete, losses } = snapshots[snapshots.length - 1];
  if (format === 'json') await print(terminal, dataSetJson({ target, clock, complete, losses }, shown));
  else await printLines(terminal, dataSetLines(shown, top));
}
