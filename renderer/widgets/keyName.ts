/** The part of a KeyboardEvent that names a key. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Ctrl+Shift+e, F3, Shift+ArrowRight: modifiers in this order, then the key (letters small). Cmd counts as Ctrl. */
export function keyName({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  const letter = key.length === 1;
  // With a sign such as * or ? Shift is how it is typed, not a modifier.
  const shift = shiftKey && (!letter || key.toLowerCase() !== key.toUpperCase());
  return [
    ctrlKey || metaKey ? 'Ctrl+' : '',
    altKey ? 'Alt+' : '',
    shift ? 'Shift+' : '',
    letter ? key.toLowerCase() : key,
  ].join('');
}

/** As keyboards have it: Ctrl+Shift+P, →. @param name as keyName() makes it */
export function shownKey(name: string): string {
  const parts = name === '+' ? ['+'] : name.split('+');
  return parts.map((part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join('+');
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};
