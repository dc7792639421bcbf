import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { dataSetRecording, type SetOrigin } from '../../../shared/recording/sets/dataSetRecording.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { dataSetJson, dataSetLines } from '../../../shared/report/dataSetReport.ts';
import type { OutputFormat } from '../options/formatOption.ts';
import { print, printLines } from '../terminal/print.ts';
import { dataSetView, TypedSteps } from '../options/reportOptions.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeFileAtomically } from '../files/writeFileAtomically.ts';

interface ShownAs {
  readonly filter?: string;
  readonly output?: string;
  readonly top: number;
  readonly format: OutputFormat;
}

/** Shows a data set, or saves it as a recording. */
export async function showHeapSet(
  terminal: Terminal,
  set: DataSet,
  origin: SetOrigin,
  { filter, output, top, format }: ShownAs,
): Promise<void> {
  const flags = { method: [], thread: [], ...(filter === undefined ? {} : { filter }) };
  const view = dataSetView(set, flags, new TypedSteps());
  const snapshot = dataSetRecording([set], origin);
  if (output !== undefined) {
    await writeFileAtomically(output, encodeSnapshot(snapshot));
    terminal.talk(`saved ${output}: show it with --view ${set.id}`);
  } else if (format === 'json') await print(terminal, dataSetJson(snapshot, view));
  else await printLines(terminal, dataSetLines(view, top));
}
