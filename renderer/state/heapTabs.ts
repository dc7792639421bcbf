import type { HeapViewName } from '../../shared/hprof/views/heapQuestion.ts';

/** The tabs of a heap dump, in their order. */
export const HEAP_TABS = [
  { id: 'suspects', text: 'Leak Hints', key: '1' },
  { id: 'histogram', text: 'Classes', key: '2' },
  { id: 'biggest', text: 'Biggest', key: '3' },
  { id: 'dominators', text: 'Dominators', key: '4' },
  { id: 'paths', text: 'Paths', key: '5' },
  { id: 'references', text: 'References', key: '6' },
  { id: 'strings', text: 'Strings', key: '7' },
  { id: 'arrays', text: 'Arrays', key: '8' },
  { id: 'loaders', text: 'Loaders', key: '9' },
  { id: 'made', text: 'Made', key: '0' },
] as const;
export type HeapTab = (typeof HEAP_TABS)[number]['id'];

/** Tabs that show one table, which the view of that name is. */
export type TableTab = Extract<HeapTab, HeapViewName>;
