import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { CallTreeRows } from '../../../shared/model/callTreeRows.ts';
import type { MethodTable } from '../../../shared/model/methodTable.ts';
import { defaultOrder, type SortColumn, type SortOrder } from '../../../shared/model/sortOrder.ts';
import { atom, type Atom } from '../../state/atom.ts';
import type { TreeSnapshot } from '../../worker/cctProtocol.ts';
import type { TreeAction } from './treeKeys.ts';
import { TreeNumbers } from './treeNumbers.ts';
import { openChain, samePath } from './treeWalk.ts';

/** One picture of the tree: what is drawn. Replaced as a whole at each change. */
export interface CallTreePicture {
  readonly tree: ExactTree;
  /** For what is open and what has children; changes with the next picture. */
  readonly view: CallTreeRows;
  /** row -> NodeIndex */
  readonly nodes: Int32Array;
  /** row -> depth, 0 = a root */
  readonly depths: Int32Array;
  readonly numbers: TreeNumbers;
  /** 0 = none */
  readonly selected: number;
  readonly sort: SortOrder;
  /** False when the clock was none: there are counts only. */
  readonly timed: boolean;
  readonly search: TreeSearch | null;
}

export interface TreeSearch {
  /** As typed. */
  readonly text: string;
  /** Its words, in small letters. */
  readonly words: readonly string[];
  /** Nodes whose method matches, closed branches included. */
  readonly count: number;
}

/**
 * What a user has opened, selected, sorted and searched in a call tree that may change four times a second.
 * Nodes keep their index while a recording grows, so the selection stays; what is open, and the selection when another
 * thread is chosen, moves along the paths of methods that both trees have.
 */
export class CallTreeState {
  readonly picture: Atom<CallTreePicture | null> = atom<CallTreePicture | null>(null);
  #snapshot: TreeSnapshot | null = null;
  #rows: CallTreeRows | null = null;
  #methods: MethodTable | null = null;
  #numbers: TreeNumbers | null = null;
  #selected = 0;
  #timed = true;
  #sort: SortOrder = defaultOrder('nano');
  #search: TreeSearch | null = null;
  /** MethodId -> 1 where the search matches. */
  #matches: Uint8Array = new Uint8Array(0);

  /** @param timed whether the recording has a clock */
  show(snapshot: TreeSnapshot | null, methods: MethodTable, timed: boolean): void {
    const before = this.#snapshot;
    const rowsBefore = this.#rows;
    this.#snapshot = snapshot;
    this.#methods = methods;
    if (timed !== this.#timed) {
      this.#timed = timed;
      this.#sort = defaultOrder(timed ? 'nano' : 'none');
    }
    if (!snapshot) {
      this.#rows = null;
      this.#selected = 0;
      this.picture.set(null);
      return;
    }
    const { tree } = snapshot;
    this.#rows = new CallTreeRows(tree, methods.nameRanks, this.#sort);
    this.#numbers = new TreeNumbers(tree);
    const goesOn = before?.generation === snapshot.generation && before.tree.length > 1;
    if (goesOn && rowsBefore) {
      this.#rows.openAsIn(rowsBefore);
      if (before.thread !== snapshot.thread) this.#selected = samePath(before.tree, this.#selected, tree);
    } else this.#selected = this.#rows.openHotPath(0) || (this.#rows.nodes.at(0) ?? 0);
    if (this.#search) this.#find(this.#search.text);
    this.#draw();
  }

  select(node: number): void {
    this.#selected = node;
    this.#draw();
  }

  toggle(node: number): void {
    const rows = this.#rows;
    if (!rows) return;
    if (rows.isOpen(node)) rows.close(node);
    else rows.open(node);
    this.select(node);
  }

  /** The first click on a column sorts numbers falling and names rising, the next one turns it round. */
  sortBy(column: SortColumn): void {
    if (!this.#rows) return;
    const ascending = column === this.#sort.column ? !this.#sort.ascending : column === 'name';
    this.#sort = { column, ascending };
    this.#rows.order = this.#sort;
    this.#draw();
  }

  /** Looks for methods that have all words of the text in their long name; "" ends the search. */
  search(text: string): void {
    this.#find(text);
    const tree = this.#snapshot?.tree;
    const isOnMatch = tree && this.#matches[tree.method[this.#selected]] === 1;
    if (!isOnMatch && this.#search && this.#search.count > 0) this.findNext(1);
    else this.#draw();
  }

  /** Selects the next (1) or previous (-1) match in the order of the rows, opening what it is hidden in. */
  findNext(step: 1 | -1): void {
    const rows = this.#rows;
    if (!rows || !this.#search) return;
    const found =
      step > 0
        ? rows.findNext(this.#matches, this.#selected)
        : rows.findPrevious(this.#matches, this.#selected);
    if (found < 0) return;
    rows.reveal(found);
    this.select(found);
  }

  /** @param pageRows rows that fit the view */
  act(action: TreeAction, pageRows: number): void {
    const rows = this.#rows;
    if (!rows || rows.nodes.length === 0) return;
    const { nodes } = rows;
    const row = rows.rowOf(this.#selected);
    const selectRow = (to: number): void => this.select(nodes[Math.max(0, Math.min(nodes.length - 1, to))]);
    switch (action) {
      case 'up':
        return selectRow(row - 1);
      case 'down':
        return selectRow(row + 1);
      case 'pageUp':
        return selectRow(row - pageRows);
      case 'pageDown':
        return selectRow(row + pageRows);
      case 'first':
        return selectRow(0);
      case 'last':
        return selectRow(nodes.length - 1);
      case 'findNext':
        return this.findNext(1);
      case 'findPrevious':
        return this.findNext(-1);
      default:
        return row < 0 ? selectRow(0) : this.#actOnNode(action, rows, this.#selected, row);
    }
  }

  #actOnNode(action: TreeAction, rows: CallTreeRows, node: number, row: number): void {
    const isInner = rows.hasChildren(node);
    switch (action) {
      case 'openOrChild':
        if (!isInner) return;
        return rows.isOpen(node) ? this.select(rows.nodes[row + 1]) : this.toggle(node);
      case 'closeOrParent': {
        if (isInner && rows.isOpen(node)) return this.toggle(node);
        const parent = rows.tree.parent[node];
        return parent > 0 ? this.select(parent) : undefined;
      }
      case 'toggle':
        return isInner ? this.toggle(node) : undefined;
      case 'openAll':
        rows.openAllBelow(node);
        return this.#draw();
      case 'openChain':
        return this.select(openChain(rows, node));
      case 'hotPath':
        return this.select(rows.openHotPath(node));
      default:
    }
  }

  #find(text: string): void {
    const tree = this.#snapshot?.tree;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.#matches = this.#methods?.matches(text) ?? this.#matches;
    if (text === '') this.#search = null;
    else this.#search = { text, words, count: tree ? countNodes(tree, this.#matches) : 0 };
  }

  #draw(): void {
    const rows = this.#rows;
    if (!rows || !this.#numbers) return;
    this.picture.set({
      tree: rows.tree,
      view: rows,
      nodes: rows.nodes,
      depths: rows.depths,
      numbers: this.#numbers,
      selected: this.#selected,
      sort: this.#sort,
      timed: this.#timed,
      search: this.#search,
    });
  }
}

/** How many nodes have a method that matches. */
function countNodes({ length, method }: ExactTree, matches: Uint8Array): number {
  let count = 0;
  for (let node = 1; node < length; node++) if (matches[method[node]] === 1) count++;
  return count;
}
