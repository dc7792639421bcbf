import { SluiceError } from '../../../shared/base/errors.ts';
import {
  areApartInOne,
  extentOf,
  usualBasis,
  type ComparisonBasis,
} from '../../../shared/compare/comparisonBasis.ts';
import { RecordingDiff, type NamedRecording } from '../../../shared/compare/recordingDiff.ts';
import type { GateFailure } from '../../../shared/gates/gate.ts';
import { judgedObjects } from '../../../shared/gates/judgedClasses.ts';
import { judgeTrees } from '../../../shared/gates/judgedTrees.ts';
import { parseTreeGate } from '../../../shared/gates/treeGate.ts';
import type { NameStyle } from '../../../shared/naming/methodNames.ts';
import { threadsNamed } from '../../../shared/recording/chosenThreads.ts';
import { ownPackagesIn } from '../../../shared/recording/ownPackages.ts';
import { diffJson, diffViewJson } from '../../../shared/report/diffJson.ts';
import { comparisonRemarks } from '../../../shared/report/diffRemarks.ts';
import { diffText } from '../../../shared/report/diffText.ts';
import type { TreeViewName } from '../../../shared/rows/views.ts';
import type { ReadFlags } from '../options/accountOption.ts';
import type { OutputFormat } from '../options/formatOption.ts';
import { verdict } from './gateVerdict.ts';
import { print, printLines } from '../terminal/print.ts';
import { shownRows, valueIn, type TypedSteps, type ViewFlags } from '../options/reportOptions.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface DiffOptions extends ViewFlags, ReadFlags {
  /** The groups of B; none: those of A. */
  readonly groupB: readonly string[];
  readonly top: number;
  readonly names: NameStyle;
  readonly per?: ComparisonBasis;
  readonly format: OutputFormat;
  readonly failOn: readonly string[];
}

/** The call trees of two recordings compared, and judged by gates. @param before A @param after B @returns exit code */
export async function diffOfTrees(
  terminal: Terminal,
  before: NamedRecording,
  after: NamedRecording,
  named: TreeViewName,
  options: DiffOptions,
  steps: TypedSteps,
): Promise<number> {
  const gates = options.failOn.map(parseTreeGate);
  const a = chosenOf(before, options.thread);
  const b = chosenOf(after, options.thread);
  const [extentA, extentB] = [a, b].map(({ snapshot, threads }) => extentOf(snapshot, threads));
  const basis = options.per ?? usualBasis(extentA, extentB, areApartInOne(a.snapshot, b.snapshot));
  const diff = new RecordingDiff(a, b, basis);
  const failed: readonly GateFailure[] = gates.length === 0 ? [] : judgeTrees(diff, gates);
  const { top, names } = options;
  const view = {
    ...shownRows(
      {
        methods: [...diff.methods.all],
        target: { ownPackages: ownPackagesIn([a.snapshot.target, b.snapshot.target]) },
      },
      named,
      options,
      steps,
    ),
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
    gates.map((gate) => gate.text + judgedObjects(diff, gate)),
    failed,
  );
}

/** @throws SluiceError 'usage' that names the file and lists its threads */
function chosenOf(recording: NamedRecording, wanted: readonly string[]): NamedRecording {
  const { name, snapshot } = recording;
  if (wanted.length === 0) return recording;
  try {
    return { name, snapshot, threads: wanted.flatMap((thread) => threadsNamed(snapshot, thread)) };
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    throw new SluiceError(thrown.code, `${name}: ${thrown.message}`, thrown.remedy, { cause: thrown });
  }
}
