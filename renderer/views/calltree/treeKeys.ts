import type { TreeAction } from '../../worker/views/callTreeRow.ts';

/** What keys do in the tree; `copy` and `switchOff` are the page's own affair. Key names as keyName() makes them. */
export const TREE_KEYS: Readonly<Record<string, TreeAction | 'copy' | 'switchOff'>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
  ArrowRight: 'openOrChild',
  ArrowLeft: 'closeOrParent',
  'Shift+ArrowRight': 'openChain',
  '*': 'openAll',
  Enter: 'toggle',
  ' ': 'toggle',
  h: 'hotPath',
  'Shift+h': 'hotPath',
  F3: 'findNext',
  'Shift+F3': 'findPrevious',
  'Ctrl+c': 'copy',
  Delete: 'switchOff',
};
