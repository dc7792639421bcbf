import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { wholeTree, type RowSource } from '../../../shared/analysis/rowSource.ts';
import { comparisonOf, type Comparison } from '../../../shared/analysis/comparison.ts';
import { treeNumbers } from '../../../shared/analysis/comparedSource.ts';
import { showPathsTo } from '../../../shared/analysis/transforms.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { subtreeErrors } from '../../../shared/cct/errorSums.ts';
import { filteredMethods, type MethodFilter } from '../../../shared/naming/methodFilter.ts';
import { transformedDiff } from '../../../shared/compare/transformedDiff.ts';
import { ComparedRows } from '../table/comparedRows.ts';
import { methodNames, tableSource, type TableContent } from '../table/tableContent.ts';
import { TableView } from '../table/tableView.ts';
import type { ViewInput } from '../table/workerView.ts';

/** The calling context tree. A filter shows the paths to its methods; what is beside them is summed up. */
export class CallTreeView extends TableView {
  protected readonly opensSelection = true;
  /** Of the last moment without a filter. */
  #rows: RowSource | null = null;
  /** NodeIndex -> ns; written over at each moment, as the numbers of the tree. */
  #totalErrorNs = new Float64Array(0);

  constructor() {
    super('total', 'nodes');
  }

  protected *contentOf(
    input: ViewInput,
    filter: MethodFilter | null,
    follows: TableContent['follows'],
  ): Generator<void, TableContent> {
    const { methods, timed, measured } = input;
    const { tree, comparison } = shownTree(input, filter);
    yield;
    const known = follows === 'nodes' && filter === null ? this.#rows : null;
    const rows = wholeTree(tree, known?.tree.length === tree.length ? known : null);
    this.#rows = filter === null ? rows : null;
    yield;
    if (this.#totalErrorNs.length !== tree.length) this.#totalErrorNs = new Float64Array(tree.length);
    // In place: other sums at each moment would be 8 bytes a node that are garbage at once.
    const totalErrorNs = subtreeErrors(tree, this.#totalErrorNs);
    yield;
    let allCalls = 0;
    for (const count of tree.calls) allCalls += count;
    const names = methodNames(methods);
    yield;
    return {
      source: tableSource(rows, {
        totalErrorNs,
        compared: comparison && new ComparedRows(treeNumbers(comparison, timed)),
      }),
      names,
      // What a filter hides depends on the numbers of the moment.
      follows: filter !== null && follows === 'nodes' ? 'paths' : follows,
      // What it hides is in the numbers of what is shown.
      measured: filter === null ? String(measured) : `${measured} ${JSON.stringify(filter)}`,
      timed,
      get totalNs() {
        return tree.totalNs[0];
      },
      allCalls,
    };
  }

  protected placeOf(selection: CallPath): CallPath {
    return selection;
  }

  protected selectionOf(place: CallPath): CallPath {
    return place;
  }
}

function shownTree(
  { tree, comparison, methods }: ViewInput,
  filter: MethodFilter | null,
): { readonly tree: ExactTree; readonly comparison: Comparison | null } {
  if (filter === null) return { tree, comparison };
  if (!comparison) return { tree: showPathsTo(tree, filteredMethods(methods, filter)).tree, comparison };
  const shown = transformedDiff(comparison.tree, [{ kind: 'showPathsTo', filter }], methods).tree;
  return { tree: shown.b, comparison: comparisonOf(shown) };
}
