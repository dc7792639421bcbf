import { expect, it } from 'vitest';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { shownStacks } from './shownStacks.ts';

function setOf(columns: Readonly<Record<string, string>>): DataSet {
  const texts = Object.entries(columns).map(([id, text]) => ({ id, title: id, texts: [text] }));
  return { ...{ id: 'x', title: 'X', rows: 1, links: [], values: [] }, texts };
}

it('a thread that waits has its stack and that of the holder, one that does not its own alone', () => {
  const row = { thread: 'left', state: 'blocked', stack: 'A.a ← A.main' };
  expect(shownStacks(setOf({ ...row, heldBy: 'right', heldStack: 'B.b' }), 0)).toMatchObject([
    { kind: 'own', title: 'left, blocked', frames: ['A.a', 'A.main'] },
    { kind: 'holder', title: 'Held by right', frames: ['B.b'] },
  ]);
  expect(shownStacks(setOf({ ...row, heldBy: '', heldStack: '' }), 0)).toHaveLength(1);
});

it('a recorded lock has the stack of the holder, and says why there is none', () => {
  const row = { state: 'blocked', lock: 'demo.Lock', heldStack: '' };
  expect(shownStacks(setOf({ ...row, heldBy: 'saver' }), 0)).toMatchObject([
    { title: 'Held by saver', nothing: 'Where that thread was is not known: it was not seen meanwhile.' },
  ]);
  expect(shownStacks(setOf({ ...row, heldBy: '' }), 0)).toMatchObject([
    { title: 'No holder', nothing: 'No thread is known to have held it.' },
  ]);
  const waits = { ...row, state: 'waiting', heldBy: 'saver' };
  expect(shownStacks(setOf(waits), 0)).toMatchObject([{ title: 'Notified by saver' }]);
});
