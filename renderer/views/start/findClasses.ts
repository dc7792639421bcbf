import type { ClassRow } from '../../../shared/ipc/engineApi.ts';

export interface ClassSearch {
  readonly classes: readonly ClassRow[];
  /** What was looked for in class names, and what is left for the methods of the chosen class. */
  readonly classQuery: string;
  readonly methodQuery: string;
}

/**
 * Finds classes by what is typed: `OrderService::pro` names class and method; of `Order process` the last word is the
 * method when no class has it in its name.
 * @param search EngineApi.searchClasses of one session
 */
export async function findClasses(
  text: string,
  search: (query: string) => Promise<readonly ClassRow[]>,
): Promise<ClassSearch> {
  const colons = text.indexOf('::');
  if (colons >= 0) return searchBoth(text.slice(0, colons).trim(), text.slice(colons + 2).trim(), search);
  const all = await searchBoth(text.trim(), '', search);
  const lastWord = /^(.*\S)\s+(\S+)$/.exec(text.trim());
  if (all.classes.length > 0 || !lastWord) return all;
  const split = await searchBoth(lastWord[1], lastWord[2], search);
  return split.classes.length > 0 ? split : all;
}

async function searchBoth(
  classQuery: string,
  methodQuery: string,
  search: (query: string) => Promise<readonly ClassRow[]>,
): Promise<ClassSearch> {
  return { classes: await search(classQuery), classQuery, methodQuery };
}
