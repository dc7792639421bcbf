import { describe, expect, it } from 'vitest';
import { LetterWidths } from './letterWidths.ts';

describe('LetterWidths', () => {
  it('adds up what letters take, each measured once', () => {
    const asked: string[] = [];
    const letters = new LetterWidths((text) => {
      asked.push(text);
      return text === 'i' ? 3 : 7;
    });
    expect(letters.widthOf('mini…')).toBe(7 + 3 + 7 + 3 + 7);
    expect(letters.widthOf('mini')).toBe(20);
    expect(letters.widthOf('')).toBe(0);
    expect(asked).toEqual(['m', 'i', 'n', '…']);
  });

  it('measures as a whole what has letters that join others', () => {
    const letters = new LetterWidths((text) => 100 + text.length);
    for (const text of ['مرحبا', 'e\u0301', '😀', 'नमस्ते'])
      expect(letters.widthOf(text)).toBe(100 + text.length);
  });
});
