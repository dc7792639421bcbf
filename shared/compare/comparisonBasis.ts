import { UsageError } from '../base/errors.ts';
import type { ChosenThreads } from '../recording/chosenThreads.ts';
import { rootCallCount } from '../recording/rootCallCount.ts';
import { formatCountOf, formatTime, THIN_SPACE } from '../naming/formatNumbers.ts';
import type { Snapshot } from '../recording/snapshot.ts';

/** What the numbers of two recordings are compared per: a recording that ran longer has more of everything. */
export const COMPARISON_BASES = ['root-call', 'second', 'recording'] as const;
export type ComparisonBasis = (typeof COMPARISON_BASES)[number];

/** How much of the program a recording saw. */
export interface RecordedExtent {
  /** Calls of root methods from outside the subgraph, on the threads that are compared. */
  readonly rootCalls: number;
  readonly seconds: number;
}

/** Lengths of timed recordings, and their root calls, that differ by more make sums hard to compare. */
const NOTABLE = 0.1;

/** O(nodes). */
export function extentOf(snapshot: Snapshot, threads: ChosenThreads = 'all'): RecordedExtent {
  const roots = new Set(snapshot.methods.filter(({ root }) => root).map(({ id }) => id as number));
  let rootCalls = 0;
  for (const { id, table } of snapshot.threads)
    if (threads === 'all' || threads.includes(id)) rootCalls += rootCallCount(table, roots);
  return { rootCalls, seconds: snapshot.durationMs / 1_000 };
}

/**
 * What is compared if nobody says: recordings as they are, so that the same is judged in each run and nothing is divided away.
 * @param areApart root calls of one recording: by root call, for how many there are of each is no change of the program
 */
export function usualBasis(a: RecordedExtent, b: RecordedExtent, areApart: boolean): ComparisonBasis {
  return areApart && a.rootCalls > 0 && b.rootCalls > 0 ? 'root-call' : 'recording';
}

/** Whether both are of one recording, and of its root calls one has a part alone. */
export function areApartInOne(a: Snapshot, b: Snapshot): boolean {
  const isOne =
    a.startedAtMs === b.startedAtMs && a.durationMs === b.durationMs && a.target.pid === b.target.pid;
  return isOne && (a.groups ?? b.groups) !== undefined;
}

/**
 * By how many the numbers of a side are divided.
 * @param name of the recording, for the error
 * @throws SluiceError 'usage' where there is none of it
 */
export function unitsOf(
  basis: ComparisonBasis,
  { rootCalls, seconds }: RecordedExtent,
  name: string,
): number {
  if (basis === 'recording') return 1;
  const units = basis === 'second' ? seconds : rootCalls;
  if (units > 0) return units;
  throw new UsageError(
    basis === 'second'
      ? `${name} has no length: nothing can be shown per second.`
      : `${name} has no finished or open call of a root: nothing can be shown per root call.`,
    'Compare the recordings as they are: --per recording.',
  );
}

export const BASIS_TEXTS: Readonly<Record<ComparisonBasis, string>> = {
  'root-call': 'per root call',
  second: 'per second',
  recording: 'as recorded',
};

/**
 * Where sums alone would mislead: a sentence with both extents and what is done about it; else null.
 * @param timed false: a length says nothing of counts, so it is not looked at
 */
export function extentRemark(
  a: RecordedExtent,
  b: RecordedExtent,
  basis: ComparisonBasis,
  timed: boolean,
): string | null {
  const differ = (x: number, y: number): boolean => Math.max(x, y) > (1 + NOTABLE) * Math.min(x, y);
  // A root call more is work that was added or a run that did more: whoever reads counts decides.
  const isOther = timed
    ? differ(a.seconds, b.seconds) || differ(a.rootCalls, b.rootCalls)
    : a.rootCalls !== b.rootCalls;
  if (!isOther) return null;
  const rootCalls = ({ rootCalls }: RecordedExtent): string =>
    formatCountOf(rootCalls, 'root call', 'root calls', ',');
  const extent = (of: RecordedExtent): string => `${formatTime(of.seconds * 1e9)} with ${rootCalls(of)}`;
  const extents = timed
    ? `A ran for ${extent(a)}, B for ${extent(b)}`
    : `A has ${rootCalls(a)}, B ${rootCalls(b)}`;
  return `${extents.replaceAll(THIN_SPACE, ',')}: ${basisText(a, b, basis)}.`;
}

function basisText(a: RecordedExtent, b: RecordedExtent, basis: ComparisonBasis): string {
  if (basis !== 'recording') return `all numbers are ${BASIS_TEXTS[basis]}`;
  const isAlike = a.rootCalls === b.rootCalls || a.rootCalls === 0 || b.rootCalls === 0;
  return isAlike
    ? 'numbers are as recorded'
    : 'numbers are as recorded, and can be compared per root call (--per root-call)';
}
