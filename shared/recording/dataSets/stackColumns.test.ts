import { expect, it } from 'vitest';
import { framesIn, hasStacks, isStackColumn, namesRows, stackText } from './stackColumns.ts';

it('a stack is one text, and its frames come out of it as they went in', () => {
  const frames = ['demo.Shop.order(Shop.java:12)', 'demo.Shop.main(Shop.java:3)'];
  expect(stackText(frames)).toBe('demo.Shop.order(Shop.java:12) ← demo.Shop.main(Shop.java:3)');
  expect(framesIn(stackText(frames))).toEqual(frames);
  expect(framesIn(stackText([]))).toEqual([]);
});

it('a stack longer than a text of a recording may be is cut at its outer end', () => {
  const deep = Array.from({ length: 2_000 }, (_, i) => `demo.Deep.call(Deep.java:${i})`);
  const text = stackText(deep);
  expect(text).toHaveLength(16_385);
  expect(framesIn(text)[0]).toBe(deep[0]);
  expect(text.at(-1)).toBe('…');
});

it('stacks are no cells, and do not tell rows apart; nor does the place of a holder', () => {
  const column = (id: string) => ({ id, title: id, texts: [] });
  expect(['stack', 'heldStack', 'heldAt', 'thread'].map((id) => isStackColumn({ id }))).toEqual([
    ...[true, true, false, false],
  ]);
  expect(['stack', 'heldStack', 'heldAt', 'thread'].map((id) => namesRows({ id }))).toEqual([
    ...[false, false, false, true],
  ]);
  expect(hasStacks({ texts: [column('thread'), column('stack')] })).toBe(true);
  expect(hasStacks({ texts: [column('thread')] })).toBe(false);
});
