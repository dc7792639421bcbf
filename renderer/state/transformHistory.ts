import type { Transform } from '../../shared/model/transform.ts';

/** What was done to a tree, step by step, and what was undone and can be done again. */
export interface TransformHistory {
  readonly done: readonly Transform[];
  /** The one that was undone last comes first. */
  readonly undone: readonly Transform[];
}

export const NOTHING_DONE: TransformHistory = { done: [], undone: [] };

/** What was undone is forgotten: it may not fit the tree any more. */
export function withStep({ done }: TransformHistory, step: Transform): TransformHistory {
  return { done: [...done, step], undone: [] };
}

/** Undoes or redoes until so many steps are done; as far as there are any. */
export function withDone({ done, undone }: TransformHistory, count: number): TransformHistory {
  const all = [...done, ...undone];
  const kept = Math.max(0, Math.min(all.length, count));
  return { done: all.slice(0, kept), undone: all.slice(kept) };
}
