import { SluiceError } from '../base/errors.ts';
import { mergeTrees } from '../cct/mergeTrees.ts';
import type { RecordedThread, Snapshot } from './snapshot.ts';

/** How many groups an error names at most. */
const NAMES_IN_ERROR = 20;

/** The groups of root calls that the recording tells apart, in the order in which they came; none: all are of one tree per thread. */
export function groupsIn(threads: readonly { readonly group?: string }[]): readonly string[] {
  return [...new Set(threads.flatMap(({ group }) => (group === undefined ? [] : [group])))];
}

/**
 * The recording of some of its groups of root calls, each thread once, as if it had not told them apart.
 * @param wanted names of groups, in which * stands for any text; none: all groups
 * @throws SluiceError 'usage' that lists the groups there are
 */
export function ofGroups(snapshot: Snapshot, wanted: readonly string[]): Snapshot {
  const groups = groupsIn(snapshot.threads);
  if (groups.length === 0 && wanted.length === 0) return snapshot;
  const chosen = new Set(wanted.length === 0 ? groups : wanted.flatMap((name) => groupsNamed(groups, name)));
  const isAll = chosen.size === groups.length;
  const byThread = new Map<number, RecordedThread[]>();
  for (const thread of snapshot.threads) {
    if (thread.group !== undefined && !chosen.has(thread.group)) continue;
    const parts = byThread.get(thread.id);
    if (parts === undefined) byThread.set(thread.id, [thread]);
    else parts.push(thread);
  }
  return { ...snapshot, threads: [...byThread.values()].map((parts) => mergedThread(parts, isAll)) };
}

/** @param isAll what the system tells of the thread is of all its root calls */
function mergedThread(parts: readonly RecordedThread[], isAll: boolean): RecordedThread {
  const [{ id, name, virtual, cpu, table }] = parts;
  return {
    ...{ id, name, virtual },
    ...(cpu === undefined || !isAll ? {} : { cpu }),
    table: parts.length === 1 ? table : mergeTrees(parts.map((part) => part.table)),
  };
}

function groupsNamed(groups: readonly string[], wanted: string): readonly string[] {
  const pieces = wanted.split('*').map((piece) => piece.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const pattern = new RegExp(`^${pieces.join('.*')}$`, 's');
  const named = groups.filter((group) => pattern.test(group));
  if (named.length > 0) return named;
  const names = groups.slice(0, NAMES_IN_ERROR).map((group) => JSON.stringify(group));
  const rest = groups.length > NAMES_IN_ERROR ? `, and ${groups.length - NAMES_IN_ERROR} more` : '';
  throw new SluiceError(
    'usage',
    `The recording has no group of root calls ${JSON.stringify(wanted)}.`,
    groups.length === 0
      ? 'It was recorded without --slow-calls, or no root call has ended: all are of one tree.'
      : `It has ${names.join(', ')}${rest}.`,
  );
}
