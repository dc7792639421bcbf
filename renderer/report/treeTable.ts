import type { ReportData, ReportRows, ReportThread } from '../../shared/export/reportData.ts';
import { formatCount } from '../../shared/naming/formatNumbers.ts';
import { element } from './element.ts';
import { methodName } from './methodCell.ts';
import { numberColumns, type NumberColumn } from './numberCells.ts';

/** A child must hold more than this of its caller to be opened with it at first. */
const HOT_SHARE = 0.5;
/** Rows that "open all below" adds at most: each is an element of the page. */
const MAX_OPENED = 2_000;

/**
 * The call tree of one thread as a table whose rows open and close (the treegrid pattern of ARIA): arrows, Home, End,
 * `*` opens all below. Only rows that are shown are in the page.
 */
export function treeTable(data: ReportData, thread: ReportThread, base: number): HTMLElement {
  const { rows } = thread;
  const columns = numberColumns(rows, 'total', data.clock, base);
  const body = element('tbody');
  const table = element(
    'table',
    { attributes: { role: 'treegrid', 'aria-label': `Call tree of ${thread.name}` } },
    element('thead', {}, headRow(columns)),
    body,
  );
  const tree = new OpenRows(data, rows, columns, body);
  tree.openHotPath();
  return table;
}

function headRow(columns: readonly NumberColumn[]): HTMLTableRowElement {
  const heads = columns.map(({ head, title }) =>
    element('th', { class: 'number', text: head, attributes: { scope: 'col', title } }),
  );
  return element('tr', {}, ...heads, element('th', { text: 'Call Tree', attributes: { scope: 'col' } }));
}

class OpenRows {
  readonly #data: ReportData;
  readonly #rows: ReportRows;
  readonly #columns: readonly NumberColumn[];
  readonly #body: HTMLTableSectionElement;
  /** row -> the row behind its last descendant */
  readonly #end: Int32Array;
  /** row -> its element, while it is shown */
  readonly #shown = new Map<number, HTMLTableRowElement>();
  #focused = 0;

  constructor(
    data: ReportData,
    rows: ReportRows,
    columns: readonly NumberColumn[],
    body: HTMLTableSectionElement,
  ) {
    this.#data = data;
    this.#rows = rows;
    this.#columns = columns;
    this.#body = body;
    this.#end = subtreeEnds(rows.depth);
    for (let row = 0; row < rows.depth.length; row = this.#end[row]) this.#body.append(this.#element(row));
    this.#shown.get(0)?.setAttribute('tabindex', '0');
    body.addEventListener('click', (event) => this.#onClick(event));
    body.addEventListener('keydown', (event) => this.#onKey(event));
  }

  openHotPath(): void {
    const { totalNs, calls } = this.#rows;
    const weights = this.#data.clock === 'none' ? calls : totalNs;
    for (let row = 0; this.#hasChildren(row);) {
      this.#open(row);
      const child = row + 1; // the largest one stands first
      if (!(weights[child] > HOT_SHARE * weights[row])) return;
      row = child;
    }
  }

  #hasChildren(row: number): boolean {
    return this.#end[row] > row + 1;
  }

  #isOpen(row: number): boolean {
    return this.#shown.has(row + 1) && this.#hasChildren(row);
  }

  #open(row: number): void {
    if (!this.#hasChildren(row) || this.#isOpen(row)) return;
    const children: HTMLElement[] = [];
    for (let child = row + 1; child < this.#end[row]; child = this.#end[child])
      children.push(this.#element(child));
    this.#shown.get(row)?.after(...children);
    this.#shown.get(row)?.setAttribute('aria-expanded', 'true');
  }

  #close(row: number): void {
    if (!this.#isOpen(row)) return;
    for (let below = row + 1; below < this.#end[row]; below++) {
      this.#shown.get(below)?.remove();
      this.#shown.delete(below);
    }
    this.#shown.get(row)?.setAttribute('aria-expanded', 'false');
  }

  #openAllBelow(row: number): void {
    let left = MAX_OPENED;
    for (let below = row; below < this.#end[row] && left > 0; below++) {
      if (!this.#shown.has(below) || this.#isOpen(below)) continue;
      const before = this.#shown.size;
      this.#open(below);
      left -= this.#shown.size - before;
    }
  }

  #element(row: number): HTMLTableRowElement {
    const { depth, method, leftOut } = this.#rows;
    const name = element('td', { class: 'tree' }, methodName(this.#data, method[row]));
    name.style.setProperty('--depth', String(depth[row]));
    if (leftOut[row] > 0) {
      const text = `+ ${formatCount(leftOut[row])} smaller callees`;
      name.append(element('span', { class: 'leftOut', text }));
    }
    const made = element(
      'tr',
      { attributes: { role: 'row', 'aria-level': String(depth[row] + 1), tabindex: '-1' } },
      ...this.#columns.map(({ cell }) => cell(row)),
      name,
    );
    for (const cell of made.cells) cell.setAttribute('role', 'gridcell');
    if (this.#hasChildren(row)) made.setAttribute('aria-expanded', 'false');
    made.dataset.row = String(row);
    this.#shown.set(row, made);
    return made;
  }

  #onClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target.closest('tr') : null;
    if (target === null) return;
    const row = Number(target.dataset.row);
    this.#focus(row);
    if (this.#isOpen(row)) this.#close(row);
    else this.#open(row);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.#focused;
    switch (event.key) {
      case 'ArrowDown':
        this.#focus(this.#neighbour(row, 1));
        break;
      case 'ArrowUp':
        this.#focus(this.#neighbour(row, -1));
        break;
      case 'ArrowRight':
        if (this.#isOpen(row)) this.#focus(row + 1);
        else this.#open(row);
        break;
      case 'ArrowLeft':
        if (this.#isOpen(row)) this.#close(row);
        else this.#focus(this.#callerOf(row));
        break;
      case 'Enter':
        if (this.#isOpen(row)) this.#close(row);
        else this.#open(row);
        break;
      case 'Home':
        this.#focus(0);
        break;
      case 'End':
        this.#focus(Number(this.#body.lastElementChild?.getAttribute('data-row') ?? 0));
        break;
      case '*':
        this.#openAllBelow(row);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  #neighbour(row: number, step: 1 | -1): number {
    const present = this.#shown.get(row);
    const next = step === 1 ? present?.nextElementSibling : present?.previousElementSibling;
    return Number(next?.getAttribute('data-row') ?? row);
  }

  #callerOf(row: number): number {
    const { depth } = this.#rows;
    if (depth[row] === 0) return row;
    let above = row - 1;
    while (depth[above] >= depth[row]) above--;
    return above;
  }

  #focus(row: number): void {
    this.#shown.get(this.#focused)?.setAttribute('tabindex', '-1');
    this.#focused = row;
    const focused = this.#shown.get(row);
    focused?.setAttribute('tabindex', '0');
    focused?.focus();
  }
}

/** row -> the row behind its last descendant, for rows in depth-first order. */
export function subtreeEnds(depth: readonly number[]): Int32Array {
  const ends = new Int32Array(depth.length);
  const open: number[] = [];
  for (let row = 0; row <= depth.length; row++) {
    const level = row < depth.length ? depth[row] : 0;
    while (open.length > level) ends[open.pop() ?? 0] = row;
    open.push(row);
  }
  return ends;
}
