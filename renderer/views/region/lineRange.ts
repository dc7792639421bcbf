import type { RegionRequest } from '../../../shared/ipc/engineApi.ts';

/** What was typed for lines: null for none, 40-52 or 40; undefined: it cannot be understood. */
export function typedLines(text: string): RegionRequest['lines'] | undefined {
  if (text.trim() === '') return null;
  const [, first, last = first] = /^\s*(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?\s*$/.exec(text) ?? [];
  const lines = { first: Number(first), last: Number(last) };
  return lines.first > 0 && lines.first <= lines.last ? lines : undefined;
}
