import type { ClassRow, MethodRow } from '../../../shared/ipc/engineApi.ts';
import { methodItems } from './methodItems.ts';

export interface ClassSearch {
  readonly classes: readonly ClassRow[];
  /** What was looked for in class names, and what is left for the methods of the chosen class. */
  readonly classQuery: string;
  readonly methodQuery: string;
  /** Where a method is looked for, the best match that has one; of classes of one name often only one does. */
  readonly owner: ClassRow | null;
}

/** Of more classes it is not asked which has the method: each costs a question to the target. */
const MOST_ASKED = 6;

/**
 * Finds classes by what is typed: `OrderService::pro` names class and method; of `Order process` the last word is the
 * method when no class has it in its name.
 * @param search    EngineApi.searchClasses of one session
 * @param methodsOf EngineApi.methodsOf of it
 */
export async function findClasses(
  text: string,
  search: (query: string) => Promise<readonly ClassRow[]>,
  methodsOf: (classId: number) => Promise<readonly MethodRow[]>,
): Promise<ClassSearch> {
  const searchBoth = async (classQuery: string, methodQuery: string): Promise<ClassSearch> => {
    const classes = await search(classQuery);
    return { classes, classQuery, methodQuery, owner: await ownerOf(classes, methodQuery, methodsOf) };
  };
  const colons = text.indexOf('::');
  if (colons >= 0) return searchBoth(text.slice(0, colons).trim(), text.slice(colons + 2).trim());
  const all = await searchBoth(text.trim(), '');
  const lastWord = /^(.*\S)\s+(\S+)$/.exec(text.trim());
  if (all.classes.length > 0 || !lastWord) return all;
  const split = await searchBoth(lastWord[1], lastWord[2]);
  return split.classes.length > 0 ? split : all;
}

/** @returns the first class that has a method to be a root; else the first one of all */
async function ownerOf(
  classes: readonly ClassRow[],
  methodQuery: string,
  methodsOf: (classId: number) => Promise<readonly MethodRow[]>,
): Promise<ClassRow | null> {
  if (methodQuery === '') return null;
  if (classes.length > 1)
    for (const owner of classes.slice(0, MOST_ASKED)) {
      const items = methodItems(owner, await methodsOf(owner.classId).catch(() => []), methodQuery);
      if (items.some(({ whyNot }) => whyNot === '')) return owner;
    }
  return classes.at(0) ?? null;
}
