import { setTimeout as delay } from 'node:timers/promises';
import type { EventGroup } from '../../../shared/jvmEvents/eventKinds.ts';
import type { ChunkPart } from '../../../shared/importers/liveRecording.ts';
import { WAIT_EVENTS } from '../../../shared/importers/jfrWaits.ts';
import { attachTargetOf, findAttachable } from '../agent/attachAgent.ts';
import { TargetFolder } from '../agent/targetFolder.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';
import { hasEndedWithin, runsOn } from '../jvms/procStatus.ts';
import { OpenChunks } from './openChunks.ts';
import { CHEAP_GROUPS, recordedEvents, USUAL_IO_MS } from './eventGroups.ts';
import { FILE_LIMIT_BYTES, FlightRecording, RECORDER_FILE } from './flightRecorder.ts';

const CPU_TIME_FEATURE = 25;

/** Whether a JVM of this version can sample its threads by their CPU time (JEP 509): on Linux. */
export function canSampleCpuTime(feature: number): boolean {
  return feature >= CPU_TIME_FEATURE && process.platform === 'linux';
}

export interface SampleOptions {
  readonly durationMs: number;
  /** Of each thread that is at work in Java code. */
  readonly periodMs: number;
  /** Also each time that a thread stands still, by an event; however short it is. */
  readonly waits?: boolean;
  /** By the CPU time of each thread, beside the timer or instead of it, where the JVM can. */
  readonly cpuTime?: 'beside' | 'instead';
  /** What else the JVM tells; those that cost next to nothing, if none are named. */
  readonly events?: readonly EventGroup[];
  /** Reads and writes that take less are left out. */
  readonly ioMs?: number;
  /** Takes what has come since the last time, whenever there is more and the last part has been taken. */
  readonly onMore?: (parts: readonly ChunkPart[]) => Promise<void>;
}

/** Why there are fewer samples than were asked for. */
export type SamplesCut =
  /** The program ended. */
  | 'ended'
  /** The JVM did not answer: what it had written by itself, once a second, is there. */
  | 'unanswered';

export interface SampledJvmFile {
  /** Of the Flight Recorder. */
  readonly file: Uint8Array;
  /** null: there are all. */
  readonly cut: SamplesCut | null;
}

/** What a JVM takes to end when its attach socket has gone. */
const ENDING_MS = 1_000;
/** The JVM writes once a second. */
const LOOK_MS = 200;
/** A look takes no more than this share of the time. */
const LOOK_SHARE = 0.2;
/** More is not followed: it comes at the end. */
const FOLLOWED_BYTES = 64 << 20;

/**
 * Samples what a JVM is doing, by its own Flight Recorder: nothing is loaded into it and no class is changed. When the program ends, or
 * does not answer at the end, what there is of samples is the result.
 * @param stop ends it earlier
 * @param onStarted from now on samples are taken
 * @returns none of it is left with the target, but see FlightRecording
 * @throws SluiceError 'not-found' | 'not-attachable' | 'attach-failed' | 'target-gone' | 'io'
 */
export async function sampleJvm(
  pid: number,
  {
    durationMs,
    periodMs,
    waits = false,
    cpuTime,
    events = CHEAP_GROUPS,
    ioMs = USUAL_IO_MS,
    onMore,
  }: SampleOptions,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<SampledJvmFile> {
  const jvm = findAttachable(pid);
  const { rootPrefix, feature } = jvm;
  const target = attachTargetOf(jvm);
  const { euid, egid } = target;
  const place = { rootPrefix: rootPrefix ?? '', euid, egid };
  const hasCpuTime = cpuTime !== undefined && canSampleCpuTime(feature);
  const hasTimer = !hasCpuTime || cpuTime === 'beside';
  const samples = [
    ...(hasTimer ? [{ name: 'jdk.ExecutionSample', settings: { period: `${periodMs} ms` } }] : []),
    ...(hasCpuTime ? [{ name: 'jdk.CPUTimeSample', settings: { throttle: `${periodMs}ms` } }] : []),
  ];
  const waitEvents = waits
    ? WAIT_EVENTS.map((name) => ({ name, settings: { threshold: '0 ns', stackTrace: 'true' } }))
    : [];
  const all = [...samples, ...waitEvents, ...recordedEvents(events, ioMs)];
  const folder = TargetFolder.create(place, RECORDER_FILE);
  const recording = await FlightRecording.start(target, folder, all, durationMs);
  let chunks: OpenChunks | null = null;
  try {
    onStarted();
    const endMs = performance.now() + durationMs;
    const path = await recording.repository().catch(() => null);
    chunks = path === null ? null : OpenChunks.of(place, path, FOLLOWED_BYTES);
    await follow({ target, chunks, endMs, stop, onMore });
    return await fileOf(recording, chunks, target);
  } finally {
    chunks?.close();
    recording.close();
  }
}

/**
 * The file that the JVM writes; else what it had written by itself. One that ends in order writes its file, and takes its chunks away;
 * one that is killed leaves the chunks.
 */
async function fileOf(
  recording: FlightRecording,
  chunks: OpenChunks | null,
  { pid, startTicks }: AttachTarget,
): Promise<SampledJvmFile> {
  try {
    await recording.stop();
    return { file: recording.bytes(), cut: (await hasEndedWithin(pid, startTicks, 0)) ? 'ended' : null };
  } catch (thrown) {
    const cut = (await hasEndedWithin(pid, startTicks, ENDING_MS)) ? 'ended' : 'unanswered';
    const file = chunks?.whole(FILE_LIMIT_BYTES) ?? (cut === 'ended' ? writtenBy(recording) : null);
    if (file === null) throw thrown;
    return { file, cut };
  }
}

/** null: nothing. */
function writtenBy(recording: FlightRecording): Uint8Array | null {
  try {
    const file = recording.bytes();
    return file.length === 0 ? null : file;
  } catch {
    return null;
  }
}

interface Followed {
  readonly target: AttachTarget;
  /** null: they cannot be looked at. */
  readonly chunks: OpenChunks | null;
  readonly endMs: number;
  readonly stop: AbortSignal;
  readonly onMore?: SampleOptions['onMore'];
}

/** Resolves when the time is over, or the target has ended. */
async function follow({ target: { pid, startTicks }, chunks, endMs, stop, onMore }: Followed): Promise<void> {
  let costMs = 0;
  while (!stop.aborted && performance.now() < endMs) {
    const waitMs = Math.min(Math.max(LOOK_MS, costMs / LOOK_SHARE), endMs - performance.now());
    await delay(Math.max(0, waitMs), undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return;
    const startMs = performance.now();
    if (!runsOn(pid, startTicks)) return;
    const parts = onMore === undefined ? null : (chunks?.read() ?? null);
    if (parts !== null) await onMore?.(parts);
    costMs = performance.now() - startMs;
  }
}
