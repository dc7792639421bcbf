import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { wholeTree } from '../../../shared/analysis/rowSource.ts';
import type { ThreadId } from '../../../shared/base/ids.ts';
import { filteredNames, type MethodFilter } from '../../../shared/model/methodFilter.ts';
import { threadRows } from '../../../shared/model/threadRows.ts';
import { flatTree } from '../table/flatTree.ts';
import { StableNames } from '../table/stableNames.ts';
import { tableSource, type TableContent } from '../table/tableContent.ts';
import type { TablePicture } from '../table/tableRow.ts';
import { TableView } from '../table/tableView.ts';
import type { ViewInput } from '../workerView.ts';

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
    { eachThread, timed }: ViewInput,
    filter: MethodFilter | null,
    follows: TableContent['follows'],
  ): Generator<void, TableContent> {
    const ids: ThreadId[] = [];
    const titles: string[] = [];
    const sums = {
      totalNs: [] as number[],
      errorNs: [] as number[],
      calls: [] as number[],
      contexts: [] as number[],
    };
    for (const { id, name, virtual, tree } of eachThread()) {
      const { totalNs, errorNs, calls, contexts } = threadRows([tree]);
      ids.push(id);
      titles.push(virtual ? 'All virtual threads' : name);
      sums.totalNs.push(totalNs[0]);
      sums.errorNs.push(errorNs[0]);
      sums.calls.push(calls[0]);
      sums.contexts.push(contexts[0]);
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
    const columns = {
      ...sums,
      totalNs: Float64Array.from(sums.totalNs),
      selfNs: Float64Array.from(sums.totalNs),
      errorNs: Float64Array.from(sums.errorNs),
      calls: Float64Array.from(sums.calls),
      counted: new Uint8Array(ids.length),
    };
    const totalNs = sumOf(sums.totalNs);
    const { tree, contexts } = flatTree(columns, rows, numbers, totalNs);
    return {
      source: tableSource(wholeTree(tree), { contexts, totalErrorNs: tree.errorNs }),
      names: this.#names.named((id) => titleOfThread.get(id) ?? ''),
      follows: follows === 'nodes' ? 'paths' : follows,
      timed,
      totalNs,
      allCalls: sumOf(sums.calls),
    };
  }

  protected placeOf(): null {
    return null;
  }

  protected selectionOf(): CallPath {
    return [];
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
