/** Keys that a view handles itself, for the key help: those of a tree or table that has the focus. */
export const VIEW_KEYS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'], does: 'Move' },
  { keys: ['ArrowRight', 'ArrowLeft'], does: 'Open or go in, close or go out' },
  { keys: ['Shift+ArrowRight'], does: 'Open as far as there is one callee only' },
  { keys: ['*'], does: 'Open everything below' },
  { keys: ['h'], does: 'Open the hot path' },
  { keys: ['Enter', ' '], does: 'Open or close' },
  { keys: ['Ctrl+f', '/'], does: 'Find' },
  { keys: ['F3', 'Shift+F3'], does: 'Next, previous match' },
  { keys: ['Ctrl+c'], does: 'Copy the selected method' },
];
