/** Names come from the target and may hold anything: no control character of theirs reaches a file of lines. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, '\ufffd');
}
