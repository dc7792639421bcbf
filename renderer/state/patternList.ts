/** Splits a typed list of method patterns at spaces and commas, but not inside the parentheses of a signature. */
export function patternList(text: string): readonly string[] {
  return text.match(/(?:\([^)]*\)?|[^\s,(])+/g)?.map((pattern) => pattern.replaceAll(' ', '')) ?? [];
}
