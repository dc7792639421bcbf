import { expect, test } from 'vitest';
import { TREE_VIEWS, viewFacts } from '../../../shared/rows/views.ts';
import { WORKER_VIEWS } from '../../worker/workerViews.ts';
import { RESULT_TABS, RESULT_VIEWS } from './resultViews.tsx';

test('every view of call trees has a tab with its title and its place as key, a component, and rows of the worker', () => {
  expect(RESULT_TABS.map(({ id, text, key }) => `${key} ${text} ${id}`)).toEqual(
    TREE_VIEWS.map((name, i) => `${i + 1} ${viewFacts(name).title} ${name}`),
  );
  for (const name of TREE_VIEWS) {
    expect(RESULT_VIEWS[name].Body).toBeTypeOf('function');
    expect(WORKER_VIEWS[name]()).toHaveProperty('update');
  }
});
