import { boundedText } from './boundedText.ts';
import type { DataSet, TextColumn } from './dataSet.ts';

/** The stack of the thread that a row is about. */
export const STACK = 'stack';
/** The stack of the thread that held the lock which the row's thread waits for. */
export const HELD_STACK = 'heldStack';
/** Where that thread was: the innermost frame of the program's own. */
export const HELD_AT = 'heldAt';

const STACKS: readonly string[] = [STACK, HELD_STACK];
/** They say how a row came about, and not which row it is: two recordings have the same row with others. */
const EVIDENCE: readonly string[] = [...STACKS, HELD_AT];

const BETWEEN = ' ← ';

/** Frames, innermost first, as one text: `A.park ← A.run`. A long one is cut at its outer end. */
export function stackText(frames: readonly string[]): string {
  return boundedText(frames.join(BETWEEN));
}

/** Frames of such a text; of '' none. */
export function framesIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(BETWEEN);
}

/** Whether a column's texts are stacks: too long for a cell, they are shown beside the table or below the row. */
export function isStackColumn({ id }: Pick<TextColumn, 'id'>): boolean {
  return STACKS.includes(id);
}

export function hasStacks({ texts }: Pick<DataSet, 'texts'>): boolean {
  return texts.some(isStackColumn);
}

/** Whether a column tells rows apart. */
export function namesRows({ id }: Pick<TextColumn, 'id'>): boolean {
  return !EVIDENCE.includes(id);
}
