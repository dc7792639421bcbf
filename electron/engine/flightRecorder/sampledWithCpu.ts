import { CPU_SAMPLE } from '../../../shared/importers/jfrChunkFacts.ts';
import { jfrChunks } from '../../../shared/jfr/jfrChunks.ts';
import { findAttachable } from '../agent/attachAgent.ts';
import { canSampleCpuTime, sampleJvm, type SampleOptions } from './sampleJvm.ts';
import type { SampledFile } from './sampledFile.ts';
import { SampleReader } from './sampleReader.ts';
import { readTaskTimes, timesSince, type TaskTimes } from './threadTimes.ts';

/** Nobody asks for more than its times. */
const NO_JVM = { pid: 0, mainClass: '', javaVersion: '', vmName: '' };

/**
 * Samples a JVM as sampleJvm does, by CPU time where it can; each thread has what it ran meanwhile, as the recorder knows its number in
 * the system. Where hardly any sample of CPU time comes another profiler has taken SIGPROF away: it samples once more, by the timer.
 * @returns recording, as encodeSnapshot makes it: of the file another thread has read, as an agent that hears nothing for ten seconds
 * leaves; whether the timer took the place of CPU time
 * @throws as sampleJvm and SampleReader.read
 */
export async function sampledWithCpu(
  pid: number,
  options: Omit<SampleOptions, 'cpuTime'>,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<{ readonly recording: Uint8Array; readonly fellBack: boolean }> {
  const byCpuTime = canSampleCpuTime(findAttachable(pid).feature);
  const chosen = byCpuTime ? { ...options, cpuTime: 'instead' as const } : options;
  let sampled = await sampledFile(pid, chosen, stop, onStarted);
  const fellBack = byCpuTime && !stop.aborted && !hasEnough(sampled);
  if (fellBack) sampled = await sampledFile(pid, options, stop, onStarted);
  const reader = new SampleReader();
  const giveUp = (): void => reader.close();
  stop.addEventListener('abort', giveUp);
  try {
    stop.throwIfAborted();
    return { recording: await reader.read(sampled), fellBack };
  } finally {
    stop.removeEventListener('abort', giveUp);
    reader.close();
  }
}

async function sampledFile(
  pid: number,
  options: SampleOptions,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<SampledFile> {
  let before: TaskTimes = new Map();
  const sampled = await sampleJvm(pid, options, stop, () => {
    before = readTaskTimes(pid);
    onStarted();
  });
  return { ...sampled, jvm: NO_JVM, ran: timesSince(before, readTaskTimes(pid)), onlyTimes: true };
}

/** A longer file has enough; to look at this much takes no longer than a client may wait. */
const SHORT_BYTES = 1 << 20;
/** Of CPU time, for each sample: a clock of the system ticks each 4 ms, or each 10. */
const MOST_NS_PER_SAMPLE = 100e6;

function hasEnough({ file, ran }: SampledFile): boolean {
  if (file.byteLength > SHORT_BYTES) return true;
  let ranNs = 0;
  for (const task of ran.values()) ranNs += task.ranNs;
  let samples = 0;
  for (const chunk of jfrChunks(file, () => {}))
    samples += [...chunk.events(({ name }) => name === CPU_SAMPLE)].length;
  return samples * MOST_NS_PER_SAMPLE >= ranNs;
}
