import { UsageError } from '../../base/errors.ts';
import { mergedTrees } from '../../cct/mergeTrees.ts';
import { visibleText } from '../../naming/visibleText.ts';
import { withAccounts } from './accountSets.ts';
import { withContextsAt, type ContextPlace } from '../dataSets/contextLinks.ts';
import type { RecordedThread, Snapshot } from '../snapshot.ts';

/** As a clause: "It was ...". */
export const WHY_NO_GROUPS = 'recorded without --slow-calls and --split, or no root call has ended';

/** How many groups a sentence names at most. */
const NAMES_TOLD = 20;

/** The groups of root calls that the recording tells apart, in the order in which they came; none: all are of one tree per thread. */
export function groupsIn(threads: readonly { readonly group?: string }[]): readonly string[] {
  return [...new Set(threads.flatMap(({ group }) => (group === undefined ? [] : [group])))];
}

/**
 * The recording of some of its groups of root calls, each thread once, as if it had not told them apart. O(nodes).
 * @param wanted as chosenGroups has them
 * @throws SluiceError 'usage' that lists the groups there are
 */
export function ofGroups(snapshot: Snapshot, wanted: readonly string[]): Snapshot {
  return withoutGroups(chosenGroups(snapshot, wanted));
}

/**
 * The recording of some of its groups of root calls, which stay apart.
 * @param wanted names of groups, in which * stands for any text; with a ! before it, all others; none: all groups
 * @throws SluiceError 'usage' that lists the groups there are
 */
export function chosenGroups(snapshot: Snapshot, wanted: readonly string[]): Snapshot {
  return wanted.length === 0 ? snapshot : onlyGroups(snapshot, groupsMeant(snapshot, wanted));
}

/**
 * The recording of these groups of root calls, which stay apart. What it holds beside the trees is of all root calls: only accounts
 * are left, summed up anew. O(nodes).
 */
export function onlyGroups(snapshot: Snapshot, names: readonly string[]): Snapshot {
  const groups = groupsIn(snapshot.threads).filter((group) => names.includes(group));
  const isAll = groups.length === groupsIn(snapshot.threads).length;
  const threads = snapshot.threads
    .filter(({ group }) => group === undefined || groups.includes(group))
    .map(({ cpu, ...thread }) => (cpu === undefined || !isAll ? thread : { ...thread, cpu }));
  return withAccounts({ ...snapshot, threads, dataSets: [], groups }, snapshot.accounts);
}

/** The same recording with each thread once, as if it had not told groups of root calls apart. O(nodes). */
export function withoutGroups(snapshot: Snapshot): Snapshot {
  if (groupsIn(snapshot.threads).length === 0) return snapshot;
  const byThread = new Map<number, RecordedThread[]>();
  for (const thread of snapshot.threads) {
    const parts = byThread.get(thread.id);
    if (parts === undefined) byThread.set(thread.id, [thread]);
    else parts.push(thread);
  }
  const images: PartImages = new Map();
  const threads = [...byThread.values()].map((parts, thread) => mergedThread(parts, thread, images));
  const placeOf = (at: number, node: number): ContextPlace | null => {
    const part = at < 0 ? undefined : snapshot.threads.at(at);
    const image = part === undefined ? undefined : images.get(part);
    if (image === undefined) return null;
    return { thread: image.thread, node: image.nodes === null ? node : (image.nodes.at(node) ?? -1) };
  };
  return { ...snapshot, threads, dataSets: snapshot.dataSets.map((set) => withContextsAt(set, placeOf)) };
}

/** Root calls of one group, or those of all others. */
export interface GroupSide {
  readonly group: string;
  readonly isRest: boolean;
}

/** The recording of one side, each thread once. O(nodes). */
export function ofSide(snapshot: Snapshot, { group, isRest }: GroupSide): Snapshot {
  const names = groupsIn(snapshot.threads).filter((name) => (name === group) !== isRest);
  return withoutGroups(onlyGroups(snapshot, names));
}

/** Behind the name of a recording: "slow root calls". */
export function sideText({ group, isRest }: GroupSide): string {
  return isRest ? `root calls other than ${group}` : `${group} root calls`;
}

/** Of which root calls it is, as "Root calls: slow only"; null: of all. */
export function groupsText({ groups }: Pick<Snapshot, 'groups'>): string | null {
  return groups === undefined ? null : `Root calls: ${listed(groups)} only`;
}

/** Of a thread in a group: its place among those that are shown, and its nodes -> those there; null: they are the same. */
type PartImages = Map<RecordedThread, { readonly thread: number; readonly nodes: Int32Array | null }>;

/** @param thread its place among those that are shown */
function mergedThread(parts: readonly RecordedThread[], thread: number, images: PartImages): RecordedThread {
  const [{ id, name, virtual, cpu, table }] = parts;
  const merged = parts.length === 1 ? null : mergedTrees(parts.map((part) => part.table));
  for (const [i, part] of parts.entries()) images.set(part, { thread, nodes: merged?.images[i] ?? null });
  return {
    ...{ id, name, virtual },
    ...(cpu === undefined ? {} : { cpu }),
    table: merged?.table ?? table,
  };
}

/** Those that any of the names means. Where all leave some out, those that none of them does. */
function groupsMeant(snapshot: Snapshot, wanted: readonly string[]): readonly string[] {
  const groups = groupsIn(snapshot.threads);
  const leavesOut = (name: string): boolean => name.startsWith('!') && !groups.includes(name);
  const included = wanted.filter((name) => !leavesOut(name));
  const chosen = new Set(
    included.length === 0 ? groups : included.flatMap((name) => groupsNamed(snapshot, groups, name)),
  );
  for (const name of wanted.filter(leavesOut))
    for (const group of groupsNamed(snapshot, groups, name.slice(1))) chosen.delete(group);
  if (chosen.size > 0) return [...chosen];
  throw new UsageError(
    `Of the groups of root calls of the recording ${listed(wanted.map((name) => JSON.stringify(name)))} leaves none.`,
    `It has ${listed(groups.map((group) => JSON.stringify(group)))}: leave fewer of them out.`,
  );
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
  return `Leave the group out: it was ${WHY_NO_GROUPS}. Record again with one of them.`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMES_TOLD;
  return names.slice(0, NAMES_TOLD).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
