import { UsageError } from '../../base/errors.ts';
import { mergedTrees } from '../../cct/mergeTrees.ts';
import { visibleText } from '../../naming/visibleText.ts';
import { withAccounts } from './accountSets.ts';
import { withContextsAt, type ContextPlace } from '../dataSets/contextLinks.ts';
import type { RecordedThread, Snapshot } from '../snapshot.ts';

/** How many groups a sentence names at most. */
const NAMES_TOLD = 20;

/** The groups of root calls that the recording tells apart, in the order in which they came; none: all are of one tree per thread. */
export function groupsIn(threads: readonly { readonly group?: string }[]): readonly string[] {
  return [...new Set(threads.flatMap(({ group }) => (group === undefined ? [] : [group])))];
}

/**
 * The recording of some of its groups of root calls, each thread once, as if it had not told them apart. What it holds beside
 * the trees is of all root calls: of groups that were asked for only accounts are left, summed up anew. O(nodes).
 * @param wanted names of groups, in which * stands for any text; none: all groups
 * @throws SluiceError 'usage' that lists the groups there are
 */
export function ofGroups(snapshot: Snapshot, wanted: readonly string[]): Snapshot {
  const groups = groupsIn(snapshot.threads);
  if (groups.length === 0 && wanted.length === 0) return snapshot;
  const chosen = new Set(
    wanted.length === 0 ? groups : wanted.flatMap((name) => groupsNamed(snapshot, groups, name)),
  );
  const isAll = chosen.size === groups.length;
  const byThread = new Map<number, RecordedThread[]>();
  for (const thread of snapshot.threads) {
    if (thread.group !== undefined && !chosen.has(thread.group)) continue;
    const parts = byThread.get(thread.id);
    if (parts === undefined) byThread.set(thread.id, [thread]);
    else parts.push(thread);
  }
  const images: PartImages = new Map();
  const threads = [...byThread.values()].map((parts, thread) => mergedThread(parts, isAll, thread, images));
  if (wanted.length === 0) {
    const placeOf = (at: number, node: number): ContextPlace | null => {
      const part = at < 0 ? undefined : snapshot.threads.at(at);
      const image = part === undefined ? undefined : images.get(part);
      if (image === undefined) return null;
      return { thread: image.thread, node: image.nodes === null ? node : (image.nodes.at(node) ?? -1) };
    };
    return { ...snapshot, threads, dataSets: snapshot.dataSets.map((set) => withContextsAt(set, placeOf)) };
  }
  const named = groups.filter((group) => chosen.has(group));
  return withAccounts({ ...snapshot, threads, dataSets: [], groups: named }, snapshot.accounts);
}

/** Of which root calls it is, as "Root calls: slow only"; null: of all. */
export function groupsText({ groups }: Pick<Snapshot, 'groups'>): string | null {
  return groups === undefined ? null : `Root calls: ${listed(groups)} only`;
}

/** Of a thread in a group: its place among those that are shown, and its nodes -> those there; null: they are the same. */
type PartImages = Map<RecordedThread, { readonly thread: number; readonly nodes: Int32Array | null }>;

/**
 * @param isAll what the system tells of the thread is of all its root calls
 * @param thread its place among those that are shown
 */
function mergedThread(
  parts: readonly RecordedThread[],
  isAll: boolean,
  thread: number,
  images: PartImages,
): RecordedThread {
  const [{ id, name, virtual, cpu, table }] = parts;
  const merged = parts.length === 1 ? null : mergedTrees(parts.map((part) => part.table));
  for (const [i, part] of parts.entries()) images.set(part, { thread, nodes: merged?.images[i] ?? null });
  return {
    ...{ id, name, virtual },
    ...(cpu === undefined || !isAll ? {} : { cpu }),
    table: merged?.table ?? table,
  };
}

function groupsNamed(snapshot: Snapshot, groups: readonly string[], wanted: string): readonly string[] {
  const pieces = wanted.split('*').map((piece) => piece.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const pattern = new RegExp(`^${pieces.join('.*')}$`, 's');
  const named = groups.filter((group) => pattern.test(group) || pattern.test(visibleText(group)));
  if (named.length > 0) return named;
  throw new UsageError(
    `The recording has no group of root calls ${JSON.stringify(wanted)}.`,
    groups.length === 0
      ? whyNoGroups(snapshot)
      : `It has ${listed(groups.map((group) => JSON.stringify(group)))}: name one of these, or leave the group out for all.`,
  );
}

function whyNoGroups({ groups }: Snapshot): string {
  if (groups !== undefined) return `It holds root calls of ${listed(groups)} alone: leave the group out.`;
  return (
    'Leave the group out: it was recorded without --slow-calls and --split, or no root call has ended. ' +
    'Record again with one of them.'
  );
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMES_TOLD;
  return names.slice(0, NAMES_TOLD).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
