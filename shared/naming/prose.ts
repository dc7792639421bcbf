/** A command or an option within a sentence: `sluice launch`. */
export const MARKED_CODE = /`([^`\n]+)`/;
const ALL_MARKED_CODE = new RegExp(MARKED_CODE, 'g');

/** Sentences for where there is one font only, as in a tool-tip: without the marks around code. */
export function plainText(text: string): string {
  return text.replace(ALL_MARKED_CODE, '$1');
}

/** What is happening, told in the middle of a line as "detached; all classes are as they were", as a sentence of its own. */
export function asSentence(clause: string): string {
  if (clause === '') return '';
  return `${capitalized(clause)}${/[.!?…]$/.test(clause) ? '' : '.'}`;
}

/** As the beginning of a line. */
export function capitalized(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}
