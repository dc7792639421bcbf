/** Rows that Page Up and Page Down go. */
const PAGE_ROWS = 10;

/** Where a key goes in a list of `count` rows; undefined: it goes nowhere. */
export function listStep(key: string, active: number, count: number): number | undefined {
  const last = count - 1;
  return {
    ArrowDown: Math.min(active + 1, last),
    ArrowUp: Math.max(active - 1, 0),
    PageDown: Math.min(active + PAGE_ROWS, last),
    PageUp: Math.max(active - PAGE_ROWS, 0),
    Home: 0,
    End: last,
  }[key];
}
