import { visibleText } from '../../../shared/naming/visibleText.ts';
import { callPathOf, NO_PATH, type CallPath } from '../../../shared/analysis/callPath.ts';
import type { SortOrder } from '../../../shared/rows/sortOrder.ts';
import { TreeRows } from '../../../shared/rows/treeRows.ts';
import { SAMPLED_TIME } from '../../../shared/metrics/furtherMetrics.ts';
import { hasTotalCalls, TOTAL_CALLS } from '../../../shared/metrics/metric.ts';
import { ShownRows } from './shownRows.ts';
import { PathIds } from './pathIds.ts';
import type { TableContent, TableRows } from './tableContent.ts';
import { furtherColumnsOf, furtherReader, TOTAL_CALLS_COLUMN } from './furtherColumns.ts';
import type { TableAction, TableAsk, TableColumn, TableCopy, TablePicture, TableRow } from './tableRow.ts';
import { notableError } from './notableError.ts';
import { rowText, tableText } from './tableText.ts';
import { isRecursive, openChain } from './treeWalk.ts';

/** What a filter leaves is opened at once when it has no more nodes. */
const MOST_OPENED = 2000;

/** What RowTable does not know of a picture: its view does. */
export type RowsPicture = Omit<TablePicture, 'filter'>;

/** What every table does by itself. A filter is its view's affair: it makes another content. */
export type RowsAsk = Exclude<TableAsk, { readonly kind: 'filter' }>;

/** Where the rows are looked at: the selected row where it is in sight, else the first one in sight. */
interface HeldRow {
  readonly row: number;
  /** NodeIndex */
  readonly node: number;
}

/**
 * What a reader has opened, sorted and searched in a table whose content may change four times a second. Where nodes keep
 * their index, what is open and selected stays with them; else it moves along the paths of names that both contents have.
 */
export class RowTable {
  readonly #shown = new ShownRows();
  readonly #sortedFirst: TableColumn;
  readonly #namesRowsBy: 'nodes' | 'paths';
  /** null: the page names rows by their nodes. */
  #ids: PathIds | null;
  #generation = 0;
  #content: TableContent | null = null;
  #rows: TableRows | null = null;
  /** NodeIndex, 0 = none. */
  #selected = 0;
  /** The selected row is one to scroll to. Others are where they are: a list is read from its top. */
  #isRevealed = false;
  /** The reader has done something with it. */
  #isTouched = false;
  /** The path of what is to be selected: of the selected node, or longer while the tree does not have all of it. */
  #wanted: CallPath = NO_PATH;
  #sort: SortOrder<TableColumn>;
  #search: { readonly text: string; readonly count: number } | null = null;
  /** Of the last picture: see TableSearch. */
  #matchPlace = 0;
  /** name -> 1 where the search matches. */
  #matches: Uint8Array = new Uint8Array(0);
  #copied: TableCopy = { count: 0, text: '' };
  #changed = true;
  /** Of the content. */
  #notableError = 0;
  /** The last picture's rows. */
  #sent: readonly TableRow[] = [];
  #sentFirstRow = 0;

  /**
   * @param sortedFirst what it is sorted by, until the reader says otherwise
   * @param namesRowsBy paths: numbers of rows hold always, at some cost for each row; nodes: without it, until nodes are numbered anew
   */
  constructor(sortedFirst: TableColumn, namesRowsBy: 'nodes' | 'paths') {
    this.#sortedFirst = sortedFirst;
    this.#sort = falling(sortedFirst);
    this.#namesRowsBy = namesRowsBy;
    this.#ids = namesRowsBy === 'paths' ? new PathIds() : null;
  }

  /** The path of the selected row within the table; empty when none is. */
  get selectedPath(): CallPath {
    return this.#rows && this.#selected > 0 ? callPathOf(this.#rows.tree, this.#selected) : NO_PATH;
  }

