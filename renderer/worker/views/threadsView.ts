import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { wholeTree } from '../../../shared/analysis/rowSource.ts';
import { errorKind, type ErrorKind } from '../../../shared/cct/errorSums.ts';
import type { ThreadId } from '../../../shared/base/ids.ts';
import { comparedList } from '../../../shared/compare/comparedList.ts';
import { flatTree } from '../../../shared/rows/flatTree.ts';
import { filteredNames, type MethodFilter } from '../../../shared/naming/methodFilter.ts';
import { sumOf } from '../../../shared/base/sumOf.ts';
import {
  threadChange,
  threadComparison,
  type ThreadChange,
} from '../../../shared/compare/threadComparison.ts';
import { threadRows, type ThreadNumber, type ThreadRows } from '../../../shared/rows/threadRows.ts';
import { StableNames } from '../table/stableNames.ts';
import { comparedTable, tableSource, type TableContent, type TableSource } from '../table/tableContent.ts';
import type { TablePicture } from '../table/tableRow.ts';
import { TableView } from '../table/tableView.ts';
import type { ViewInput } from '../table/workerView.ts';

export interface ThreadsPicture extends TablePicture {
  /** `method` of a row -> its thread */
  readonly threadIds: readonly ThreadId[];
}

/** What each thread did, all virtual ones together, whichever are chosen. Its rows select nothing in other views. */
export class ThreadsView extends TableView {
  protected readonly opensSelection = false;
  readonly #names = new StableNames();
  #threadIds: readonly ThreadId[] = [];

  constructor() {
    super('total', 'paths');
  }

  override picture(): ThreadsPicture | null {
    const picture = super.picture();
    return picture && { ...picture, threadIds: this.#threadIds };
  }

  protected *contentOf(
    { eachThread, comparison, timed, measured }: ViewInput,
    filter: MethodFilter | null,
    follows: TableContent['follows'],
  ): Generator<void, TableContent> {
    const ids: ThreadId[] = [];
    const titles: string[] = [];
    const sums: ThreadRows[] = [];
    const changes: ThreadChange[] = [];
    for (const thread of eachThread()) {
      const { id, name, virtual, tree } = thread;
      ids.push(id);
      titles.push(virtual ? 'All virtual threads' : name);
      sums.push(threadRows([tree]));
      if (thread.comparison) changes.push(threadChange(thread.comparison, timed));
      yield;
    }
    const numbers = ids.map((id) => this.#names.numberOf(String(id)));
    const threadIds: ThreadId[] = [];
    const titleOfThread = new Map<string, string>();
    numbers.forEach((number, i) => {
      threadIds[number] = ids[i];
      titleOfThread.set(String(ids[i]), titles[i]);
    });
    this.#threadIds = threadIds;
    const passes = filter && filteredNames(titles, filter);
    const rows = [...titles.keys()].filter((row) => passes === null || passes[row] === 1);
    const column = (name: ThreadNumber): Float64Array => Float64Array.from(sums, (one) => one[name][0]);
    const totals = { a: 0, b: sumOf(column('totalNs')) };
    for (const { sides } of changes) totals.a += sides.a.totalNs[0];
    return {
      source: comparison
        ? comparedTable(comparedList(threadComparison(changes), rows, numbers, totals, timed))
        : threadTable(column, errorKind(sums.at(0) ?? {}), rows, numbers),
      names: this.#names.named((id) => titleOfThread.get(id) ?? ''),
      follows: follows === 'nodes' ? 'paths' : follows,
      measured: String(measured),
      timed,
      totalNs: totals.b,
      allCalls: sumOf(column('calls')),
    };
  }

  protected placeOf(): null {
    return null;
  }

  protected selectionOf(): CallPath {
    return [];
  }
}

/** A thread's own time is its total. */
function threadTable(
  column: (name: ThreadNumber) => Float64Array,
  kind: ErrorKind,
  rows: readonly number[],
  names: readonly number[],
): TableSource {
  const [totalNs, calls, errorNs, contexts] = (['totalNs', 'calls', 'errorNs', 'contexts'] as const).map(
    column,
  );
  const counted = new Uint8Array(totalNs.length);
  const columns = { ...kind, totalNs, selfNs: totalNs, calls, errorNs, contexts, counted };
  const list = flatTree(columns, rows, names, sumOf(totalNs));
  return tableSource(wholeTree(list.tree), { contexts: list.contexts, totalErrorNs: list.tree.errorNs });
}
