/** Select Graphic Rendition (ECMA-48, 8.3.117). */
const RED = 31;
const GREEN = 32;
const YELLOW = 33;
const CYAN = 36;
const DEFAULT = 39;

/** What a line begins with, and its colour. */
const BEGINNINGS: readonly (readonly [RegExp, number])[] = [
  [/^(?:sluice:|error:|INCOMPLETE:|  problem(?= ))/, RED],
  [/^(?:(?:Note: )?warning:)/, YELLOW],
  [/^(?:note:|Note:|  note(?= ))/, CYAN],
  [/^(?:Complete(?= but|:)|  ok(?= ))/, GREEN],
];

/** Lines for a terminal: the word that says what kind of line it is has a colour, the rest is as it was. */
export function coloured(text: string): string {
  return text.split('\n').map(colouredLine).join('\n');
}

function colouredLine(line: string): string {
  for (const [beginning, colour] of BEGINNINGS) {
    const word = beginning.exec(line)?.[0];
    if (word !== undefined) return `\x1b[${colour}m${word}\x1b[${DEFAULT}m${line.slice(word.length)}`;
  }
  return line;
}

/** Somebody looks at it, and wants colours: NO_COLOR, TERM and FORCE_COLOR are Node's to read (tty.WriteStream.hasColors). */
export function showsColours(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.hasColors();
}
