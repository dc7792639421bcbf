import type { CallPath } from '../../../shared/analysis/callPath.ts';
import type { Comparison } from '../../../shared/analysis/comparison.ts';
import type { ThreadId } from '../../../shared/base/ids.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import type { MethodTable } from '../../../shared/naming/methodTable.ts';

/** One moment of the tree, as every view gets it. */
export interface ViewInput {
  /** Threads merged, probes' cost taken out, transforms applied. Written to by nobody but its maker. */
  readonly tree: ExactTree;
  /**
   * The recording may go on: then the numbers of `tree`, never its nodes, become those of the next moment shortly before the
   * next update, all at once. What must stay as it was is to be copied.
   */
  readonly live: boolean;
  /** What it is compared with; null: nothing. Its side b is `tree`. */
  readonly comparison: Comparison | null;
  /** Within one generation nodes keep their index, and later trees only append. */
  readonly generation: number;
  /** Counts what numbers are of: another recording, other threads, root calls or steps. Between two of these nothing has grown. */
  readonly measured: number;
  /** Counts recordings and resets: what was open and selected in another one is forgotten. */
  readonly recording: number;
  /** False when the clock was none: there are counts only. */
  readonly timed: boolean;
  readonly methods: MethodTable;
  /** What each thread has done by itself by now, chosen or not, after the same transforms; one step for each thread. To be read
   *  in its step: what it has is no copy. */
  readonly eachThread: () => Iterable<ThreadMoment>;
}

/** One thread, or all virtual ones together. */
export interface ThreadSummary {
  readonly id: ThreadId;
  readonly name: string;
  readonly virtual: boolean;
}

export interface ThreadMoment extends ThreadSummary {
  readonly tree: ExactTree;
  /** As that of ViewInput. */
  readonly comparison: Comparison | null;
}

/**
 * A view's half in the worker: it has the rows, their order, what is open and what is found; the page has the picture.
 * @template Ask     what the page may ask of it: plain data
 * @template Picture all that the page draws of it: plain data, as small as the window, however large the tree
 */
export interface WorkerView<Ask, Picture> {
  /**
   * The tree is another one, or the same a moment later. What the reader opened and sees must stay where it can.
   * Yields between its steps: questions are answered there, from what was before.
   * @param selection what is selected, in all views; empty at the beginning of a recording
   * @param isChosen  by the user, not by the view that was in front when the recording began
   * @returns what it selects, null = the selection stays
   */
  update(input: ViewInput, selection: CallPath, isChosen: boolean): Generator<void, CallPath | null>;
  /** Something else was selected, elsewhere: shows it if it has it. */
  select(path: CallPath, isChosen: boolean): void;
  /** @returns what the user selects by it, also when it is selected already; null = nothing */
  answer(ask: Ask): CallPath | null;
  /** null: nothing has changed since the last one that the page would draw differently. */
  picture(): Picture | null;
  /** In a table of callers: so many calls above the end of the selection the selected row's own method stands. */
  readonly callersAbove?: number;
  /** Where rows are not methods, as classes: the name of the selected one; null: nothing is selected, or it is a method. */
  readonly selectedTitle?: string | null;
  /** The methods that the last picture shows: their names go with it. */
  shownMethods(): Iterable<number>;
}
