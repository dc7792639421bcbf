/**
 * What is not seen, or moves what is: controls (C0, C1), line and paragraph separators, marks, embeddings and isolates of direction,
 * what has no width, and halves of surrogate pairs. Source: Unicode, general categories and Default_Ignorable_Code_Point.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]/gu;
/** The same in JSON, where line ends stand between values: those in texts are escaped already. */
const HIDDEN_IN_JSON = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]/gu;
/** A backslash that would be read as the beginning of an escape. */
const LIKE_ESCAPE = /\\(?=u[0-9a-f]{4})/gi;
const ESCAPE = /\\u([0-9a-f]{4})/gi;

/**
 * A name of the target (of a class, a method, a thread, a file, a command line) as it can safely be read anywhere: \u202e, \u000a.
 * Two names never become one text: a name that spells such an escape itself has its backslash escaped, \u005cu202e.
 * So it is applied once. What is put together of names goes through visibleLine.
 */
export function visibleText(name: string): string {
  return visibleLine(name.replace(LIKE_ESCAPE, '\\u005c'));
}

/** A sentence or line with names in it: nothing hidden is left, and escapes that are in it already stay as they are. */
export function visibleLine(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** The name that visibleText was given. */
export function nameOfVisible(text: string): string {
  return text.replace(ESCAPE, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

/** @param json as JSON.stringify writes it, or a piece of that @returns the same values, with nothing hidden in the text of it */
export function visibleJson(json: string): string {
  return json.replace(HIDDEN_IN_JSON, escaped);
}

/** Each code unit of it. */
function escaped(char: string): string {
  let text = '';
  for (let at = 0; at < char.length; at++) text += `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return text;
}
