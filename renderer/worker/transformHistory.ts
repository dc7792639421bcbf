import type { Transform } from '../../shared/rows/transform.ts';
import { SELECTION_STEPS, type Selected, type SelectionStep } from './selectionSteps.ts';

/** What was done to a tree, step by step, and what was undone and can be done again. */
export interface TransformHistory {
  readonly done: readonly Transform[];
  /** The one that was undone last comes first. */
  readonly undone: readonly Transform[];
}

export const NOTHING_DONE: TransformHistory = { done: [], undone: [] };

/** What the page wants done to the tree. Steps with what is selected are made where that is known at each moment. */
export type TreeChange =
  | { readonly kind: 'takeStep'; readonly step: Transform }
  /** Takes it, or takes it out wherever it stands: see withSwitched. */
  | { readonly kind: 'switchStep'; readonly step: Transform }
  | { readonly kind: 'takeSelected'; readonly step: SelectionStep }
  /** Undoes or redoes until so many steps are done; as far as there are any. */
  | { readonly kind: 'goToStep'; readonly done: number }
  /** Undoes (-1) or redoes (1) a step. */
  | { readonly kind: 'moveSteps'; readonly by: 1 | -1 }
  /** The tree as it was recorded, and nothing to undo. */
  | { readonly kind: 'forgetSteps' };

/** @param selected when the change arrives. @returns the same object when there is nothing to change */
export function changed(
  history: TransformHistory,
  change: TreeChange,
  selected: Selected | null,
): TransformHistory {
  switch (change.kind) {
    case 'takeStep':
      return withStep(history, change.step);
    case 'switchStep':
      return withSwitched(history, change.step);
    case 'takeSelected': {
      const step = selected && SELECTION_STEPS[change.step](selected);
      return step ? withStep(history, step) : history;
    }
    case 'goToStep':
      return withDone(history, change.done);
    case 'moveSteps':
      return withDone(history, history.done.length + change.by);
    case 'forgetSteps':
      return NOTHING_DONE;
  }
}

export function isSameSteps(a: readonly Transform[], b: readonly Transform[]): boolean {
  return a.length === b.length && a.every((step, i) => step === b[i]);
}

/** What was undone is forgotten: it may not fit the tree any more. A step that would change nothing is none. */
export function withStep(history: TransformHistory, step: Transform): TransformHistory {
  const { done } = history;
  return isTakenAlready(step, done.at(-1)) ? history : { done: [...done, step], undone: [] };
}

/**
 * With the step, or without those of its kind. Later ones stay but for paths: these are of the tree that it has left. What was
 * undone is forgotten, as ever.
 */
export function withSwitched(history: TransformHistory, step: Transform): TransformHistory {
  const first = history.done.findIndex(({ kind }) => kind === step.kind);
  if (first < 0) return withStep(history, step);
  const done = history.done.filter(
    (one, i) =>
      i < first || (one.kind !== step.kind && one.kind !== 'focusSubtree' && one.kind !== 'mergeNode'),
  );
  return { done, undone: [] };
}

/** Undoes or redoes until so many steps are done; as far as there are any. */
export function withDone({ done, undone }: TransformHistory, count: number): TransformHistory {
  const all = [...done, ...undone];
  const kept = Math.max(0, Math.min(all.length, count));
  return { done: all.slice(0, kept), undone: all.slice(kept) };
}

/** The same step again; or on a subtree that is all there is since the last one. */
function isTakenAlready(step: Transform, last: Transform | undefined): boolean {
  if (last === undefined) return false;
  const isFocus = last.kind === 'focusSubtree' || last.kind === 'focusMethods';
  if (step.kind === 'focusSubtree') return isFocus && step.path.length === 1;
  // A path is of the tree that the steps before have left; all else means the same at any time.
  return step.kind !== 'mergeNode' && JSON.stringify(step) === JSON.stringify(last);
}
