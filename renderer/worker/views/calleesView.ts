import { BackTraces } from '../../../shared/analysis/backTraces.ts';
import { callerPath, isSamePath, NO_PATH, type CallPath } from '../../../shared/analysis/callPath.ts';
import { comparedCallers, comparedTree } from '../../../shared/analysis/comparedSource.ts';
import { reshapedComparison } from '../../../shared/analysis/comparison.ts';
import { wholeTree } from '../../../shared/analysis/rowSource.ts';
import { selectedEndingIn } from '../../../shared/analysis/selection.ts';
import { focusMethods } from '../../../shared/analysis/transforms.ts';
import { subtreeErrors } from '../../../shared/cct/errorSums.ts';
import { RowTable, type RowsAsk, type RowsPicture } from '../table/rowTable.ts';
import {
  comparedTable,
  methodNames,
  tableSource,
  type TableContent,
  type TableSource,
} from '../table/tableContent.ts';
import type { ViewInput, WorkerView } from '../table/workerView.ts';

export type CalleesPane = 'callers' | 'callees';

export type CalleesAsk =
  /** null: in the one that was used last. */
  | { readonly kind: 'inPane'; readonly pane: CalleesPane | null; readonly ask: RowsAsk }
  /** The method that is selected, in all views or in one of the panes, is put in the middle. */
  | { readonly kind: 'centre'; readonly pane: CalleesPane | null };

export interface CalleesPicture {
  /** MethodId; null = no method is selected, or the tree has none. */
  readonly subject: number | null;
  readonly callers: RowsPicture;
  readonly callees: RowsPicture;
}

/**
 * One method in the middle of a program: all its calls merged, with what it calls on one side and what calls it on the
 * other. The method is the one that was selected when the view came to the front; rows select without changing it.
 *
 *     callers of B    B        callees of B    B        percentages of both are of the time of all calls of B
 *                     └ A                      ├ C
 *                        └ main                └ D
 */
export class CalleesView implements WorkerView<CalleesAsk, CalleesPicture> {
  readonly #tables = { callers: new RowTable('total', 'paths'), callees: new RowTable('total', 'paths') };
  readonly #pictures: { callers: RowsPicture | null; callees: RowsPicture | null } = {
    callers: null,
    callees: null,
  };
  #input: ViewInput | null = null;
  #selection: CallPath = NO_PATH;
  /** MethodId, -1 = none. */
  #subject = -1;
  /** The one that was used last. */
  #pane: CalleesPane = 'callees';

  *update(input: ViewInput, selection: CallPath): Generator<void, null> {
    const isOther = input.recording !== this.#input?.recording || !isSamePath(selection, this.#selection);
    const subject = isOther ? (selection.at(-1) ?? -1) : this.#subject;
    const contents = yield* contentsOf(input, subject, isOther ? 'nothing' : 'paths');
    this.#input = input;
    if (subject === this.#subject || isOther) {
      if (isOther) this.#selection = selection;
      this.#show(contents, subject, isOther);
    } else this.#centreOn(this.#subject); // asked for at a yield
    return null;
  }

  select(path: CallPath): void {
    const subject = path.at(-1) ?? -1;
    if (isSamePath(path, this.#selection) && subject === this.#subject) return;
    this.#selection = path;
    this.#centreOn(subject);
  }

  answer(ask: CalleesAsk): CallPath | null {
    if (!this.#input) return null;
    if (ask.kind === 'centre') return this.#centre(ask.pane);
    if (ask.pane !== null && ask.ask.kind !== 'look') this.#pane = ask.pane;
    const table = this.#tables[ask.pane ?? this.#pane];
    if (!table.answer(ask.ask)) return null;
    const path = table.selectedPath;
    const ending = this.#pane === 'callees' ? path : path.toReversed();
    const { tree, comparison } = this.#input;
    const selection = selectedEndingIn(tree, this.#selection, ending, comparison?.tree.a);
    if (selection.length === 0) return null;
    this.#selection = selection;
    return selection;
  }

  picture(): CalleesPicture | null {
    const callers = this.#tables.callers.picture();
    const callees = this.#tables.callees.picture();
    if (!callers && !callees) return null;
    const pictures = this.#pictures;
    pictures.callers = callers ?? pictures.callers;
    pictures.callees = callees ?? pictures.callees;
    if (!pictures.callers || !pictures.callees) return null;
    return {
      subject: this.#subject < 0 ? null : this.#subject,
      callers: pictures.callers,
      callees: pictures.callees,
    };
  }

  get callersAbove(): number {
    return this.#pane === 'callers' ? Math.max(0, this.#tables.callers.selectedPath.length - 1) : 0;
  }

  *shownMethods(): Iterable<number> {
    yield* this.#tables.callers.shownMethods();
    yield* this.#tables.callees.shownMethods();
    if (this.#subject >= 0) yield this.#subject;
  }

  /** A row of callers stands for paths that end in the subject: its own method is further up. */
  #centre(pane: CalleesPane | null): CallPath | null {
    this.#pane = pane ?? this.#pane;
    if (pane === 'callers') this.#selection = callerPath(this.#selection, this.callersAbove);
    this.#centreOn(this.#selection.at(-1) ?? -1);
    return this.#selection;
  }

  #centreOn(subject: number): void {
    if (!this.#input) return;
    const steps = contentsOf(this.#input, subject, 'nothing');
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return this.#show(step.value, subject, true);
    }
  }

  #show(contents: Record<CalleesPane, TableContent>, subject: number, begins: boolean): void {
    this.#subject = subject;
    for (const pane of ['callers', 'callees'] as const) {
      const table = this.#tables[pane];
      table.show(contents[pane]);
      if (begins && table.place([subject], true)) table.openSelected();
    }
  }
}

function* contentsOf(
  input: ViewInput,
  subject: number,
  follows: TableContent['follows'],
): Generator<void, Record<CalleesPane, TableContent>> {
  const { methods, timed, measured } = input;
  const only = new Uint8Array(Math.max(0, subject) + 1);
  if (subject >= 0) only[subject] = 1;
  const callees = calleesOf(input, only);
  yield;
  const callers = callersOf(input, only);
  yield;
  const common = {
    names: methodNames(methods),
    follows,
    measured: String(measured),
    timed,
    totalNs: callees.tree.totalNs[0],
  };
  return {
    callees: {
      ...common,
      source: callees,
      allCalls: callees.tree.calls.reduce((sum, count) => sum + count, 0),
    },
    callers: { ...common, source: callers, allCalls: callers.tree.calls[1] ?? 0 },
  };
}

function calleesOf({ tree, comparison, timed }: ViewInput, only: Uint8Array): TableSource {
  const callees = focusMethods(tree, only);
  if (comparison) return comparedTable(comparedTree(reshapedComparison(comparison, callees), timed));
  return tableSource(wholeTree(callees.tree), { totalErrorNs: subtreeErrors(callees.tree) });
}

function callersOf({ tree, comparison, timed }: ViewInput, only: Uint8Array): TableSource {
  if (comparison) return comparedTable(comparedCallers(comparison, timed, only));
  return tableSource(new BackTraces(tree, only));
}
