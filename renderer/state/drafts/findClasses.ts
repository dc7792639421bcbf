import { ensure } from '../../../shared/base/assert.ts';
import { namedMethods } from '../../../shared/callgraph/namedMethods.ts';
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

/** What a text may mean: words of a class's name, and what of a method's. */
interface Reading {
  readonly classQuery: string;
  readonly methodQuery: string;
}

/**
 * Finds classes by what is typed: the first of its readings (readingsOf) that a class fits, and its method if it names one.
 * @param search    EngineApi.searchClasses of one session
 * @param methodsOf EngineApi.methodsOf of it
 */
export async function findClasses(
  text: string,
  search: (query: string) => Promise<readonly ClassRow[]>,
  methodsOf: (classId: number) => Promise<readonly MethodRow[]>,
): Promise<ClassSearch> {
  let first: ClassSearch | null = null;
  for (const reading of readingsOf(text.trim())) {
    const classes = await search(reading.classQuery);
    const owner = await ownerOf(classes, reading.methodQuery, methodsOf);
    const found: ClassSearch = { classes, ...reading, owner };
    if (classes.length > 0) return found;
    first ??= found;
  }
  return ensure(first, 'a reading of what is typed');
}

/**
 *     OrderService::pro                            class and method
 *     Order process                                words of a class's name
 *     Shop#order, at a.Shop.order(Shop.java:57)    what other notations than a pattern's name (namedMethods.ts)
 *     Order process                                the last word is the method's
 */
function readingsOf(text: string): readonly Reading[] {
  const colons = text.indexOf('::');
  if (colons >= 0)
    return [{ classQuery: text.slice(0, colons).trim(), methodQuery: text.slice(colons + 2).trim() }];
  const named = namedMethods(text).map(({ className, methodName, parameters }) => ({
    classQuery: className,
    methodQuery: methodName === null ? '' : `${methodName}${parameters}`,
  }));
  const lastWord = /^(.*\S)\s+(\S+)$/.exec(text);
  const split = lastWord ? [{ classQuery: lastWord[1], methodQuery: lastWord[2] }] : [];
  return [{ classQuery: text, methodQuery: '' }, ...named, ...split];
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
