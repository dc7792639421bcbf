import { setTimeout as delay } from 'node:timers/promises';
import { WAIT_EVENTS } from '../../../shared/importers/jfrWaits.ts';
import { findAttachable } from '../agent/attachAgent.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';
import { TargetFolder } from '../agent/targetFolder.ts';
import { FlightRecording, RECORDER_FILE } from './flightRecorder.ts';

/** JEP 509: on Linux. */
const CPU_TIME_FEATURE = 25;

export interface SampleOptions {
  readonly durationMs: number;
  /** Of each thread that is at work in Java code. */
  readonly periodMs: number;
  /** Also each time that a thread stands still, by an event; however short it is. */
  readonly waits?: boolean;
  /** Also by the CPU time of each thread, where the JVM can. */
  readonly cpuTime?: boolean;
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
  { durationMs, periodMs, waits = false, cpuTime = false }: SampleOptions,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<Uint8Array> {
  const { status, rootPrefix, startTicks, feature } = findAttachable(pid);
  const { nsPid, euid, egid } = status;
  const target: AttachTarget = { pid, nsPid, startTicks, euid, egid };
  const folder = TargetFolder.create({ rootPrefix: rootPrefix ?? '', euid, egid }, RECORDER_FILE);
  try {
    const hasCpuTime = cpuTime && feature >= CPU_TIME_FEATURE && process.platform === 'linux';
    const cpuSamples = hasCpuTime ? [{ name: 'jdk.CPUTimeSample', settings: { throttle: `${periodMs}ms` } }] : [];
    const samples = { name: 'jdk.ExecutionSample', settings: { period: `${periodMs}ms` } };
    const events = waits
      ? WAIT_EVENTS.map((name) => ({ name, settings: { threshold: '0ns', stackTrace: 'true' } }))
      : [];
    const recording = await FlightRecording.start(target, folder, [samples, ...cpuSamples, ...events], durationMs);
    onStarted();
    await delay(durationMs, undefined, { signal: stop }).catch(() => {});
    await recording.stop();
    return recording.bytes();
  } finally {
    folder.remove();
  }
}
