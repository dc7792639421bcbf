import type { ReactNode } from 'react';
import './Marked.css';

/**
 * Text with the words that were searched for marked in it.
 * @param words small letters; what to mark wherever it occurs
 */
export function marked(text: string, words: readonly string[]): ReactNode {
  if (words.length === 0) return text;
  return markedParts(text, words).map((part, i) =>
    part.marked ? (
      <mark key={i} className="marked">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

/** The text cut at the ends of the words, which may overlap. */
export function markedParts(text: string, words: readonly string[]): readonly MarkedPart[] {
  const small = text.toLowerCase();
  const isMarked = new Uint8Array(text.length);
  for (const word of words) {
    for (let at = small.indexOf(word); at >= 0 && word !== ''; at = small.indexOf(word, at + 1)) {
      isMarked.fill(1, at, at + word.length);
    }
  }
  const parts: MarkedPart[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    while (end < text.length && isMarked[end] === isMarked[start]) end++;
    parts.push({ text: text.slice(start, end), marked: isMarked[start] === 1 });
  }
  return parts;
}
