import { BackTraces } from '../../../shared/analysis/backTraces.ts';
import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { backTraceOf, selectedEndingIn } from '../../../shared/analysis/selection.ts';
import { filteredMethods, type MethodFilter } from '../../../shared/model/methodFilter.ts';
import { methodNames, tableSource, type TableContent } from '../table/tableContent.ts';
import { TableView } from '../table/tableView.ts';
import type { ViewInput } from '../workerView.ts';

/** All methods, each with its callers below it, which come into being as rows are opened. A filter is of the methods. */
export class BackTracesView extends TableView {
  protected readonly opensSelection = false;

  constructor() {
    super('self', 'paths');
  }

  protected *contentOf(
    { tree, methods, timed }: ViewInput,
    filter: MethodFilter | null,
    follows: TableContent['follows'],
  ): Generator<void, TableContent> {
    const traces = new BackTraces(tree, filter && filteredMethods(methods, filter));
    yield;
    const allCalls = tree.calls.reduce((sum, count) => sum + count, 0);
    return {
      source: tableSource(traces),
      names: methodNames(methods),
      follows: follows === 'nodes' ? 'paths' : follows,
      timed,
      totalNs: tree.totalNs[0],
      allCalls,
    };
  }

  protected placeOf(selection: CallPath): CallPath {
    return backTraceOf(selection);
  }

  protected selectionOf(place: CallPath, selection: CallPath, { tree }: ViewInput): CallPath {
    return selectedEndingIn(tree, selection, place.toReversed());
  }
}
