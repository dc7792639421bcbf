import { ensure } from '../base/assert.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';
import type { LiveObjects } from '../cct/liveObjects.ts';
import { unpairedEvents, type RecordingTotals, type ThreadTree } from '../cct/threadTrees.ts';
import type { SessionStatus } from './engineApi.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import { withAccounts } from '../recording/sets/accountSets.ts';
import { countsObjects } from '../recording/options/countedObjects.ts';
import { allocationSet } from '../recording/sets/allocationSet.ts';
import { withAskedAmounts } from '../recording/measuredPairs.ts';
import { madeSets } from '../recording/sets/madeSets.ts';
import { rootCallSets } from '../recording/sets/rootCallSets.ts';
import { lossTexts } from '../recording/losses.ts';
import { withSampledTimes } from '../recording/samples/sampledTimes.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import type { Timeline } from '../recording/timeline.ts';
import { bareSamplingOf, withCpuTimes, type RecordedFacts } from './recordedFacts.ts';
import { recordedCalibration } from './recordedCalibration.ts';
import { recordedNotes } from './recordedNotes.ts';
import { withStatus } from './statusTimeline.ts';

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
  const { target, measurement, instrumentation, counters, droppedEvents } = status;
  const { startedAtMs, elapsedMs } = measurement;
  const known = [...methods];
  if (status.phase !== 'recording') trees.decideGroups(); // while it records, what is decided stays so
  const recorded = trees.snapshot();
  const losses = [...status.losses, ...lossTexts({ unpairedEvents: unpairedEvents(trees.totals()) })];
  const request = ensure(measurement.request, 'request of the recording');
  const objects = { isCounted: countsObjects(request), isFollowed: request.live.length > 0 };
  const allocation = allocationSet(recorded, objects);
  const own = facts?.startedAtMs === startedAtMs ? facts : null;
  const threads = withCpuTimes(
    recorded.map(({ threadId, allocation: _, ...thread }) => ({ id: threadId, ...thread })),
    own ?? { threads: [] },
  );
  const sampled =
    own === null || own.bare === null
      ? null
      : withSampledTimes({ threads, methods: known, durationMs: elapsedMs }, bareSamplingOf(own.bare));
  const snapshot: Snapshot = {
    target,
    ...request,
    switches: measurement.switches,
    calibration: recordedCalibration(measurement, known, recorded),
    bareRoot: measurement.bareRoot,
    complete: losses.length === 0,
    losses,
    droppedEvents,
    instrumentedMethods: instrumentation.methods,
    instrumentation: {
      classes: instrumentation.classes,
      hotSwaps: counters.hotSwaps,
      swapMs: counters.swapMs,
      analysisMs: instrumentation.analysisMs,
    },
    startedAtMs,
    durationMs: elapsedMs,
    pausedMs: counters.pausedMs,
    timeline: withStatus(timeline, status).samples,
    methods: known.map(({ sites: _, ...method }) => method),
    threads: withAskedAmounts(sampled?.threads ?? threads, request),
    ...(sampled === null ? {} : { bareSamples: sampled.sampledTimes }),
    ...(trees.layout === null ? {} : { layout: trees.layout }),
    dataSets: [
      ...madeSets(recorded, known, objects),
      ...(allocation === null ? [] : [allocation]),
      ...rootCallSets(trees.rootDurations(), request.clock),
      ...(sampled?.dataSets ?? []),
    ],
    skipped: [],
    notes: [
      ...status.notes,
      ...(sampled?.notes ?? []),
      ...recordedNotes(recorded, known, allocation, measurement, trees),
    ],
    refusals: status.refusals,
  };
  return request.accounts.length === 0 ? snapshot : withAccounts(snapshot, request.accounts);
}
