/**
 * As much of a text as there is room for, with … where it is cut.
 * @param widthOf how wide a text is drawn, in the unit of `width`
 * @returns '' where not even two letters fit
 */
export function cutText(text: string, width: number, widthOf: (text: string) => number): string {
  const full = widthOf(text);
  if (full <= width) return text;
  let chars = Math.floor((text.length * width) / full) - 1;
  for (; chars > 1; chars--) {
    const part = `${text.slice(0, chars)}…`;
    if (widthOf(part) <= width) return part;
  }
  return '';
}

/** The same, cut in its middle: what tells the threads of a pool apart stands at the end of their names. */
export function cutMiddle(text: string, width: number, widthOf: (text: string) => number): string {
  const full = widthOf(text);
  if (full <= width) return text;
  for (let chars = Math.floor((text.length * width) / full); chars > 1; chars--) {
    const head = Math.ceil(chars / 2);
    const part = `${text.slice(0, head)}…${text.slice(text.length - (chars - head))}`;
    if (widthOf(part) <= width) return part;
  }
  return '';
}

/** The first of some texts for the same thing, longest first, that there is room for; as much as there is of the last. */
export function fittingText(
  texts: readonly [string, ...string[]],
  width: number,
  widthOf: (text: string) => number,
): string {
  return texts.find((text) => widthOf(text) <= width) ?? cutText(texts[texts.length - 1], width, widthOf);
}
