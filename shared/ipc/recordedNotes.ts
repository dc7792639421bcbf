import { WEIGHTED_BYTECODES } from '../cct/cctTable.ts';
import { BYTECODES } from '../events/amounts.ts';
import type { LiveObjects } from '../cct/liveObjects.ts';
import { OBJECTS } from '../cct/madeColumns.ts';
import type { ThreadTree } from '../cct/threadTrees.ts';
import { noteText } from '../messages/noteMessages.ts';
import type { MeasurementStatus } from './engineApi.ts';
import { formatBytes, formatCount, formatCountOf } from '../naming/formatNumbers.ts';
import type { MethodId } from '../base/ids.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { notAttributedOf } from '../recording/sets/allocationSet.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { unknownSizes } from '../recording/sets/madeSets.ts';

/** In a sentence. */
const MOST_NAMES = 5;

/** What a reader of the numbers has to know of how they came about, a sentence each. @param allocation null: none was asked of the JVM */
export function recordedNotes(
  recorded: readonly ThreadTree[],
  methods: readonly MethodInfo[],
  allocation: DataSet | null,
  { calledOutside, request }: Pick<MeasurementStatus, 'calledOutside' | 'request'>,
  trees: {
    threadsInside(): number;
    readonly callsWithoutRoom: number;
    readonly live: LiveObjects | null;
  },
): readonly string[] {
  return [
    ...(request?.accountsOnly === true ? [noteText('accountsOnly', {})] : []),
    ...openFrames(recorded, trees.threadsInside()),
    ...ofObjects(recorded, methods),
    ...ofLiveObjects(recorded, trees.live),
    ...ofAllocation(allocation),
    ...ofCallsWithoutRoom(trees.callsWithoutRoom),
    ...ofOtherThreads(calledOutside, methods),
  ];
}

/** Calls tell their bytecodes when they end. */
function openFrames(trees: readonly ThreadTree[], threads: number): string[] {
  const counts = [BYTECODES, WEIGHTED_BYTECODES];
  if (threads === 0 || !trees.some(({ table }) => counts.some((id) => table.more?.has(id)))) return [];
  const were = threads === 1 ? '1 thread was' : `${formatCount(threads)} threads were`;
  return [noteText('openFrames', { threads: were })];
}

/** What the numbers of objects leave out. */
function ofObjects(trees: readonly ThreadTree[], methods: readonly MethodInfo[]): string[] {
  if (!trees.some(({ table }) => table.more?.has(OBJECTS))) return [];
  const unknown = unknownSizes(trees, methods);
  const some = unknown.slice(0, MOST_NAMES).join(', ') + (unknown.length > MOST_NAMES ? ' and others' : '');
  return [
    noteText('madeByBytecode', {}),
    ...(unknown.length === 0
      ? []
      : [noteText('sizesUnknown', { classes: formatCountOf(unknown.length, 'class', 'classes'), some })]),
  ];
}

/** What live objects are, and how sure that is. */
function ofLiveObjects(trees: readonly ThreadTree[], live: LiveObjects | null): string[] {
  if (live === null) return [];
  const notes = [
    noteText('liveFollowed', {
      collections: formatCount(live.collections),
      references: formatCountOf(live.size, 'object is', 'objects are'),
    }),
  ];
  if (live.everyBytes === 0) return notes;
  const sumOf = (column: 'bytes' | 'variance'): number =>
    trees.reduce((sum, { table }) => sum + (table.live?.[column].reduce((a, b) => a + b, 0) ?? 0), 0);
  const [bytes, error] = [formatBytes(sumOf('bytes')), formatBytes(Math.sqrt(sumOf('variance')))];
  return [...notes, noteText('liveEstimated', { every: formatCount(live.everyBytes), live: bytes, error })];
}

/** What code without probes has made. */
function ofAllocation(set: DataSet | null): string[] {
  const rest = set === null ? null : notAttributedOf(set);
  if (rest === null) return [];
  const { bytes, allocated, percent, unknown } = rest;
  const others =
    unknown === 0
      ? ''
      : `; of ${formatCountOf(unknown, 'further thread', 'further threads')} it is not known`;
  return [noteText('notAttributed', { bytes, allocated, percent, others })];
}

/** What threads called that are in no tree. */
function ofOtherThreads(calledOutside: readonly MethodId[], methods: readonly MethodInfo[]): string[] {
  const ids = new Set<number>(calledOutside);
  const names = methods
    .filter(({ id }) => ids.has(id))
    .map(({ className, name }) => `${className}.${name}()`)
    .sort();
  if (names.length === 0) return [];
  const others = names.length - MOST_NAMES;
  const some = names.slice(0, MOST_NAMES).join(', ') + (others > 0 ? ` and ${formatCount(others)} more` : '');
  return [noteText('calledOutside', { methods: some })];
}

function ofCallsWithoutRoom(calls: number): string[] {
  if (calls === 0) return [];
  return [noteText('callsWithoutRoom', { calls: formatCountOf(calls, 'root call', 'root calls') })];
}
