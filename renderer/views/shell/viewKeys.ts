/** Keys that a view handles itself, for the key help: those of a tree or table that has the focus. */
export const VIEW_KEYS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'], does: 'Move' },
  { keys: ['ArrowRight', 'ArrowLeft'], does: 'Open or go in, close or go out' },
  { keys: ['Shift+ArrowRight'], does: 'Open as far as there is one callee only' },
  { keys: ['Enter', ' '], does: 'Open or close' },
  { keys: ['Ctrl+f', '/'], does: 'Find' },
  { keys: ['F3', 'Shift+F3'], does: 'Next, previous match' },
  { keys: ['Ctrl+g'], does: 'Filter' },
  { keys: ['Tab', 'Enter'], does: 'Go to the columns, sort by one' },
  { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], does: 'On a column: narrower, wider' },
  { keys: ['Ctrl+Shift+c'], does: 'Copy the table' },
  { keys: [' ', 'Ctrl+a', 'Enter'], does: 'Of threads: merge with others, merge all, show one' },
  { keys: ['1 to 9'], does: 'Switch view (1: Call Tree …)' },
  { keys: ['Shift+F10'], does: 'Menu of the selected row' },
];

/** The same for a flame graph, and for packages. */
export const FLAME_KEYS: typeof VIEW_KEYS = [
  { keys: ['ArrowUp', 'ArrowDown'], does: 'To the caller, to the widest callee' },
  { keys: ['ArrowLeft', 'ArrowRight'], does: 'Sibling frame' },
  { keys: ['Home', 'End'], does: 'To the root, to the end of the hot path' },
  { keys: ['Enter'], does: 'Zoom to the frame' },
  { keys: ['0', 'Escape'], does: 'All in view' },
  { keys: ['w', 's', '+', '-'], does: 'Zoom in, out' },
  { keys: ['a', 'd'], does: 'Move left, right' },
  { keys: ['n', 'Shift+n'], does: 'Next, previous match' },
  { keys: ['i'], does: 'Flame or icicle' },
  { keys: ['Shift+i'], does: 'Invert: methods by self time, callers above' },
  { keys: ['Shift+d'], does: 'Drop the function' },
];
