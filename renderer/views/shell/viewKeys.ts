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

type KeyLines = typeof VIEW_KEYS;

/** Of frames, whatever they stand for. */
const FRAME_KEYS: KeyLines = [
  { keys: ['ArrowLeft', 'ArrowRight'], does: 'Sibling frame' },
  { keys: ['Enter'], does: 'Zoom to the frame' },
  { keys: ['0', 'Escape'], does: 'All in view' },
  { keys: ['w', 's', '+', '-'], does: 'Zoom in, out' },
  { keys: ['a', 'd'], does: 'Move left, right' },
  { keys: ['n', 'Shift+n'], does: 'Next, previous match' },
];

/** The same for a flame graph. */
export const FLAME_KEYS: KeyLines = [
  { keys: ['ArrowUp', 'ArrowDown'], does: 'As they are drawn: to the caller, to the widest callee' },
  { keys: ['Home', 'End'], does: 'To the root, to the end of the hot path' },
  ...FRAME_KEYS,
  { keys: ['i'], does: 'Flame or icicle' },
  { keys: ['Shift+i'], does: 'Invert: methods by self time, callers above' },
  { keys: ['Shift+d'], does: 'Drop the function' },
];

/** The same for packages, which have no callers. */
export const PACKAGE_KEYS: KeyLines = [
  { keys: ['ArrowUp', 'ArrowDown'], does: 'As they are drawn: to what it is in, to its widest part' },
  { keys: ['Home', 'End'], does: 'To the package, to its widest method' },
  ...FRAME_KEYS,
  { keys: ['i'], does: 'Packages above or below' },
];
