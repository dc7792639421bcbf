import { visibleJson } from '../naming/visibleText.ts';

/** Long enough to make writing cheap, short enough to keep millions of rows out of one string. */
export const PIECE_LENGTH = 1 << 16;

/** The same text in fewer, longer pieces. */
export function* gathered(parts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** The same of JSON: names come from the target, and nothing hidden in them reaches a terminal. */
export function* gatheredJson(parts: Iterable<string>): Generator<string> {
  for (const piece of gathered(parts)) yield visibleJson(piece);
}
