import { visibleLine, visibleText } from './visibleText.ts';

/** Half a dozen lines of a window: a name of the JVM may have 65,535 characters. */
const MOST_NAME_CHARS = 400;
/** Of a sentence about several names. */
const MOST_LINE_CHARS = 1_200;

/** A name in a view of text: visible, and no longer than a screen has room for. JSON and files have it whole. */
export function shownName(name: string): string {
  return shown(name, MOST_NAME_CHARS, visibleText);
}

/** A sentence with names in it, in the same way. */
export function shownLine(text: string): string {
  return shown(text, MOST_LINE_CHARS, visibleLine);
}

/** Of what is longer the beginning says the package, the end the method or the reason. */
function shown(text: string, mostChars: number, visible: (text: string) => string): string {
  if (text.length <= mostChars) return visible(text);
  const head = Math.floor((mostChars * 5) / 8);
  return `${visible(text.slice(0, head))}…${visible(text.slice(head + 1 - mostChars))}`;
}
