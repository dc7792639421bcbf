import { expect, it } from 'vitest';
import { SessionNotes } from './sessionNotes.ts';

it('keeps one report of an agent, and counts the others of its kind', () => {
  const notes = new SessionNotes();
  const kept = Array.from({ length: 20_000 }, (_, i) => notes.add('eventFileUnwritable', `full ${i}`));
  expect(kept.filter(Boolean)).toHaveLength(1);
  expect(notes.texts).toEqual([expect.stringMatching(/full 0 \(and 19.999 more of the kind\)$/)]);
  notes.clear();
  expect(notes.texts).toEqual([]);
  expect(notes.add('eventFileUnwritable', 'again')).toBe(true);
});

it('keeps fifty of any other kind', () => {
  const notes = new SessionNotes();
  for (let i = 0; i < 52; i++) notes.add('classLeftAlone', `class ${i}`);
  expect(notes.texts).toHaveLength(50);
  expect(notes.texts.slice(-2)).toEqual(['error: class 48', 'error: class 49 (and 2 more of the kind)']);
  expect(notes.tellAnError).toBe(true);
});
