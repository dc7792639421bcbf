import { shownName } from '../naming/shownName.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { textsNamed } from '../recording/dataSets/dataSetParts.ts';
import { framesIn, hasStacks, HELD_STACK, STACK } from '../recording/dataSets/stackColumns.ts';

/** What is left of a stack in text: the rest is in JSON. */
const MOST_FRAMES = 12;

/** A stack for people, innermost frame first, a line each. */
export function* frameLines(frames: readonly string[], indent: string): Generator<string> {
  for (const frame of frames.slice(0, MOST_FRAMES)) yield `${indent}at ${shownName(frame)}`;
  if (frames.length > MOST_FRAMES) yield `${indent}and ${frames.length - MOST_FRAMES} more`;
}

/**
 * The stacks of a row, which stand below it
 *
 *     1  left  Shop.order  java.lang.Object  right
 *          at Shop.order(Shop.java:4)
 *          held by right
 *          at Shop.save(Shop.java:9)
 *
 * @returns null: the set has none
 */
export function stacksBelow(set: DataSet): ((row: number) => Generator<string>) | null {
  if (!hasStacks(set)) return null;
  const [stacks, heldStacks, holders] = [STACK, HELD_STACK, 'heldBy'].map((id) => textsNamed(set, id));
  return function* (row) {
    yield* frameLines(framesIn(stacks?.[row] ?? ''), INDENT);
    const held = framesIn(heldStacks?.[row] ?? '');
    if (held.length === 0) return;
    yield `${INDENT}held by ${shownName(holders?.[row] ?? '') || 'another thread'}`;
    yield* frameLines(held, INDENT);
  };
}

const INDENT = '     ';
