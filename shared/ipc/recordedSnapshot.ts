import { ensure } from '../base/assert.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';
import { OBJECTS } from '../cct/madeColumns.ts';
import { BYTECODES, NO_CALIBRATION, type Calibration } from '../cct/cctTable.ts';
import { calibratedOn } from '../cct/contextCalibration.ts';
import { exactTree } from '../cct/overhead.ts';
import { unpairedEvents, type RecordingTotals, type ThreadTree } from '../cct/threadTrees.ts';
import type { SessionStatus } from './engineApi.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { noteText } from '../messages/noteMessages.ts';
import { formatCount, formatCountOf } from '../naming/formatNumbers.ts';
import { withAccounts } from '../recording/accountSets.ts';
import { madeSets, unknownSizes } from '../recording/madeSets.ts';
import { lossTexts } from '../recording/losses.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import type { Timeline } from '../recording/timeline.ts';
import { withStatus } from './statusTimeline.ts';

/** In a sentence. */
const MOST_NAMES = 5;

/** A session whose recording is saved. */
export interface RecordedSession {
  /** It has begun a recording. */
  readonly status: SessionStatus;
  /** Of that recording, up to some moment before. */
  readonly timeline: Timeline;
}

/**
 * The present or last recording of a session, as a file holds it: window and command line save the same.
 * @param trees those of that recording: what they tell to be missing makes it incomplete as well
 */
export function recordedSnapshot(
  { status, timeline }: RecordedSession,
  methods: Iterable<MethodInfo>,
  trees: {
    snapshot(): readonly ThreadTree[];
    totals(): RecordingTotals;
    threadsInside(): number;
    readonly layout: ObjectLayout | null;
  },
): Snapshot {
  const { pid, mainClass, javaVersion, vmName, commandLine } = status;
  const { bareRoot } = status;
  const known = [...methods];
  const recorded = trees.snapshot();
  const losses = [...status.losses, ...lossTexts({ unpairedEvents: unpairedEvents(trees.totals()) })];
  const request = ensure(status.request, 'request of the recording');
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
    threads: recorded.map(({ threadId, ...thread }) => ({ id: threadId, ...thread })),
    ...(trees.layout === null ? {} : { layout: trees.layout }),
    dataSets: madeSets(recorded, known),
    skipped: [],
    notes: [...status.notes, ...openFrames(recorded, trees.threadsInside()), ...ofObjects(recorded, known)],
    refusals: status.refusals,
  };
  return request.accounts.length === 0 ? snapshot : withAccounts(snapshot, request.accounts);
}

/** Calls tell their bytecodes when they end. */
function openFrames(trees: readonly ThreadTree[], threads: number): string[] {
  if (threads === 0 || !trees.some(({ table }) => table.more?.has(BYTECODES))) return [];
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
