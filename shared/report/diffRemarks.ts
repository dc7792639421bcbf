import { extentRemark } from '../compare/comparisonBasis.ts';
import type { RenamedMethod } from '../compare/renamedMethods.ts';
import { formatCount } from '../naming/formatNumbers.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { methodName } from '../naming/methodNames.ts';
import type { RecordingDiff } from '../compare/recordingDiff.ts';
import { ALLOCATION_SET, notAttributedOf } from '../recording/sets/allocationSet.ts';
import { optionRemarks } from '../recording/options/chosenOptions.ts';
import { whyEmpty } from '../recording/losses.ts';
import { comparablePairs, measuredPairs } from '../recording/measuredPairs.ts';
import { isNote } from '../messages/noteMessages.ts';
import { isEmpty, type Snapshot } from '../recording/snapshot.ts';

/** What makes this comparison hard to read, a sentence each: first how much each recording saw, if that differs. */
export function comparisonRemarks({
  a,
  b,
  extents,
  basis,
  timed,
  renamed,
}: RecordingDiff): readonly string[] {
  const ofExtents = extentRemark(extents.a, extents.b, basis, timed);
  const others = [...diffRemarks(a.snapshot, b.snapshot), ...renamedRemarks(renamed)];
  return ofExtents === null ? others : [ofExtents, ...others];
}

const TAKEN_FOR = {
  name: 'Taken for the same, with another signature',
  numbers: 'Taken for renamed, as they did exactly the same',
} as const;

/** What of B is taken for a method of A. */
function renamedRemarks(renamed: readonly RenamedMethod[]): readonly string[] {
  const name = (method: MethodInfo): string => methodName(method, 'long');
  return (['name', 'numbers'] as const).flatMap((why) => {
    const found = renamed.filter(({ by }) => by === why);
    if (found.length === 0) return [];
    const some = found.slice(0, MOST_NAMES).map(({ before, after }) => `${name(before)} is ${name(after)}`);
    const others = found.length - some.length;
    const more = others > 0 ? `, and ${formatCount(others, ',')} more` : '';
    return [`${TAKEN_FOR[why]}: ${some.join(', ')}${more}.`];
  });
}

/** In a sentence. */
const MOST_NAMES = 5;

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
  remarks.push(...jvmRemarks(a, b), ...optionRemarks(a, b));
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
  return [...remarks, ...otherThreads(a, b), ...notAttributed(a, b)];
}

/** Methods of which calls are missing, on whichever side. */
function otherThreads(a: Snapshot, b: Snapshot): readonly string[] {
  const [ofA, ofB] = [a, b].map(({ notes }) => notes.find((note) => isNote('calledOutside', note)));
  const told = [...(ofA === undefined ? [] : [`A: ${ofA}`]), ...(ofB === undefined ? [] : [`B: ${ofB}`])];
  if (told.length === 0) return [];
  const both = ofA === ofB ? `A and B: ${ofA}` : told.join(' ');
  return [`${both} With --follow-threads those are counted that run on threads which a root starts.`];
}

/** Of what threads allocate, how much neither the table nor a gate can see; a sentence where both know it, and it is notable. */
function notAttributed(a: Snapshot, b: Snapshot): readonly string[] {
  const [ofA, ofB] = [a, b].map(({ dataSets }) => {
    const set = dataSets.find(({ id }) => id === ALLOCATION_SET);
    return set && notAttributedOf(set);
  });
  if (!ofA || !ofB || Math.max(ofA.share, ofB.share) < NOTABLE_SHARE) return [];
  const remedy =
    a.includeCore === true && b.includeCore === true
      ? 'native and left-out code made it'
      : 'what core classes do is not compared, and --include-core shows it';
  return [
    `Core, left-out and native code makes ${ofA.percent} of what A allocates, ${ofB.percent} of B: ${remedy}.`,
  ];
}

/** What is less is what any JVM allocates for itself. */
const NOTABLE_SHARE = 0.1;

/** A sentence for each fact of the JVMs in which they differ: what a program does, and what objects take, may depend on it. */
function jvmRemarks(a: Snapshot, b: Snapshot): readonly string[] {
  const layout = ({ layout: of }: Snapshot): string | undefined =>
    of &&
    `references of ${of.referenceBytes} bytes, arrays from ${of.arrayBaseBytes}, objects at multiples of ${of.alignmentBytes}`;
  const facts: readonly (readonly [string, (of: Snapshot) => string | number | undefined])[] = [
    ['Java', ({ target }) => target.javaVersion || undefined],
    ['JVM', ({ target }) => target.vmName || undefined],
    ['garbage collectors', ({ target }) => target.collector],
    ['numbers of processors', ({ target }) => target.processors],
    ['layouts of objects', layout],
  ];
  return facts.flatMap(([name, of]) => {
    const [inA, inB] = [of(a), of(b)];
    return inA === undefined || inB === undefined || inA === inB
      ? []
      : [`They ran with other ${name}: A ${inA}; B ${inB}.`];
  });
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
