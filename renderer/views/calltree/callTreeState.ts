import { NO_METHOD, type ExactTree } from '../../../shared/cct/cctTable.ts';
import { childIndex, type ChildIndex } from '../../../shared/cct/childIndex.ts';
import { atom, type Atom } from '../../state/atom.ts';
import type { TreeSnapshot } from '../../worker/cctProtocol.ts';
import type { TreeAction } from './treeKeys.ts';
import { TreeNumbers } from './treeNumbers.ts';
import {
  rowOf,
  siblingOrder,
  treeRows,
  type SiblingOrder,
  type SortColumn,
  type SortOrder,
  type TreeRows,
} from './treeRows.ts';
import { ancestors, findNodes, hotPath, innerNodes, plainPath, samePath } from './treeWalk.ts';

/** How the methods of the tree are called, as far as sorting and finding need it. */
export interface MethodTexts {
  /** Full name, Java form. */
  textOf(method: number): string;
}

/** One picture of the tree: what is drawn. Replaced as a whole at each change. */
export interface CallTreePicture {
  readonly tree: ExactTree;
  readonly children: ChildIndex;
  readonly rows: TreeRows;
  readonly numbers: TreeNumbers;
  readonly isOpen: (node: number) => boolean;
  /** 0 = none */
  readonly selected: number;
  readonly sort: SortOrder;
  /** False when the clock was none: there are counts only. */
  readonly timed: boolean;
  readonly search: TreeSearch | null;
}

export interface TreeSearch {
  readonly text: string;
  /** Nodes whose method matches, closed subtrees included. */
  readonly count: number;
  /** Which of them is selected, from 1; 0 = none. */
  readonly position: number;
  readonly isMatch: (method: number) => boolean;
}

const EMPTY_TREE: ExactTree = {
  length: 0,
  method: new Int32Array(0),
  parent: new Int32Array(0),
  calls: new Float64Array(0),
  selfNs: new Float64Array(0),
  totalNs: new Float64Array(0),
  errorNs: new Float64Array(0),
};

/**
 * What a user has opened, selected, sorted and searched in a call tree that may change four times a second.
 * Nodes keep their index while a recording grows, so all of this stays; when another thread is chosen it moves along
 * the paths of methods that both trees have.
 */
export class CallTreeState {
  readonly picture: Atom<CallTreePicture | null> = atom<CallTreePicture | null>(null);
  #snapshot: TreeSnapshot | null = null;
  #children: ChildIndex = { start: new Int32Array(1), children: new Int32Array(0) };
  #open = new Set<number>();
  #numbers = new TreeNumbers(EMPTY_TREE);
  #selected = 0;
  #sort: SortOrder = { column: 'total', falling: true };
  #searchText = '';
  #texts: MethodTexts = { textOf: (method) => `method ${method}` };
  #timed = true;
  /** Display order of the matches; null when the tree or the text changed since. */
  #found: Int32Array | null = null;

