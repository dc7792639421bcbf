import type { LiveTable } from '../cct/liveTable.ts';
import type { TrackedBirth } from '../events/trackedBirth.ts';
import type { DataSet } from './dataSet.ts';

/** Rows: objects that are followed and still there, by serial. */
export const FOLLOWED_SET = 'followed';
/** Its link to the row of MADE_CONTEXTS_SET that has made it. */
export const MADE_BY = 'made-by';
export const SERIAL = 'serial';

/** By node and code, as "node code". */
export function followedBirths(live: LiveTable | undefined): ReadonlyMap<string, readonly TrackedBirth[]> {
  return new Map(
    Array.from(live?.followed ?? [], (births, row) => [`${live?.node[row]} ${live?.code[row]}`, births]),
  );
}

/**
 * One by one, so that each leads from a heap dump to where it was made: the agent's references are in the dump, with the same serials.
 * @param contexts in the order of MADE_CONTEXTS_SET
 */
export function followedSet(
  contexts: readonly { readonly made: string; readonly births: readonly TrackedBirth[] }[],
): DataSet {
  const rows = contexts
    .flatMap(({ made, births }, context) => births.map((birth) => ({ made, context, birth })))
    .sort((a, b) => a.birth.serial - b.birth.serial);
  const column = (of: (birth: TrackedBirth) => number): Float64Array =>
    Float64Array.from(rows, ({ birth }) => of(birth));
  const exact = { isExact: true } as const;
  return {
    id: FOLLOWED_SET,
    title: 'Followed objects',
    rows: rows.length,
    texts: [{ id: 'made', title: 'Class', texts: rows.map(({ made }) => made) }],
    links: [
      {
        ...{ id: MADE_BY, title: 'Row of made-contexts' },
        rows: Int32Array.from(rows, ({ context }) => context),
      },
    ],
    values: [
      { ...exact, id: SERIAL, title: 'Serial', unit: 'count', values: column(({ serial }) => serial) },
      { ...exact, id: 'bytes', title: 'Bytes', unit: 'bytes', values: column(({ bytes }) => bytes) },
      {
        ...{ ...exact, id: 'collections', title: 'Collections Before', unit: 'count' },
        values: column(({ bornAt }) => bornAt),
      },
    ],
  };
}
