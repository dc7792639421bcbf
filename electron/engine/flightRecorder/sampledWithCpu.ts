import { sampleJvm, type SampleOptions } from './sampleJvm.ts';
import { SampleReader } from './sampleReader.ts';
import { readTaskTimes, timesSince, type TaskTimes } from './threadTimes.ts';

/** Nobody asks for more than its times. */
const NO_JVM = { pid: 0, mainClass: '', javaVersion: '', vmName: '' };

/**
 * Samples a JVM as sampleJvm does; each thread has what it ran meanwhile, as the recorder knows its number in the system.
 * @returns a recording, as encodeSnapshot makes it: of the file another thread has read, as an agent that hears nothing for ten seconds leaves
 * @throws as sampleJvm and SampleReader.read
 */
export async function sampledWithCpu(
  pid: number,
  options: SampleOptions,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<Uint8Array> {
  let before: TaskTimes = new Map();
  const file = await sampleJvm(pid, options, stop, () => {
    before = readTaskTimes(pid);
    onStarted();
  });
  const ran = timesSince(before, readTaskTimes(pid));
  const reader = new SampleReader();
  const giveUp = (): void => reader.close();
  stop.addEventListener('abort', giveUp);
  try {
    stop.throwIfAborted();
    return await reader.read({ file, jvm: NO_JVM, ran });
  } finally {
    stop.removeEventListener('abort', giveUp);
    reader.close();
  }
}