  /** @param timed whether the recording has a clock */
  show(snapshot: TreeSnapshot | null, texts: MethodTexts, timed: boolean): void {
    const before = this.#snapshot;
    this.#texts = texts;
    this.#found = null;
    if (timed !== this.#timed) {
      this.#timed = timed;
      this.#sort = { column: timed ? 'total' : 'calls', falling: true };
    }
    this.#snapshot = snapshot;
    if (!snapshot) {
      this.#forget();
      this.picture.set(null);
      return;
    }
    this.#children = childIndex(snapshot.tree);
    this.#numbers = new TreeNumbers(snapshot.tree);
    if (!before || before.generation !== snapshot.generation) this.#forget();
    else if (before.thread !== snapshot.thread) this.#moveTo(before.tree, snapshot.tree);
    if (this.#open.size === 0 && this.#selected === 0) this.#openHotPath(0);
    this.#draw();
  }

  select(node: number): void {
    this.#selected = node;
    this.#draw();
  }

  toggle(node: number): void {
    if (!this.#open.delete(node)) this.#open.add(node);
    this.#selected = node;
    this.#draw();
  }

  /** The first click on a column sorts numbers falling and names rising, the next one turns it round. */
  sortBy(column: SortColumn): void {
    const falling = column === this.#sort.column ? !this.#sort.falling : column !== 'name';
    this.#sort = { column, falling };
    this.#found = null;
    this.#draw();
  }

  /** Finds methods that have all words of the text in their name; "" ends the search. */
  search(text: string): void {
    this.#searchText = text.trim();
    this.#found = null;
    if (
      this.#searchText !== '' &&
      this.#snapshot &&
      !this.#isMatch(this.#snapshot.tree.method[this.#selected])
    ) {
      this.findNext(1);
    } else this.#draw();
  }

  /** Selects the next (1) or previous (-1) match, opening what it is hidden in. */
  findNext(step: 1 | -1): void {
    if (!this.#snapshot || this.#searchText === '') return;
    const found = this.#matches(this.#snapshot.tree);
    if (found.length > 0) {
      const at = found.indexOf(this.#selected);
      const next = at >= 0 ? at + step : step > 0 ? 0 : found.length - 1;
      this.#reveal(found[(next + found.length) % found.length]);
    }
    this.#draw();
  }

  /** @param pageRows rows that fit the view */
  act(action: TreeAction, pageRows: number): void {
    const picture = this.picture.get();
    if (!picture) return;
    const { rows } = picture;
    const row = rowOf(rows, this.#selected);
    const selectRow = (to: number): void => {
      if (rows.length > 0) this.select(rows.node[Math.max(0, Math.min(rows.length - 1, to))]);
    };
    switch (action) {
      case 'up':
        return selectRow(row < 0 ? 0 : row - 1);
      case 'down':
        return selectRow(row + 1);
      case 'pageUp':
        return selectRow(row - pageRows);
      case 'pageDown':
        return selectRow(row + pageRows);
      case 'first':
        return selectRow(0);
      case 'last':
        return selectRow(rows.length - 1);
      case 'findNext':
        return this.findNext(1);
      case 'findPrevious':
        return this.findNext(-1);
      default:
        if (row < 0) return selectRow(0);
        this.#actOnNode(action, this.#selected, picture, () => selectRow(row + 1));
    }
  }

  #actOnNode(
    action: TreeAction,
    node: number,
    { tree, children }: CallTreePicture,
    toFirstChild: () => void,
  ): void {
    const hasChildren = children.start[node] < children.start[node + 1];
    switch (action) {
      case 'openOrChild':
        if (!hasChildren) return;
        return this.#open.has(node) ? toFirstChild() : this.toggle(node);
      case 'closeOrParent':
        if (hasChildren && this.#open.has(node)) return this.toggle(node);
        return tree.parent[node] > 0 ? this.select(tree.parent[node]) : undefined;
      case 'toggle':
        return hasChildren ? this.toggle(node) : undefined;
      case 'openAll':
        for (const inner of innerNodes(children, node)) this.#open.add(inner);
        return this.#draw();
      case 'openChain': {
        const path = plainPath(children, node);
        for (const link of path) this.#open.add(link);
        return this.select(path[path.length - 1]);
      }
      case 'hotPath':
        this.#openHotPath(node);
        return this.#draw();
      default:
    }
  }

  /** Opens from `node` along the heaviest children and selects the last one. */
  #openHotPath(node: number): void {
    if (!this.#snapshot) return;
    const path = hotPath(this.#snapshot.tree, this.#children, node);
    if (path.length === 0) return;
    for (const link of [node, ...path.slice(0, -1)]) this.#open.add(link);
    this.#selected = path[path.length - 1];
  }

  #reveal(node: number): void {
    if (!this.#snapshot) return;
    for (const ancestor of ancestors(this.#snapshot.tree, node)) this.#open.add(ancestor);
    this.#selected = node;
  }

  #moveTo(from: ExactTree, to: ExactTree): void {
    const open = new Set<number>();
    for (const node of this.#open) {
      const moved = samePath(from, node, to, this.#children);
      if (to.method[moved] === from.method[node]) open.add(moved);
    }
    this.#open = open;
    this.#selected = this.#selected > 0 ? samePath(from, this.#selected, to, this.#children) : 0;
  }

  #forget(): void {
    this.#open = new Set();
    this.#selected = 0;
  }

  #draw(): void {
    if (!this.#snapshot) return;
    const { tree } = this.#snapshot;
    const isOpen = (node: number): boolean => this.#open.has(node);
    this.picture.set({
      tree,
      children: this.#children,
      rows: treeRows(this.#children, isOpen, this.#order(tree)),
      numbers: this.#numbers,
      isOpen,
      selected: this.#selected,
      sort: this.#sort,
      timed: this.#timed,
      search: this.#searchText === '' ? null : this.#searchPicture(tree),
    });
  }

  #order(tree: ExactTree): SiblingOrder {
    return siblingOrder(tree, this.#sort, nameRanks(tree, this.#sort, this.#texts));
  }

  #searchPicture(tree: ExactTree): TreeSearch {
    const found = this.#matches(tree);
    return {
      text: this.#searchText,
      count: found.length,
      position: found.indexOf(this.#selected) + 1,
      isMatch: this.#isMatch,
    };
  }

  #matches(tree: ExactTree): Int32Array {
    this.#found ??= findNodes(tree, this.#children, remembered(this.#isMatch), this.#order(tree));
    return this.#found;
  }

  readonly #isMatch = (method: number): boolean => {
    if (this.#searchText === '' || method === NO_METHOD) return false;
    const text = this.#texts.textOf(method).toLowerCase();
    return this.#searchText
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  };
}

/** A question about a method is asked once, not once per node. */
function remembered(ask: (method: number) => boolean): (method: number) => boolean {
  const answers: (boolean | undefined)[] = [];
  return (method) => (answers[method] ??= ask(method));
}

/** Places of the names of all methods of the tree in alphabetical order; only made when they are sorted by. */
function nameRanks(tree: ExactTree, sort: SortOrder, texts: MethodTexts): (method: number) => number {
  if (sort.column !== 'name') return () => 0;
  const methods = [...new Set(tree.method.subarray(1))];
  const sorted = methods
    .map((method) => ({ method, text: texts.textOf(method) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const rank = new Map(sorted.map(({ method }, i) => [method, i]));
  return (method) => rank.get(method) ?? -1;
}
