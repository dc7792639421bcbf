// C0 and C1 controls, soft hyphen, zero-width and bidirectional marks, line separators, and unpaired surrogates: none of
// them may hide or reorder what a name of the target says.
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text of the target (names of classes, methods, threads, command lines) as it can safely be read: \u202e, \n. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
