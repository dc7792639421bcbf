/** So many values have a label of their own; the one of all others is number 1 (SluiceLabels.java). */
export const MOST_LABELS = 1_001;
/** A value is told up to 64 of them, and by one that says that there are more. */
export const MOST_LABEL_CHARS = 65;

/** C0, DEL and C1; marks, embeddings and isolates of direction; line ends and what has no width; half of a pair. */
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/gu;

/** A label as it may stand in a table, a terminal or a file: what would not be seen is, as U+2400 and what follows, or U+FFFD. */
export function visibleLabel(text: string): string {
  if (text === '') return '(empty)';
  return text.replace(INVISIBLE, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}
