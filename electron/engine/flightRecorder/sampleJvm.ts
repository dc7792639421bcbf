import { setTimeout as delay } from 'node:timers/promises';
import type { EventGroup } from '../../../shared/jvmEvents/eventKinds.ts';
import type { ChunkPart } from '../../../shared/importers/liveRecording.ts';
import { WAIT_EVENTS } from '../../../shared/importers/jfrWaits.ts';
import { attachTargetOf, findAttachable } from '../agent/attachAgent.ts';
import { TargetFolder } from '../agent/targetFolder.ts';
import { OpenChunks } from './openChunks.ts';
import { CHEAP_GROUPS, recordedEvents, USUAL_IO_MS } from './eventGroups.ts';
import { FlightRecording, RECORDER_FILE } from './flightRecorder.ts';

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

/** The JVM writes once a second. */
const LOOK_MS = 200;
/** A look takes no more than this share of the time. */
const LOOK_SHARE = 0.2;
/** More is not followed: it comes at the end. */
const FOLLOWED_BYTES = 64 << 20;

/**
 * Samples what a JVM is doing, by its own Flight Recorder: nothing is loaded into it and no class is changed.
 * @param stop ends it earlier
 * @param onStarted from now on samples are taken
 * @returns a file of the Flight Recorder; none of it is left with the target
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
): Promise<Uint8Array> {
  const jvm = findAttachable(pid);
  const { rootPrefix, feature } = jvm;
  const target = attachTargetOf(jvm);
  const { euid, egid } = target;
  const folder = TargetFolder.create({ rootPrefix: rootPrefix ?? '', euid, egid }, RECORDER_FILE);
  try {
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
    const recording = await FlightRecording.start(target, folder, all, durationMs);
    onStarted();
    const endMs = performance.now() + durationMs;
    if (onMore !== undefined) {
      const path = await recording.repository();
      const place = { rootPrefix: rootPrefix ?? '', euid, egid };
      if (path !== null) await follow(new OpenChunks(place, path, FOLLOWED_BYTES), endMs, stop, onMore);
    }
    await delay(Math.max(0, endMs - performance.now()), undefined, { signal: stop }).catch(() => {});
    await recording.stop();
    return recording.bytes();
  } finally {
    folder.remove();
  }
}

async function follow(
  chunks: OpenChunks,
  endMs: number,
  stop: AbortSignal,
  onMore: (parts: readonly ChunkPart[]) => Promise<void>,
): Promise<void> {
  let costMs = 0;
  while (!stop.aborted && performance.now() < endMs) {
    const waitMs = Math.min(Math.max(LOOK_MS, costMs / LOOK_SHARE), endMs - performance.now());
    await delay(Math.max(0, waitMs), undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return;
    const startMs = performance.now();
    const parts = chunks.read();
    if (parts !== null) await onMore(parts);
    costMs = performance.now() - startMs;
  }
}
