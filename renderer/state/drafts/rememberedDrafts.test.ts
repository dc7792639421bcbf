import { expect, test } from 'vitest';
import { INITIAL_OPTIONS } from '../../../shared/recording/options/chosenOptions.ts';
import { EMPTY_DRAFT } from '../appState.ts';
import { draftOf, draftOfRecorded, REMEMBERED_DRAFTS, withDraft } from './rememberedDrafts.ts';

const EAGER = { ...EMPTY_DRAFT, roots: ['a.B::c'], scheme: 'eager' } as const;

test('a program is offered what was chosen for it last, another one nothing', () => {
  const drafts = withDraft(withDraft([], 'a.Main', EMPTY_DRAFT), 'a.Main', EAGER);
  expect(drafts).toHaveLength(1);
  expect(draftOf(null, 'a.Main', drafts)).toEqual(EAGER);
  expect(draftOf(null, 'b.Main', drafts)).toEqual(EMPTY_DRAFT);
});

test('a recording has what it was made with, and as at first what its file does not tell', () => {
  const recorded: Parameters<typeof draftOfRecorded>[0] = {
    ...INITIAL_OPTIONS,
    roots: ['a.B::c'],
    scheme: 'eager',
    slowCalls: ['120ms'],
    chargeCoreWaits: null,
    clock: 'samples',
  };
  expect(draftOfRecorded(recorded)).toEqual({ ...EAGER, slowCalls: '120ms' });
});

test('a stored draft has what it lacks as at first, and nothing that is no option', () => {
  const old = { roots: ['a.B::c'], scheme: 'eager', magic: true };
  expect(REMEMBERED_DRAFTS.read([{ mainClass: 'a.Main', draft: old }])).toEqual([
    { mainClass: 'a.Main', draft: EAGER },
  ]);
});

test('of what was stored, only good drafts are believed', () => {
  const good = { mainClass: 'a.Main', draft: EAGER };
  const broken = [
    { ...EAGER, roots: [1] },
    { ...EAGER, scheme: 'fast' },
    { ...EAGER, includeCore: 'no' },
    null,
  ].map((draft) => ({ mainClass: 'a.Main', draft }));
  expect(REMEMBERED_DRAFTS.read([...broken, null, 7, good])).toEqual([good]);
  expect(REMEMBERED_DRAFTS.read('x')).toBe(null);
});
