import { expect, test } from 'vitest';
import { exampleSnapshot } from '../../testing/exampleSnapshot.ts';
import { followedSet } from './followedSet.ts';
import { madeContexts } from './madeContexts.ts';
import { MADE_CONTEXTS_SET } from './madeSets.ts';

const FOLLOWED = followedSet([
  { made: 'app.Cart', births: [{ serial: 7, code: 0, bytes: 16, bornAt: 0, isExact: true }] },
]);

test('a file without the classes of its contexts has nothing to join, and is no fault', () => {
  const contexts = { id: MADE_CONTEXTS_SET, title: 'Made', rows: 1, texts: [], links: [], values: [] };
  expect(madeContexts(exampleSnapshot('main: |', { dataSets: [FOLLOWED, contexts] }))).toBeNull();
});

test('a row that leads nowhere is a context without a path', () => {
  const texts = [{ id: 'made', title: 'Class', texts: ['app.Cart'] }];
  const links = [{ id: 'context', title: 'Context', rows: Int32Array.of(1 << 30) }];
  const contexts = { id: MADE_CONTEXTS_SET, title: 'Made', rows: 1, texts, links, values: [] };
  const made = madeContexts(exampleSnapshot('main: |', { dataSets: [FOLLOWED, contexts] }));
  expect(made?.contexts).toEqual([{ made: 'app.Cart', place: '', path: [], callers: [] }]);
});
