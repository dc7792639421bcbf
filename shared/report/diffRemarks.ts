import { extentRemark } from '../compare/comparisonBasis.ts';
import type { RecordingDiff } from '../compare/recordingDiff.ts';
import { optionRemarks } from '../recording/chosenOptions.ts';
import { whyEmpty } from '../recording/losses.ts';
import { comparablePairs, measuredPairs } from '../recording/measuredPairs.ts';
import { isEmpty, type Snapshot } from '../recording/snapshot.ts';

/** What makes this comparison hard to read, a sentence each: first how much each recording saw, if that differs. */
export function comparisonRemarks({ a, b, extents, basis, timed }: RecordingDiff): readonly string[] {
  const ofExtents = extentRemark(extents.a, extents.b, basis, timed);
  const others = diffRemarks(a.snapshot, b.snapshot);
  return ofExtents === null ? others : [ofExtents, ...others];
}

/** What makes two recordings hard to compare whatever the basis, a sentence each. */
export function diffRemarks(a: Snapshot, b: Snapshot): readonly string[] {
  const remarks: string[] = [];
  for (const [side, snapshot] of [['A', a] as const, ['B', b] as const]) {
    const { complete, losses } = snapshot;
    if (isEmpty(snapshot)) remarks.push(`${side} is empty: ${whyEmpty(snapshot)}.`);
    if (!complete)
      remarks.push(
        `${side} is incomplete (${losses.join(', ') || 'calls were lost'}): its counts are lower bounds.`,
      );
  }
  if (a.roots.join() !== b.roots.join() && !findSameRoots(a, b))
    remarks.push(`They were recorded with other roots: A ${a.roots.join(', ')}; B ${b.roots.join(', ')}.`);
  remarks.push(...optionRemarks(a, b));
  const [ofA, ofB] = [measuredPairs(a), measuredPairs(b)];
  const compared = comparablePairs(a, b);
  for (const pair of new Set([...ofA, ...ofB])) {
    if (compared.includes(pair)) continue;
    const [inA, inB] = [ofA.includes(pair), ofB.includes(pair)];
    const who = inA && inB ? 'Each has its own' : `Only ${inA ? 'A' : 'B'} has`;
    remarks.push(`${who} ${pair.id}: they are not compared.`);
  }
  if (a.switches.length + b.switches.length > 0)
    remarks.push('Methods were switched off while one of them ran: their calls are missing there.');
  return remarks;
}

/**
 * Of other patterns: one may spell out the parameters that the other leaves away. Of the same patterns nothing is asked: a root method
 * that is new, or gone, stands in the table.
 */
function findSameRoots(a: Snapshot, b: Snapshot): boolean {
  const names = ({ roots }: Snapshot): string => roots.map((root) => root.replace(/\(.*$/, '')).join();
  const found = ({ methods }: Snapshot): string =>
    methods
      .filter(({ root }) => root)
      .map(({ className, name, descriptor }) => `${className}::${name}${descriptor}`)
      .sort()
      .join();
  return names(a) === names(b) && found(a) === found(b);
}
