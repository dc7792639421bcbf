import { setTimeout as delay } from 'node:timers/promises';
import type { EventGroup } from '../../../shared/jvmEvents/eventKinds.ts';
import { WAIT_EVENTS } from '../../../shared/importers/jfrWaits.ts';
import { findAttachable } from '../agent/attachAgent.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';
import { TargetFolder } from '../agent/targetFolder.ts';
import { CHEAP_GROUPS, recordedEvents, USUAL_IO_MS } from './eventGroups.ts';
import { FlightRecording, RECORDER_FILE } from './flightRecorder.ts';

export interface SampleOptions {
  readonly durationMs: number;
  /** Of each thread that is at work in Java code. */
  readonly periodMs: number;
  /** Also each time that a thread stands still, by an event; however short it is. */
  readonly waits?: boolean;
  /** What else the JVM tells; those that cost next to nothing, if none are named. */
  readonly events?: readonly EventGroup[];
  /** Reads and writes that take less are left out. */
  readonly ioMs?: number;
}

/**
 * Samples what a JVM is doing, by its own Flight Recorder: nothing is loaded into it and no class is changed.
 * @param stop ends it earlier
 * @param onStarted from now on samples are taken
 * @returns a file of the Flight Recorder; none of it is left with the target
 * @throws SluiceError 'not-found' | 'not-attachable' | 'attach-failed' | 'target-gone' | 'io'
 */
export async function sampleJvm(
  pid: number,
  { durationMs, periodMs, waits = false, events = CHEAP_GROUPS, ioMs = USUAL_IO_MS }: SampleOptions,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<Uint8Array> {
  const { status, rootPrefix, startTicks } = findAttachable(pid);
  const { nsPid, euid, egid } = status;
  const target: AttachTarget = { pid, nsPid, startTicks, euid, egid };
  const folder = TargetFolder.create({ rootPrefix: rootPrefix ?? '', euid, egid }, RECORDER_FILE);
  try {
    const samples = { name: 'jdk.ExecutionSample', settings: { period: `${periodMs} ms` } };
    const waitEvents = waits
      ? WAIT_EVENTS.map((name) => ({ name, settings: { threshold: '0 ns', stackTrace: 'true' } }))
      : [];
    const all = [samples, ...waitEvents, ...recordedEvents(events, ioMs)];
    const recording = await FlightRecording.start(target, folder, all, durationMs);
    onStarted();
    await delay(durationMs, undefined, { signal: stop }).catch(() => {});
    await recording.stop();
    return recording.bytes();
  } finally {
    folder.remove();
  }
}
