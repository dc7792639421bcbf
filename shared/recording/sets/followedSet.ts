import type { LiveTable } from '../../cct/liveTable.ts';
import type { TrackedBirth } from '../../events/trackedBirth.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { columnsOf } from '../dataSets/rowColumns.ts';

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
  return {
    id: FOLLOWED_SET,
    title: 'Followed objects',
    ...columnsOf(rows, {
      texts: [['made', 'Class', ({ made }) => made]],
      links: [[MADE_BY, 'Row of made-contexts', ({ context }) => context]],
      values: [
        [SERIAL, 'Serial', 'count', ({ birth }) => birth.serial, true],
        ['bytes', 'Bytes', 'bytes', ({ birth }) => birth.bytes, true],
        ['collections', 'Collections Before', 'count', ({ birth }) => birth.bornAt, true],
      ],
    }),
  };
}
