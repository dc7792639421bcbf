import { EVENTS_SET } from '../../../shared/jvmEvents/eventSet.ts';
import { methodPattern, type NameStyle } from '../../../shared/naming/methodNames.ts';
import { codeOwnersOf } from '../../../shared/recording/codeOwners.ts';
import { recordingResults } from '../../../shared/recording/recordingResults.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { suggestedRoots } from '../../../shared/recording/suggestedRoots.ts';
import { dataSetJson, dataSetLines } from '../../../shared/report/dataSetReport.ts';
import { reportText } from '../../../shared/report/reportText.ts';
import { trackLines } from '../../../shared/report/trackLines.ts';
import { viewJson } from '../../../shared/report/viewJson.ts';
import type { TreeViewName } from '../../../shared/rows/views.ts';
import type { OutputFormat } from '../options/formatOption.ts';
import { print, printLines } from '../terminal/print.ts';
import { dataSetView, reportView, type TypedSteps, type ViewFlags } from '../options/reportOptions.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What the JVM told, as tracks. */
export const TIMELINE = 'timeline';
const MOST_ROOTS = 3;

interface ShownAs extends ViewFlags {
  readonly top: number;
  readonly names: NameStyle;
  readonly format: OutputFormat;
}

/**
 * Shows what was sampled.
 * @param other TIMELINE, or the id of a data set, in place of the view `kind`
 */
export async function showSample(
  terminal: Terminal,
  snapshot: Snapshot,
  kind: TreeViewName,
  other: string | null,
  flags: ShownAs,
  steps: TypedSteps,
): Promise<void> {
  const { format, top, names } = flags;
  if (other === TIMELINE && format === 'text') return printLines(terminal, trackLines(snapshot, top));
  if (other !== null)
    return showSet(other === TIMELINE ? EVENTS_SET : other, snapshot, terminal, flags, steps);
  const view = reportView(snapshot, kind, flags, steps);
  if (format === 'json') return print(terminal, viewJson(snapshot, view, top));
  await printLines(terminal, reportText(snapshot, { view, top, names }));
  if (flags.view === undefined) await printLines(terminal, rootLines(snapshot));
}

async function showSet(
  wanted: string,
  snapshot: Snapshot,
  terminal: Terminal,
  flags: ShownAs,
  steps: TypedSteps,
): Promise<void> {
  const set = snapshot.dataSets.find(({ id }) => id === wanted);
  if (set === undefined) {
    terminal.talk(`there are no ${wanted}: nothing of the kind happened meanwhile`);
    return;
  }
  const view = dataSetView(set, flags, steps);
  if (flags.format === 'json') await print(terminal, dataSetJson(snapshot, view));
  else await printLines(terminal, dataSetLines(view, flags.top));
}

/** What `sluice record` could begin with. */
function* rootLines(snapshot: Snapshot): Generator<string> {
  const { all, methods } = recordingResults(snapshot);
  const roots = suggestedRoots(all, codeOwnersOf(snapshot.target, methods)).slice(0, MOST_ROOTS);
  if (roots.length === 0) return;
  yield 'To count each call below one of these, take it as a root:';
  for (const { methodId } of roots)
    yield `  sluice record ${snapshot.target.pid} --root '${methodPattern(methods.get(methodId))}' -o run.sluice`;
  yield '';
}
