import { callPathOf, nearestAtPath, type CallPath } from '../../../shared/analysis/callPath.ts';
import { subtreeSums } from '../../../shared/cct/subtreeSums.ts';
import { CallTreeRows } from '../../../shared/model/callTreeRows.ts';
import { defaultOrder, type SortColumn, type SortOrder } from '../../../shared/model/sortOrder.ts';
import { ShownRows } from '../shownRows.ts';
import type { ViewInput, WorkerView } from '../workerView.ts';
import type { CallTreeAsk, CallTreePicture, CallTreeRow, TreeAction } from './callTreeRow.ts';
import { isRecursive, openChain } from './treeWalk.ts';

/**
 * What a reader has opened, sorted and searched in a call tree that may change four times a second. Nodes keep their
 * index while a recording grows, so the selection stays; when the tree is another one, what is open and selected moves
 * along the paths of methods that both have.
 */
export class CallTreeView implements WorkerView<CallTreeAsk, CallTreePicture> {
  readonly #shown = new ShownRows();
  #input: ViewInput | null = null;
  #rows: CallTreeRows | null = null;
  /** NodeIndex, 0 = none. */
  #selected = 0;
  #sort: SortOrder = defaultOrder('nano');
  #search: { readonly text: string; readonly count: number } | null = null;
  /** MethodId -> 1 where the search matches. */
  #matches: Uint8Array = new Uint8Array(0);
  #totalErrorNs: Float64Array = new Float64Array(0);
  #allCalls = 0;
  #changed = true;
  /** The last picture's rows. */
  #sent: readonly CallTreeRow[] = [];
  #sentFirstRow = 0;

