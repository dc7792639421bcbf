import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from './appState.ts';
import { draftOf, REMEMBERED_DRAFTS, withDraft } from './rememberedDrafts.ts';

const EAGER = { ...EMPTY_DRAFT, roots: ['a.B::c'], scheme: 'eager' } as const;

test('a program is offered what was chosen for it last, another one nothing', () => {
  const drafts = withDraft(withDraft([], 'a.Main', EMPTY_DRAFT), 'a.Main', EAGER);
  expect(drafts).toHaveLength(1);
  expect(draftOf({ request: null, mainClass: 'a.Main' }, drafts)).toEqual(EAGER);
  expect(draftOf({ request: null, mainClass: 'b.Main' }, drafts)).toEqual(EMPTY_DRAFT);
});

test('of what was stored, only whole drafts are believed', () => {
  const good = { mainClass: 'a.Main', draft: EAGER };
  const broken = [
    { ...EAGER, roots: [1] },
    { ...EAGER, scheme: 'fast' },
    { ...EAGER, includeCore: 'no' },
    { roots: [] },
    null,
  ].map((draft) => ({ mainClass: 'a.Main', draft }));
  expect(REMEMBERED_DRAFTS.read([...broken, null, 7, good])).toEqual([good]);
  expect(REMEMBERED_DRAFTS.read('x')).toBe(null);
});
