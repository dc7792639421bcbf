/** Source lines, the last one included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** 40-52, or 40 for one line. @returns null if it is no range of lines from 1 on */
export function parseLineRange(text: string): LineRange | null {
  const [, first, last = first] = /^\s*(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?\s*$/.exec(text) ?? [];
  const lines = { first: Number(first), last: Number(last) };
  return lines.first > 0 && lines.first <= lines.last ? lines : null;
}
