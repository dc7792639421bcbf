import type { CallPath } from '../../../shared/analysis/callPath.ts';
import { wholeTree } from '../../../shared/analysis/rowSource.ts';
import { selectedAmong, selectedEndingIn } from '../../../shared/analysis/selection.ts';
import type { MethodFilter } from '../../../shared/naming/methodFilter.ts';
import { comparedList } from '../../../shared/compare/comparedList.ts';
import { flatTree } from '../../../shared/rows/flatTree.ts';
import { hotComparison } from '../../../shared/compare/hotComparison.ts';
import { groupTitle, hotFilter, hotTable, type HotGrouping } from '../../../shared/rows/hotRows.ts';
import type { MethodGroups } from '../../../shared/naming/methodGroups.ts';
import { StableNames } from '../table/stableNames.ts';
import { comparedTable, methodNames, tableSource, type TableContent } from '../table/tableContent.ts';
import type { TableAsk, TablePicture } from '../table/tableRow.ts';
import { TableView } from '../table/tableView.ts';
import type { ViewInput } from '../table/workerView.ts';

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
    const { tree, comparison, methods, timed, measured } = input;
    const by = this.#by;
    const compared = comparison && hotComparison(comparison, methods, by);
    const table = compared?.table ?? hotTable(tree, methods, by);
    yield;
    const { ids, groups, spots } = table;
    const passes = filter && hotFilter(table, methods, filter);
    const rows = [...ids.keys()].filter((row) => passes === null || passes[ids[row]] === 1);
    const names = groups ? ids.map((group) => this.#names.numberOf(groups.names[group])) : ids;
    const list = flatTree(spots, rows, names, tree.totalNs[0]);
    if (by === this.#by) this.#groups = groups; // else the grouping was changed at the yield, and this is thrown away
    const totalNs = { a: comparison?.tree.a.totalNs[0] ?? 0, b: tree.totalNs[0] };
    return {
      source: compared
        ? comparedTable(comparedList(compared.columns, rows, names, totalNs, timed), list.contexts)
        : tableSource(wholeTree(list.tree), { contexts: list.contexts }),
      names: groups ? this.#names.named(groupTitle) : methodNames(methods),
      follows: follows === 'nodes' ? 'paths' : follows,
      measured: String(measured),
      timed,
      totalNs: totalNs.b,
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

  protected selectionOf([row]: CallPath, selection: CallPath, { tree, comparison }: ViewInput): CallPath {
    const groups = this.#groups;
    const before = comparison?.tree.a;
    if (!groups) return selectedEndingIn(tree, selection, [row], before);
    const group = groups.names.indexOf(this.#names.keyOf(row));
    return selectedAmong(
      tree,
      selection,
      Uint8Array.from(groups.groupOf, (other) => (other === group ? 1 : 0)),
      before,
    );
  }
}
