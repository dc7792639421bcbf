/** A recording's texts are bounded (docs/formats.md). */
const MOST_CHARS = 16_384;

/** A text as a recording may have it: a longer one is cut, with a sign of it. */
export function boundedText(text: string): string {
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}…`;
}
