import { visibleJson } from './visibleText.ts';

/** A small document of JSON for people and programs: indented, with nothing hidden in the text of it. */
export function jsonDocument(document: object): string {
  return `${visibleJson(JSON.stringify(document, null, 2))}\n`;
}
