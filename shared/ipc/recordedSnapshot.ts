import { ensure } from '../base/assert.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';
import { OBJECTS } from '../cct/madeColumns.ts';
import { BYTECODES, NO_CALIBRATION, WEIGHTED_BYTECODES, type Calibration } from '../cct/cctTable.ts';
import type { LiveObjects } from '../cct/liveObjects.ts';
import { calibratedOn } from '../cct/contextCalibration.ts';
import { exactTree } from '../cct/overhead.ts';
import { unpairedEvents, type RecordingTotals, type ThreadTree } from '../cct/threadTrees.ts';
import type { SessionStatus } from './engineApi.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { noteText } from '../messages/noteMessages.ts';
import { formatBytes, formatCount, formatCountOf } from '../naming/formatNumbers.ts';
import { withAccounts } from '../recording/accountSets.ts';
import { allocationSet, notAttributedOf } from '../recording/allocationSet.ts';
import type { DataSet } from '../recording/dataSet.ts';
import { madeSets, unknownSizes } from '../recording/madeSets.ts';
import { rootCallSets } from '../recording/rootCallSets.ts';
import { lossTexts } from '../recording/losses.ts';
import { withSampledTimes } from '../recording/sampledTimes.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import type { Timeline } from '../recording/timeline.ts';
import { bareSamplingOf, withCpuTimes, type RecordedFacts } from './recordedFacts.ts';
import { withStatus } from './statusTimeline.ts';

/** In a sentence. */
const MOST_NAMES = 5;

/** A session whose recording is saved. */
export interface RecordedSession {
  /** It has begun a recording. */
  readonly status: SessionStatus;
  /** Of that recording, up to some moment before. */
  readonly timeline: Timeline;
  /** What came when the last recording was stopped; null: none was. */
  readonly facts?: RecordedFacts | null;
}

/**
 * The present or last recording of a session, as a file holds it: window and command line save the same.
 * While it records, root calls that have no group yet are left out: --slow-calls.
 * @param trees those of that recording: what they tell to be missing makes it incomplete as well
 */
export function recordedSnapshot(
  { status, timeline, facts = null }: RecordedSession,
  methods: Iterable<MethodInfo>,
  trees: {
    /** Root calls that are open are of the group that they are of by now. */
    decideGroups(): void;
    snapshot(): readonly ThreadTree[];
    totals(): RecordingTotals;
    threadsInside(): number;
    rootDurations(): Parameters<typeof rootCallSets>[0];
    readonly callsWithoutRoom: number;
    readonly layout: ObjectLayout | null;
    readonly live: LiveObjects | null;
  },
): Snapshot {
  const { pid, mainClass, javaVersion, vmName, commandLine } = status;
  const { bareRoot } = status;
  const known = [...methods];
  if (status.phase !== 'recording') trees.decideGroups(); // while it records, what is decided stays so
  const recorded = trees.snapshot();
  const losses = [...status.losses, ...lossTexts({ unpairedEvents: unpairedEvents(trees.totals()) })];
  const allocation = allocationSet(recorded);
  const request = ensure(status.request, 'request of the recording');
  const own = facts?.startedAtMs === status.startedAtMs ? facts : null;
  const threads = withCpuTimes(
    recorded.map(({ threadId, allocation: _, ...thread }) => ({ id: threadId, ...thread })),
    own ?? { threads: [] },
  );
  const sampled =
    own === null || own.bare === null
      ? null
      : withSampledTimes({ threads, methods: known, durationMs: status.elapsedMs }, bareSamplingOf(own.bare));
  const snapshot: Snapshot = {
    target: { pid, mainClass, javaVersion, vmName, commandLine },
    ...request,
    switches: status.switches,
    calibration: calibrationOf(status, known, recorded),
    bareRoot,
    complete: losses.length === 0,
    losses,
    droppedEvents: status.droppedEvents,
    instrumentedMethods: status.instrumentedMethods,
    instrumentation: {
      classes: status.instrumentedClasses,
      hotSwaps: status.hotSwaps,
      swapMs: status.swapMs,
      analysisMs: status.analysisMs,
    },
    startedAtMs: status.startedAtMs,
    durationMs: status.elapsedMs,
    pausedMs: status.pausedMs,
    timeline: withStatus(timeline, status).samples,
    methods: known.map(({ sites: _, ...method }) => method),
    threads: sampled?.threads ?? threads,
    ...(sampled === null ? {} : { bareSamples: sampled.sampledTimes }),
    ...(trees.layout === null ? {} : { layout: trees.layout }),
    dataSets: [
      ...madeSets(recorded, known),
      ...(allocation === null ? [] : [allocation]),
      ...rootCallSets(trees.rootDurations(), request.clock),
      ...(sampled?.dataSets ?? []),
    ],
    skipped: [],
    notes: [
      ...status.notes,
      ...(sampled?.notes ?? []),
      ...(request.accountsOnly ? [noteText('accountsOnly', {})] : []),
      ...openFrames(recorded, trees.threadsInside()),
      ...ofObjects(recorded, known),
      ...ofLiveObjects(recorded, trees.live),
      ...ofAllocation(allocation),
      ...ofCallsWithoutRoom(trees.callsWithoutRoom),
    ],
    refusals: status.refusals,
  };
  return request.accounts.length === 0 ? snapshot : withAccounts(snapshot, request.accounts);
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

function ofCallsWithoutRoom(calls: number): string[] {
  if (calls === 0) return [];
  return [noteText('callsWithoutRoom', { calls: formatCountOf(calls, 'root call', 'root calls') })];
}

/** Where the root was timed bare, the calibration on the program itself. */
function calibrationOf(
  { calibration, bareRoot, request }: SessionStatus,
  methods: readonly MethodInfo[],
  threads: readonly ThreadTree[],
): Calibration {
  const loop = calibration ?? NO_CALIBRATION;
  const clock = ensure(request, 'request of the recording').clock;
  if (bareRoot === null || clock === 'none') return loop;
  const roots = new Set<number>(methods.filter(({ root }) => root).map(({ id }) => id));
  return calibratedOn(
    (tried) => threads.map(({ table }) => exactTree(table, tried, clock)),
    (method) => roots.has(method),
    loop,
    bareRoot.meanNs,
  );
}
