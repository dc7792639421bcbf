/**
 * The time field of a word `made`: which allocation site was executed, and the length of an array.
 *
 *      43                        25 24    22 21                             0
 *     +----------------------------+--------+--------------------------------+
 *     |  number of the site        |  kind  |  length, low 22 bits           |
 *     +----------------------------+--------+--------------------------------+
 *
 * The kind stands in the word since it tells what an array takes, and words come before it is told what their sites are.
 */
export const MADE_LENGTH_BITS = 22;
/** Longer arrays take a second word. Of an object that is how many more of it were made; in a word `arrays`, how many. */
export const MADE_LENGTH_LIMIT = 2 ** MADE_LENGTH_BITS;
const KIND_BITS = 3;
/** Numbers of sites are below this. */
export const SITE_LIMIT = 2 ** 19;
/** The tool gives numbers below this; those above are the agent's, for classes that are known only when a place runs (SluiceFoundSites.java). */
export const TOOL_SITE_LIMIT = SITE_LIMIT - 2 ** 16;

/** Numbers of places from here on are of no place in the code: the JDK, or a constructor reference, makes objects (SluiceMakers.java). */
export const MADE_BELOW = SITE_LIMIT;
/** Beside the number of a place: what the JDK makes of the program's classes is told there, and not at the place. */
export const NOT_BY_JDK = 2 ** 20;

/** What a site makes; of arrays by what an element takes. */
export const MADE_KIND = { object: 0, bytes1: 1, bytes2: 2, bytes4: 3, bytes8: 4, references: 5 } as const;
export type MadeKind = (typeof MADE_KIND)[keyof typeof MADE_KIND];

/** As probes have it: the number and the kind. */
export function siteCode(site: number, kind: MadeKind): number {
  return site * 2 ** KIND_BITS + kind;
}

export function siteOf(code: number): number {
  return code >>> KIND_BITS;
}

export function kindOf(code: number): number {
  return code & (2 ** KIND_BITS - 1);
}

/** @returns 0 for what is no array, and for references, which only the layout tells */
export function elementBytesOf(kind: number): number {
  return kind === MADE_KIND.object || kind >= MADE_KIND.references ? 0 : 2 ** (kind - 1);
}
