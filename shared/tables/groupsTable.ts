import { groupsIn, WHY_NO_GROUPS } from '../recording/sets/rootCallGroups.ts';
import { GROUPS_VIEW, groupRows } from '../rows/groupRows.ts';
import type { RecordingTable } from './recordingTable.ts';

/** The groups of root calls against each other: of --split a row for each value, of --slow-calls the fast and the slow ones. */
export const GROUPS_TABLE: RecordingTable = {
  id: GROUPS_VIEW,
  title: 'Groups',
  shows: 'root calls by the values of --split, or fast and slow: calls, times and what else was measured',
  isOf: ({ threads }) => groupsIn(threads).length > 0,
  isOfTrees: true,
  rowsOf: ({ apart }) => groupRows(apart),
  above: function* ({ apart }) {
    if (groupsIn(apart.threads).length > 0) return;
    yield `No root calls are told apart: ${WHY_NO_GROUPS}. Record again with one of these options.`;
    yield '';
  },
  below: function* ({ apart }) {
    if (groupsIn(apart.threads).length === 0) return;
    const isTimed = apart.clock !== 'none';
    const bound = isTimed ? ' ± is the bound of the error of the column before it.' : '';
    yield `Share is of the ${isTimed ? 'Total Time' : 'root calls'} of all rows.${bound}`;
    yield "The call tree of one: --group 'NAME'. Against all others: sluice diff FILE --group '!NAME' --group-b 'NAME'.";
    yield '';
  },
};
