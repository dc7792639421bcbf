import { isSamePath, NO_PATH, type CallPath } from '../../../shared/analysis/callPath.ts';
import { drained } from '../../../shared/base/drained.ts';
import { messageOf } from '../../../shared/base/errors.ts';
import { checkedFilter, type MethodFilter } from '../../../shared/naming/methodFilter.ts';
import type { ViewInput, WorkerView } from './workerView.ts';
import { RowTable, type RowsAsk } from './rowTable.ts';
import type { TableContent } from './tableContent.ts';
import type { TableAsk, TableColumn, TableFilter, TablePicture } from './tableRow.ts';

/**
 * A view that is one table. What its rows are, and where the selection of all views stands in it, is what each says for
 * itself; the rest is the same for all: RowTable.
 */
export abstract class TableView implements WorkerView<TableAsk, TablePicture> {
  readonly #table: RowTable;
  #input: ViewInput | null = null;
  /** The selection of all views as this one knows it: told to it, or made by it. */
  #selection: CallPath = NO_PATH;
  /** The selection is the user's: this view scrolls to it. */
  #isChosen = false;
  #filter: TableFilter | null = null;
  /** The last one that could be used: while another is typed it stays in force. */
  #usedFilter: MethodFilter | null = null;
  #renewals = 0;

  constructor(sortedFirst: TableColumn, namesRowsBy: 'nodes' | 'paths') {
    this.#table = new RowTable(sortedFirst, namesRowsBy);
  }

  /** The rows of one moment. @param follows what the view has become of the moment before */
  protected abstract contentOf(
    input: ViewInput,
    filter: MethodFilter | null,
    follows: TableContent['follows'],
  ): Generator<void, TableContent>;

  /** Where the selection of all views stands within the table; empty = nowhere, null = its rows are no methods. */
  protected abstract placeOf(selection: CallPath, input: ViewInput): CallPath | null;

  /** What all views select when this row is. @returns empty when it is none of the tree's paths */
  protected abstract selectionOf(place: CallPath, selection: CallPath, input: ViewInput): CallPath;

  /** Whether what others select is opened here, and a new recording begins with its hot path. */
  protected abstract readonly opensSelection: boolean;

  /** Each row below the first level is a caller of the one above it. */
  protected readonly showsCallers: boolean = false;

  get callersAbove(): number {
    return this.showsCallers ? Math.max(0, this.#table.selectedPath.length - 1) : 0;
  }

  get selectedTitle(): string | null {
    return this.#table.selectedTitle;
  }

  *update(input: ViewInput, selection: CallPath, isChosen: boolean): Generator<void, CallPath | null> {
    const follows = followsOf(this.#input, input);
    const renewals = this.#renewals;
    const known = this.#selection;
    const isOther = !isSamePath(selection, known);
    let content = yield* this.contentOf(input, this.#usedFilter, follows);
    yield;
    // From here on without a break: what was asked meanwhile is in the table and moves on from there.
    if (renewals !== this.#renewals) content = this.#contentNow(input, 'paths');
    this.#input = input;
    this.#table.show(content);
    if (this.opensSelection && !this.#isChosen) this.#table.followHotPath();
    // What was selected here at a yield is newer than what others had selected before.
    if (follows !== 'nothing' && (!isOther || this.#selection !== known)) return null;
    this.#selection = selection;
    this.#isChosen = isChosen;
    return this.#placeSelection(follows === 'nothing');
  }

  select(path: CallPath, isChosen: boolean): void {
    if (isSamePath(path, this.#selection) && isChosen === this.#isChosen) return;
    this.#selection = path;
    this.#isChosen = isChosen;
    this.#placeSelection(false);
  }

  answer(ask: TableAsk): CallPath | null {
    if (ask.kind === 'filter') {
      this.#setFilter(ask.filter);
      return null;
    }
    return this.#answerOfRows(ask);
  }

  picture(): TablePicture | null {
    const picture = this.#table.picture();
    return picture && { ...picture, filter: this.#filter };
  }

  shownMethods(): Iterable<number> {
    return this.#table.shownMethods();
  }

  /** The table is made anew: what its rows are has changed. */
  protected renew(follows: TableContent['follows']): void {
    this.#renewals++;
    if (!this.#input) return;
    this.#table.show(this.#contentNow(this.#input, follows));
    if (follows === 'nothing') this.#placeSelection(false);
  }

  #answerOfRows(ask: RowsAsk): CallPath | null {
    return this.#table.answer(ask) ? this.#selectRow(true) : null;
  }

  /** @returns what all views select now, null = the selection stays */
  #placeSelection(begins: boolean): CallPath | null {
    const input = this.#input;
    if (!input) return null;
    const place = this.placeOf(this.#selection, input);
    const isPlaced =
      place !== null && this.#table.place(place, this.opensSelection, this.opensSelection || this.#isChosen);
    // Who comes with a method wants to see who calls it.
    if (isPlaced && this.#isChosen && this.showsCallers && this.callersAbove === 0)
      this.#table.openSelected();
    if (isPlaced || !begins) return null;
    return this.#table.selectFirst(this.opensSelection) ? this.#selectRow(false) : null;
  }

  #selectRow(isChosen: boolean): CallPath | null {
    if (!this.#input) return null;
    const selection = this.selectionOf(this.#table.selectedPath, this.#selection, this.#input);
    if (selection.length === 0) return null;
    this.#selection = selection;
    this.#isChosen = isChosen;
    return selection;
  }

  #setFilter(filter: MethodFilter | null): void {
    let whyNot = '';
    try {
      if (filter) checkedFilter(filter);
    } catch (thrown) {
      whyNot = messageOf(thrown);
    }
    this.#filter = filter && { filter, whyNot };
    this.#table.touch();
    if (whyNot !== '') return;
    this.#usedFilter = filter;
    this.renew('paths');
    if (filter && this.opensSelection) this.#table.openAllOfFew();
  }

  #contentNow(input: ViewInput, follows: TableContent['follows']): TableContent {
    return drained(this.contentOf(input, this.#usedFilter, follows));
  }
}

function followsOf(before: ViewInput | null, input: ViewInput): TableContent['follows'] {
  if (before?.recording !== input.recording || before.tree.length === 1) return 'nothing';
  return before.generation === input.generation ? 'nodes' : 'paths';
}
