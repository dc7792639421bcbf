/** Letters that stand for themselves: Latin, and the punctuation, arrows and signs that labels have. */
function standsAlone(code: number): boolean {
  return code < 0x300 || (code >= 0x2010 && code < 0x2300);
}

/**
 * How wide texts are in one font, by the widths of their letters. A graph asks for hundreds of texts in each frame, each cut to several
 * lengths, and to measure one takes a browser 10 µs and more; here a letter is measured once. Exact where a font is drawn without kerning
 * and ligatures. A text with letters that join others (Arabic, accents by themselves, emoji) is measured as a whole.
 */
export class LetterWidths {
  readonly #measured: (text: string) => number;
  readonly #widths = new Map<number, number>();

  /** @param measured how wide a text is drawn */
  constructor(measured: (text: string) => number) {
    this.#measured = measured;
  }

  widthOf(text: string): number {
    let sum = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (!standsAlone(code)) return this.#measured(text);
      let width = this.#widths.get(code);
      if (width === undefined) this.#widths.set(code, (width = this.#measured(text[i])));
      sum += width;
    }
    return sum;
  }
}
