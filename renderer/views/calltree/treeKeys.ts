/** What a key does in the tree. */
export type TreeAction =
  | 'up'
  | 'down'
  | 'pageUp'
  | 'pageDown'
  | 'first'
  | 'last'
  | 'openOrChild'
  | 'closeOrParent'
  | 'openChain'
  | 'openAll'
  | 'toggle'
  | 'hotPath'
  | 'findNext'
  | 'findPrevious'
  | 'copy';

/** Key names as keyName() makes them. */
export const TREE_KEYS: Readonly<Record<string, TreeAction>> = {
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
};
