import { BackTraces } from '../../../shared/analysis/backTraces.ts';
import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { comparedCallers } from '../../../shared/analysis/comparedSource.ts';
import { backTraceOf, selectedEndingIn } from '../../../shared/analysis/selection.ts';
import { filteredMethods, type MethodFilter } from '../../../shared/naming/methodFilter.ts';
import { comparedTable, methodNames, tableSource, type TableContent } from '../table/tableContent.ts';
import { TableView } from '../table/tableView.ts';
import type { ViewInput } from '../table/workerView.ts';

/** All methods, each with its callers below it, which come into being as rows are opened. A filter is of the methods. */
export class BackTracesView extends TableView {
  protected readonly opensSelection = false;
  protected override readonly showsCallers = true;

  constructor() {
    super('self', 'paths');
  }

  protected *contentOf(
    { tree, comparison, methods, timed, measured }: ViewInput,
    filter: MethodFilter | null,
    follows: TableContent['follows'],
  ): Generator<void, TableContent> {
    const only = filter && filteredMethods(methods, filter);
    const source = comparison
      ? comparedTable(comparedCallers(comparison, timed, only))
      : tableSource(new BackTraces(tree, only));
    yield;
    const allCalls = tree.calls.reduce((sum, count) => sum + count, 0);
    return {
      source,
      names: methodNames(methods),
      follows: follows === 'nodes' ? 'paths' : follows,
      measured: String(measured),
      timed,
      totalNs: tree.totalNs[0],
      allCalls,
    };
  }

  protected placeOf(selection: CallPath): CallPath {
    return backTraceOf(selection);
  }

  protected selectionOf(place: CallPath, selection: CallPath, { tree, comparison }: ViewInput): CallPath {
    return selectedEndingIn(tree, selection, place.toReversed(), comparison?.tree.a);
  }
}