  *update(input: ViewInput, selection: CallPath): Generator<void, CallPath | null> {
    const { tree, timed, methods } = input;
    const totalErrorNs = subtreeSums(tree.parent, tree.errorNs);
    yield;
    const allCalls = tree.calls.reduce((sum, count) => sum + count, 0);
    const ranks = methods.nameRanks;
    yield;
    if (timed !== (this.#input?.timed ?? true)) this.#sort = defaultOrder(timed ? 'nano' : 'none');
    const rows = new CallTreeRows(tree, ranks, this.#sort);
    yield;
    // From here on without a break: what was asked meanwhile is in #rows and moves on from there.
    const before = this.#input;
    const rowsBefore = this.#rows;
    if (rows.order !== this.#sort) rows.order = this.#sort;
    this.#input = input;
    this.#totalErrorNs = totalErrorNs;
    this.#allCalls = allCalls;
    this.#rows = rows;
    this.#changed = true;
    if (this.#search) this.#find(this.#search.text);
    const goesOn = before?.recording === input.recording && before.tree.length > 1;
    if (rowsBefore && goesOn) {
      const selectedBefore = this.#selected;
      if (before.generation === input.generation) {
        rows.openAsBefore(rowsBefore);
        this.#holdStill(rowsBefore.nodes, selectedBefore, rows, (node) => node);
      } else {
        rows.openAsIn(rowsBefore);
        this.#selected = nearestAtPath(tree, selection);
        rows.reveal(this.#selected);
        this.#holdStill(rowsBefore.nodes, selectedBefore, rows, (node) =>
          nearestAtPath(tree, callPathOf(before.tree, node)),
        );
      }
      return null;
    }
    const known = nearestAtPath(tree, selection);
    if (known > 0) {
      this.#show(known);
      return null;
    }
    this.#select(rows.openHotPath(0) || (rows.nodes.at(0) ?? 0));
    return this.#selected === 0 ? null : callPathOf(tree, this.#selected);
  }

  select(path: CallPath): void {
    if (this.#input) this.#show(nearestAtPath(this.#input.tree, path));
  }

  answer(ask: CallTreeAsk): CallPath | null {
    const rows = this.#rows;
    if (!rows || !this.#input) return null;
    const selectedBefore = this.#selected;
    const rowsBefore = rows.nodes;
    this.#obey(ask, rows, this.#input);
    if (rows.nodes !== rowsBefore) this.#holdStill(rowsBefore, this.#selected, rows, (node) => node);
    if (this.#selected === selectedBefore) return null;
    this.#shown.reveal(rows.rowOf(this.#selected));
    return callPathOf(rows.tree, this.#selected);
  }

  picture(): CallTreePicture | null {
    const rows = this.#rows;
    const input = this.#input;
    if (!rows || !input) return null;
    const { nodes, depths } = rows;
    const sentEndRow = this.#sentFirstRow + this.#sent.length;
    if (!this.#changed && this.#shown.isCovered(this.#sentFirstRow, sentEndRow, nodes.length)) return null;
    this.#changed = false;
    const { firstRow, endRow } = this.#shown.range(nodes.length);
    this.#sent = Array.from({ length: endRow - firstRow }, (_, i) =>
      this.#rowOf(rows, nodes[firstRow + i], depths[firstRow + i]),
    );
    this.#sentFirstRow = firstRow;
    const selectedRow = this.#selected === 0 ? -1 : rows.rowOf(this.#selected);
    return {
      generation: input.generation,
      rowCount: nodes.length,
      firstRow,
      rows: this.#sent,
      selected: this.#selected === 0 ? null : this.#rowOf(rows, this.#selected, depths[selectedRow] ?? 0),
      selectedRow,
      shiftedRows: this.#shown.shiftedRows,
      reveals: this.#shown.reveals,
      sort: this.#sort,
      timed: input.timed,
      search: this.#search,
      totalNs: rows.tree.totalNs[0],
      allCalls: this.#allCalls,
    };
  }

  *shownMethods(): Iterable<number> {
    for (const { method } of this.#sent) yield method;
    if (this.#rows && this.#selected > 0) yield this.#rows.tree.method[this.#selected];
  }

  #obey(ask: CallTreeAsk, rows: CallTreeRows, { generation }: ViewInput): void {
    if (ask.kind === 'look') {
      this.#shown.look(ask.topRow, ask.viewRows, ask.shiftedRows);
      return;
    }
    this.#changed = true;
    switch (ask.kind) {
      case 'act':
        return this.#act(ask.action, rows);
      case 'click':
      case 'toggle':
        if (ask.generation !== generation) return; // what was clicked is no longer there
        if (ask.kind === 'toggle') toggle(rows, ask.node);
        this.#selected = ask.node;
        return;
      case 'sort':
        return this.#sortBy(ask.column, rows);
      case 'search':
        this.#find(ask.text);
        if (this.#search && this.#search.count > 0 && !this.#isOnMatch(rows)) this.#findNext(rows, 1);
        return;
    }
  }

  #act(action: TreeAction, rows: CallTreeRows): void {
    const { nodes } = rows;
    if (nodes.length === 0) return;
    const row = rows.rowOf(this.#selected);
    const selectRow = (to: number): void => {
      this.#selected = nodes[Math.max(0, Math.min(nodes.length - 1, to))];
    };
    switch (action) {
      case 'up':
        return selectRow(row - 1);
      case 'down':
        return selectRow(row + 1);
      case 'pageUp':
        return selectRow(row - this.#shown.pageRows);
      case 'pageDown':
        return selectRow(row + this.#shown.pageRows);
      case 'first':
        return selectRow(0);
      case 'last':
        return selectRow(nodes.length - 1);
      case 'findNext':
        return this.#findNext(rows, 1);
      case 'findPrevious':
        return this.#findNext(rows, -1);
      default:
        return row < 0 ? selectRow(0) : this.#actOnNode(action, rows, this.#selected, row);
    }
  }

  #actOnNode(action: TreeAction, rows: CallTreeRows, node: number, row: number): void {
    const isInner = rows.hasChildren(node);
    switch (action) {
      case 'openOrChild':
        if (isInner && rows.isOpen(node)) this.#selected = rows.nodes[row + 1];
        else rows.open(node);
        return;
      case 'closeOrParent':
        if (isInner && rows.isOpen(node)) rows.close(node);
        else if (rows.tree.parent[node] > 0) this.#selected = rows.tree.parent[node];
        return;
      case 'toggle':
        return toggle(rows, node);
      case 'openAll':
        return rows.openAllBelow(node);
      case 'openChain':
        this.#selected = openChain(rows, node);
        return;
      case 'hotPath':
        this.#selected = rows.openHotPath(node);
        return;
      default:
    }
  }

  #sortBy(column: SortColumn, rows: CallTreeRows): void {
    const ascending = column === this.#sort.column ? !this.#sort.ascending : column === 'name';
    this.#sort = { column, ascending };
    rows.order = this.#sort;
  }

  #find(text: string): void {
    if (!this.#input) return;
    const { methods, tree } = this.#input;
    this.#matches = methods.matches(text);
    this.#search = text === '' ? null : { text, count: countNodes(tree, this.#matches) };
  }

  #isOnMatch({ tree }: CallTreeRows): boolean {
    return this.#selected > 0 && this.#matches[tree.method[this.#selected]] === 1;
  }

  /** Selects the next (1) or previous (-1) match in the order of the rows, opening what it is hidden in. */
  #findNext(rows: CallTreeRows, step: 1 | -1): void {
    if (!this.#search) return;
    const found =
      step > 0
        ? rows.findNext(this.#matches, this.#selected)
        : rows.findPrevious(this.#matches, this.#selected);
    if (found < 0) return;
    rows.reveal(found);
    this.#selected = found;
  }

  /** Selects a node wherever it is hidden. */
  #show(node: number): void {
    this.#rows?.reveal(node);
    this.#select(node);
  }

  #select(node: number): void {
    this.#selected = node;
    this.#changed = true;
    if (this.#rows) this.#shown.reveal(this.#rows.rowOf(node));
  }

  /**
   * What is looked at stays where it is while rows come and go above it.
   * @param before   row -> node of then
   * @param selected node of then
   * @param nodeNow  node of then -> node of now, 0 = none
   */
  #holdStill(
    before: Int32Array,
    selected: number,
    rows: CallTreeRows,
    nodeNow: (node: number) => number,
  ): void {
    const row = this.#shown.heldRow(before.indexOf(selected), before.length);
    if (row < 0) return;
    const moved = rows.rowOf(nodeNow(before[row]));
    if (moved >= 0) this.#shown.shift(moved - row);
  }

  #rowOf(rows: CallTreeRows, node: number, depth: number): CallTreeRow {
    const { tree } = rows;
    const isInner = rows.hasChildren(node);
    return {
      node,
      method: tree.method[node],
      depth,
      isInner,
      isOpen: isInner && rows.isOpen(node),
      isRecursive: isRecursive(tree, node),
      isCounted: tree.counted[node] === 1,
      calls: tree.calls[node],
      selfNs: tree.selfNs[node],
      totalNs: tree.totalNs[node],
      errorNs: tree.errorNs[node],
      totalErrorNs: this.#totalErrorNs[node],
    };
  }
}

function toggle(rows: CallTreeRows, node: number): void {
  if (rows.isOpen(node)) rows.close(node);
  else rows.open(node);
}

/** How many nodes have a method that matches. */
function countNodes(
  { length, method }: { readonly length: number; readonly method: Int32Array },
  matches: Uint8Array,
): number {
  let count = 0;
  for (let node = 1; node < length; node++) if (matches[method[node]] === 1) count++;
  return count;
}
