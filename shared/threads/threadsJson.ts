import { isStackColumn } from '../recording/dataSets/stackColumns.ts';
import { rowFields } from '../report/dataSetReport.ts';
import { gatheredJson } from '../report/gathered.ts';
import { VIEW_VERSION } from '../report/viewJson.ts';
import { dataSetRows, type DataSetView } from '../rows/dataSetRows.ts';
import { deadlocks, holders } from './deadlocks.ts';
import type { DumpedThread } from './dumpedThread.ts';
import { holderAt } from './threadTable.ts';
import { purposeOf } from './toolThreads.ts';

/** The dumps of a file, and which of them is shown, from 1 on. */
export interface DumpsOfFile {
  readonly dumps: readonly { readonly takenAt: string; readonly threads: number }[];
  readonly dump: number;
}

/**
 * All that the dump has, in pieces: rows as those of a data set, with the frames of each and of who holds what it waits for, and the
 * deadlocks by thread names.
 */
export function threadsJson(
  threads: readonly DumpedThread[],
  view: DataSetView,
  file: DumpsOfFile,
): Generator<string> {
  return gatheredJson(jsonParts(threads, view, file));
}

function* jsonParts(
  threads: readonly DumpedThread[],
  view: DataSetView,
  { dumps, dump }: DumpsOfFile,
): Generator<string> {
  const { set } = view;
  const texts = set.texts.filter((text) => !isStackColumn(text)); // frame by frame instead
  const columns = [...texts, ...set.values].map(({ id, title }) => ({ id, title }));
  const holderOf = holders(threads);
  const circles = deadlocks(threads).map((circle) => circle.map((thread) => threads[thread].name));
  const shown = { ...view, set: { ...set, texts } };
  const head = {
    format: 'sluice-view',
    version: VIEW_VERSION,
    view: set.id,
    title: set.title,
    columns,
    deadlocks: circles,
    ...(dumps.length > 1 && { dumps, dump }),
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"rows":[`;
  let separator = '';
  for (const row of dataSetRows(view)) {
    const thread = threads[row];
    const { id, isDaemon, isVirtual, frames, holds } = thread;
    const holder = holderAt(threads, holderOf[row]);
    const more = {
      ...{ purpose: purposeOf(thread), id, isDaemon, isVirtual },
      ...{ holds: holds.map(({ className }) => className), frames },
      ...(holder && { heldState: holder.activity, heldFrames: holder.frames }),
    };
    yield `${separator}\n${JSON.stringify({ ...rowFields(shown, row), ...more })}`;
    separator = ',';
  }
  yield ']}\n';
}