  show(content: TableContent): void {
    const { source, names, follows } = content;
    const first = firstColumn(content, this.#sortedFirst);
    const firstBefore = this.#content ? firstColumn(this.#content, this.#sortedFirst) : this.#sortedFirst;
    if (first !== firstBefore) this.#sort = falling(first);
    const rowsBefore = follows === 'nothing' ? null : this.#rows;
    const held = rowsBefore && this.#heldRow(rowsBefore.nodes, this.#selected);
    const grown = follows === 'nodes' ? rowsBefore : null;
    const rows: TableRows = new TreeRows(source, names.ranks, this.#sort, grown);
    this.#content = content;
    this.#notableError = content.timed && !source.compared ? notableError(source.tree, content.totalNs) : 0;
    this.#rows = rows;
    this.#changed = true;
    if (this.#search) this.#find(this.#search.text);
    if (!rowsBefore) {
      this.#generation++;
      this.#ids = this.#namesRowsBy === 'paths' ? new PathIds() : null;
      this.#selected = 0;
      this.#isTouched = false;
      this.#wanted = NO_PATH;
      return;
    }
    if (grown) {
      this.#holdStill(held, rows, (node) => node);
      return;
    }
    const { tree: treeBefore } = rowsBefore;
    if (!this.#ids) {
      this.#ids = new PathIds();
      this.#generation++;
    }
    rows.openAsIn(rowsBefore);
    this.#selected = rows.nodeAt(this.#wanted);
    rows.reveal(this.#selected);
    this.#holdStill(held, rows, (node) => rows.nodeAt(callPathOf(treeBefore, node)));
  }

  /**
   * Selects what another view has selected, or as much of it as there is.
   * @param path    within the table
   * @param opens   false: no further than what is open
   * @param reveals whether it is scrolled into view
   * @returns whether there is any of it
   */
  place(path: CallPath, opens: boolean, reveals = true): boolean {
    const rows = this.#rows;
    if (!rows) return false;
    const node = opens ? rows.nodeAt(path) : openNodeAt(rows, path);
    rows.reveal(node);
    this.#select(node, reveals);
    this.#wanted = opens || node === 0 ? path : callPathOf(rows.tree, node);
    return node > 0;
  }

  /** Selects the end of the hot path, or the first row. @returns whether there is any row */
  selectFirst(opensHotPath: boolean): boolean {
    const rows = this.#rows;
    if (!rows) return false;
    this.#select((opensHotPath ? rows.openHotPath(0) : 0) || (rows.nodes.at(0) ?? 0), opensHotPath);
    this.#wanted = this.selectedPath;
    return this.#selected > 0;
  }

  /** What has come since the first picture opens as its rows did, while nobody has touched the table. */
  followHotPath(): void {
    if (this.#isTouched || !this.#rows) return;
    this.#rows.openHotPath(0);
    this.#changed = true;
  }

  /** Shows what is below the selected row. */
  openSelected(): void {
    this.#rows?.open(this.#selected);
    this.#changed = true;
  }

  /** Opens everything, when that can be read. */
  openAllOfFew(): void {
    if (this.#rows && this.#rows.tree.length <= MOST_OPENED) this.#rows.openAllBelow(0);
    this.#changed = true;
  }

  /** @returns whether a row was selected, be it the one that was */
  answer(ask: RowsAsk): boolean {
    const rows = this.#rows;
    if (!rows || !this.#content) {
      if (ask.kind === 'search') this.#search = ask.text === '' ? null : { text: ask.text, count: 0 }; // counted in `show`
      return false;
    }
    const selectedBefore = this.#selected;
    const rowsBefore = rows.nodes;
    this.#isTouched ||= ask.kind !== 'look' || ask.topRow > 0;
    this.#obey(ask, rows, this.#content);
    if (rows.nodes !== rowsBefore)
      this.#holdStill(this.#heldRow(rowsBefore, this.#selected), rows, (node) => node);
    if (this.#selected === selectedBefore && ask.kind !== 'click') return false;
    this.#wanted = this.selectedPath;
    this.#isRevealed = true;
    this.#shown.reveal(rows.rowOf(this.#selected));
    return true;
  }

  /** Where rows are not methods: the title of the selected one, visible. */
  get selectedTitle(): string | null {
    const { titleOf } = this.#content?.names ?? { titleOf: null };
    return titleOf && this.#rows && this.#selected > 0
      ? visibleText(titleOf(this.#rows.tree.method[this.#selected]))
      : null;
  }

  /** Something that the picture has changed outside of the rows. */
  touch(): void {
    this.#changed = true;
  }

  picture(): RowsPicture | null {
    const rows = this.#rows;
    const content = this.#content;
    if (!rows || !content) return null;
    const { nodes } = rows;
    const sentEndRow = this.#sentFirstRow + this.#sent.length;
    if (!this.#changed && this.#shown.isCovered(this.#sentFirstRow, sentEndRow, nodes.length)) return null;
    // Scrolling moves no match.
    if (this.#changed && this.#search) this.#matchPlace = rows.matchPlace(this.#matches, this.#selected);
    this.#changed = false;
    const { firstRow, endRow } = this.#shown.range(nodes.length);
    const further = furtherColumnsOf(content.source, content.timed);
    const readers = further.map((column) => furtherReader(column, content.source));
    this.#sent = Array.from({ length: endRow - firstRow }, (_, i) =>
      this.#rowOf(rows, content, readers, nodes[firstRow + i]),
    );
    this.#sentFirstRow = firstRow;
    const selected = this.#selected;
    const selectedRow = selected === 0 ? -1 : rows.rowOf(selected);
    return {
      generation: this.#generation,
      measured: content.measured,
      rowCount: nodes.length,
      firstRow,
      rows: this.#sent,
      selected: selected === 0 ? null : this.#rowOf(rows, content, readers, selected),
      selectedRow,
      shiftedRows: this.#shown.shiftedRows,
      reveals: this.#isRevealed ? this.#shown.reveals : 0,
      sort: this.#sort,
      timed: content.timed,
      search: this.#search && { ...this.#search, place: this.#matchPlace },
      totalNs: content.totalNs,
      notableError: this.#notableError,
      allCalls: content.allCalls,
      largestChange: content.source.compared?.largestChange ?? null,
      further,
      copied: this.#copied,
    };
  }

  /** Of the last picture, where rows are methods. */
  *shownMethods(): Iterable<number> {
    if (this.#content?.names.titleOf) return;
    for (const { method } of this.#sent) yield method;
    if (this.#rows && this.#selected > 0) yield this.#rows.tree.method[this.#selected];
  }

  #obey(ask: RowsAsk, rows: TableRows, content: TableContent): void {
    if (ask.kind === 'look') {
      this.#shown.look(ask.topRow, ask.viewRows, ask.shiftedRows);
      return;
    }
    this.#changed = true;
    switch (ask.kind) {
      case 'act':
        return this.#act(ask.action, rows);
      case 'click':
      case 'toggle': {
        if (ask.generation !== this.#generation) return; // what was clicked is no longer there
        const node = this.#ids ? rows.nodeAt(this.#ids.pathOf(ask.node)) : ask.node;
        if (ask.kind === 'toggle') toggle(rows, node);
        this.#selected = node;
        return;
      }
      case 'sort':
        return this.#sortBy(ask.column, rows);
      case 'search':
        this.#find(ask.text);
        if (this.#search && !this.#isOnMatch(rows)) this.#goTo(rows.largestMatch(this.#matches), rows);
        return;
      case 'copyRow':
        if (this.#selected > 0) this.#copy(rowText(content, rows, this.#selected));
        return;
      case 'copyTable':
        return this.#copy(tableText(content, rows, ask.form));
    }
  }

  #copy(text: string): void {
    this.#copied = { count: this.#copied.count + 1, text };
  }

  #act(action: TableAction, rows: TableRows): void {
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

  #actOnNode(action: TableAction, rows: TableRows, node: number, row: number): void {
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
      case 'closeAll':
        return rows.closeAllBelow(node);
      case 'openChain':
        this.#selected = openChain(rows, node);
        return;
      case 'hotPath':
        this.#selected = rows.openHotPath(node);
        return;
      default:
    }
  }

  #sortBy(column: TableColumn | 'name', rows: TableRows): void {
    const ascending = column === this.#sort.column ? !this.#sort.ascending : column === 'name';
    this.#sort = { column, ascending };
    rows.order = this.#sort;
  }

  #find(text: string): void {
    if (!this.#content || !this.#rows) return;
    this.#matches = this.#content.names.matches(text);
    this.#search = text === '' ? null : { text, count: countNodes(this.#rows.tree, this.#matches) };
  }

  #isOnMatch({ tree }: TableRows): boolean {
    return this.#selected > 0 && this.#matches[tree.method[this.#selected]] === 1;
  }

  /** Selects the next (1) or previous (-1) match in the order of the rows, opening what it is hidden in. */
  #findNext(rows: TableRows, step: 1 | -1): void {
    if (!this.#search) return;
    this.#goTo(
      step > 0
        ? rows.findNext(this.#matches, this.#selected)
        : rows.findPrevious(this.#matches, this.#selected),
      rows,
    );
  }

  /** @param found -1: nothing */
  #goTo(found: number, rows: TableRows): void {
    if (found < 0) return;
    rows.reveal(found);
    this.#selected = found;
  }

  #select(node: number, reveals: boolean): void {
    this.#selected = node;
    this.#isRevealed = reveals;
    this.#changed = true;
    if (reveals && this.#rows) this.#shown.reveal(this.#rows.rowOf(node));
  }

  /**
   * What is looked at stays where it is while rows come and go above it.
   * @param held    of then
   * @param nodeNow node of then -> node of now, 0 = none
   */
  #holdStill(held: HeldRow | null, rows: TableRows, nodeNow: (node: number) => number): void {
    if (held === null) return;
    const moved = rows.rowOf(nodeNow(held.node));
    if (moved >= 0) this.#shown.shift(moved - held.row);
  }

  #heldRow(nodes: Int32Array, selected: number): HeldRow | null {
    const row = this.#shown.heldRow(nodes.indexOf(selected), nodes.length);
    return row < 0 ? null : { row, node: nodes[row] };
  }

  #rowOf(
    rows: TableRows,
    { source, names, totalNs, allCalls }: TableContent,
    further: readonly ((node: number) => number)[],
    node: number,
  ): TableRow {
    const { tree } = rows;
    const isInner = rows.hasChildren(node);
    const parent = tree.parent[node];
    const { compared } = source;
    return {
      node: this.#ids?.idOf(tree, node) ?? node,
      method: tree.method[node],
      title: names.titleOf?.(tree.method[node]) ?? null,
      depth: rows.depthOf(node),
      isInner,
      isOpen: isInner && rows.isOpen(node),
      isRecursive: isRecursive(tree, node),
      isCounted: compared?.isCounted(node) ?? tree.counted[node] === 1,
      calls: tree.calls[node],
      selfNs: tree.selfNs[node],
      totalNs: tree.totalNs[node],
      errorNs: tree.errorNs[node],
      totalErrorNs: source.totalErrorNs?.[node] ?? null,
      contexts: source.contexts?.[node] ?? 1,
      further: further.map((read) => read(node)),
      parentNs: parent === 0 ? totalNs : tree.totalNs[parent],
      parentCalls: parent === 0 ? allCalls : TOTAL_CALLS.valuesOf(tree)[parent],
      compared: compared?.row(node) ?? null,
    };
  }
}

/** What a table is sorted by at first. @param usual where there are times and no comparison */
function firstColumn({ source, timed }: TableContent, usual: TableColumn): TableColumn {
  if (source.compared) return 'changed';
  if (usual === 'self' && source.tree.metrics?.has(SAMPLED_TIME)) return `metric:${SAMPLED_TIME}`;
  if (timed) return usual;
  return usual === 'total' && hasTotalCalls(source.tree) ? TOTAL_CALLS_COLUMN : 'calls';
}

function falling(column: TableColumn): SortOrder<TableColumn> {
  return { column, ascending: false };
}

/** The node at the end of the part of the path that can be seen; 0 when nothing of it is there. */
function openNodeAt(rows: TableRows, path: CallPath): number {
  let node = 0;
  for (let steps = 1; steps <= path.length; steps++) {
    if (node > 0 && !rows.isOpen(node)) return node;
    const next = rows.nodeAt(path.slice(0, steps));
    if (next === node) return node;
    node = next;
  }
  return node;
}

function toggle(rows: TableRows, node: number): void {
  if (rows.isOpen(node)) rows.close(node);
  else rows.open(node);
}

/** How many nodes have a name that matches. */
function countNodes(
  { length, method }: { readonly length: number; readonly method: Int32Array },
  matches: Uint8Array,
): number {
  let count = 0;
  for (let node = 1; node < length; node++) if (matches[method[node]] === 1) count++;
  return count;
}
