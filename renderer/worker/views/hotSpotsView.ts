import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { wholeTree } from '../../../shared/analysis/rowSource.ts';
import { selectedAmong, selectedEndingIn } from '../../../shared/analysis/selection.ts';
import type { MethodFilter } from '../../../shared/model/methodFilter.ts';
import { SIDE } from '../../../shared/analysis/diffTrees.ts';
import { hotComparison } from '../../../shared/model/hotComparison.ts';
import {
  groupTitle,
  hotFilter,
  hotTable,
  type HotGrouping,
  type HotTable,
} from '../../../shared/model/hotRows.ts';
import type { MethodGroups } from '../../../shared/model/methodGroups.ts';
import { flatTree, type FlatTree } from '../table/flatTree.ts';
import { StableNames } from '../table/stableNames.ts';
import { ComparedRows } from '../table/comparedRows.ts';
import { methodNames, tableSource, type TableContent, type TableSource } from '../table/tableContent.ts';
import type { TableAsk, TablePicture } from '../table/tableRow.ts';
import { TableView } from '../table/tableView.ts';
import type { Comparison, ViewInput } from '../workerView.ts';

export type HotSpotsAsk = TableAsk | { readonly kind: 'group'; readonly by: HotGrouping };

export interface HotSpotsPicture extends TablePicture {
  readonly by: HotGrouping;
}

/**
 * What each method, class or package took over all call paths. A row stands for many of them: all views then select the
 * heaviest one, unless the selected one is among them already.
 */
export class HotSpotsView extends TableView {
  protected readonly opensSelection = false;
  #by: HotGrouping = 'methods';
  #groups: MethodGroups | null = null;
  /** Of the groups: their numbers in MethodGroups change as classes come. */
  #names = new StableNames();

  constructor() {
    super('self', 'paths');
  }

  override answer(ask: HotSpotsAsk): CallPath | null {
    if (ask.kind !== 'group') return super.answer(ask);
    this.#by = ask.by;
    this.#names = new StableNames();
    this.renew('nothing');
    return null;
  }

  override picture(): HotSpotsPicture | null {
    const picture = super.picture();
    return picture && { ...picture, by: this.#by };
  }

  protected *contentOf(
    input: ViewInput,
    filter: MethodFilter | null,
    follows: TableContent['follows'],
  ): Generator<void, TableContent> {
    const { tree, methods, timed } = input;
    const by = this.#by;
    const table = hotTable(tree, methods, by);
    yield;
    const { ids, groups } = table;
    const passes = filter && hotFilter(table, methods, filter);
    const rows = [...ids.keys()].filter((row) => passes === null || passes[ids[row]] === 1);
    const names = groups ? ids.map((group) => this.#names.numberOf(groups.names[group])) : ids;
    const source = sourceOf(input, table, by, rows, names);
    if (by === this.#by) this.#groups = groups; // else the grouping was changed at the yield, and this is thrown away
    return {
      source,
      names: groups ? this.#names.named(groupTitle) : methodNames(methods),
      follows: follows === 'nodes' ? 'paths' : follows,
      timed,
      totalNs: tree.totalNs[0],
      allCalls: tree.calls.reduce((sum, count) => sum + count, 0),
    };
  }

  protected placeOf(selection: CallPath): CallPath {
    const method = selection.at(-1);
    if (method === undefined) return [];
    const groups = this.#groups;
    return [
      groups ? this.#names.numberOf(groups.names[groups.groupOf[method] ?? groups.groupOf[0]]) : method,
    ];
  }

  protected selectionOf([row]: CallPath, selection: CallPath, { tree }: ViewInput): CallPath {
    const groups = this.#groups;
    if (!groups) return selectedEndingIn(tree, selection, [row]);
    const group = groups.names.indexOf(this.#names.keyOf(row));
    return selectedAmong(
      tree,
      selection,
      Uint8Array.from(groups.groupOf, (other) => (other === group ? 1 : 0)),
    );
  }
}

/** @param rows which rows of the list, in this order @param names row of the list -> what it is named by */
function sourceOf(
  { tree, comparison, methods, timed }: ViewInput,
  { spots }: HotTable,
  by: HotGrouping,
  rows: readonly number[],
  names: ArrayLike<number>,
): TableSource {
  if (!comparison) {
    const list = flatTree(spots, rows, names, tree.totalNs[0]);
    return tableSource(wholeTree(list.tree), { contexts: list.contexts });
  }
  const compared = hotComparison(comparison.tree, comparison.causes, methods, by);
  const listOf = (side: 'a' | 'b'): FlatTree =>
    flatTree(compared[side].spots, rows, names, comparison.tree[side].totalNs[0]);
  const [a, b] = [listOf('a'), listOf('b')];
  const pick = (column: Float64Array): Float64Array =>
    Float64Array.from([0, ...rows.map((row) => column[row])]);
  const totalErrorNs = pick(compared.totalErrorNs);
  const flat: Comparison = {
    tree: { a: a.tree, b: b.tree, sides: sidesOf(a, b) },
    causes: {
      selfByCallsNs: pick(compared.selfByCallsNs),
      totalByCallsNs: pick(compared.totalByCallsNs),
    },
  };
  return tableSource(wholeTree(b.tree), {
    contexts: b.contexts,
    compared: new ComparedRows(flat, timed, totalErrorNs),
  });
}

/** By calls: a row stands for many contexts. */
function sidesOf(a: FlatTree, b: FlatTree): Uint8Array {
  return Uint8Array.from(a.tree.calls, (calls, row) => {
    if (row === 0) return SIDE.both;
    return (calls > 0 ? SIDE.onlyA : 0) | (b.tree.calls[row] > 0 ? SIDE.onlyB : 0) || SIDE.both;
  });
}
