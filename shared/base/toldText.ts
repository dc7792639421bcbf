/** Half a dozen lines of a window. */
const MAX_TOLD_CHARS = 400;

/** As much of a text from outside as a sentence about it holds: names and messages of a program may have 65,535 characters. */
export function toldText(text: string, maxChars = MAX_TOLD_CHARS): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;
}
