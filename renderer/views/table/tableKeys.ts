import type { TableAction } from '../../worker/table/tableRow.ts';

/** What keys do in a table; `copy`, `copyTable` and `switchOff` are the page's own affair. Key names as keyName() makes them. */
export const TABLE_KEYS: Readonly<Record<string, TableAction | 'copy' | 'copyTable' | 'switchOff'>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
  ArrowRight: 'openOrChild',
  ArrowLeft: 'closeOrParent',
  'Shift+ArrowRight': 'openChain',
  'Shift+ArrowLeft': 'closeAll',
  '*': 'openAll',
  Enter: 'toggle',
  ' ': 'toggle',
  h: 'hotPath',
  'Shift+h': 'hotPath',
  F3: 'findNext',
  'Shift+F3': 'findPrevious',
  'Ctrl+c': 'copy',
  'Ctrl+Shift+c': 'copyTable',
  Delete: 'switchOff',
};
