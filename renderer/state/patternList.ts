/** Splits a typed list of method patterns at spaces and commas, but not inside the parentheses of a signature. */
export function patternList(text: string): readonly string[] {
  return text.match(/(?:\([^)]*\)?|[^\s,(])+/g)?.map((pattern) => pattern.replaceAll(' ', '')) ?? [];
}

/** Whether typed text is meant as a pattern and not as words to look for. */
export function isPattern(text: string): boolean {
  return patternList(text).length === 1 && /^!|^re:|::|[.*]/.test(text.trim());
}

/** Whether it names a set, which may be of classes that are not loaded yet: it is never looked for. */
export function isWildcard(text: string): boolean {
  return isPattern(text) && /^!|^re:|\*/.test(text.trim());
}
