import { setImmediate as nextTurn } from 'node:timers/promises';
import { jfrThreadIds } from '../../../shared/importers/jfrThreadIds.ts';
import { jfrRecording } from '../../../shared/importers/jfrRecording.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { sampleJvm, type SampleOptions } from './sampleJvm.ts';
import { isOfAgent } from './sampledFile.ts';
import { readTaskTimes, timesSince, type TaskTimes } from './threadTimes.ts';

/** Samples a JVM as sampleJvm does; each thread has what it ran meanwhile, as the recorder knows its number in the system. @throws as sampleJvm */
export async function sampledWithCpu(
  pid: number,
  options: SampleOptions,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<Snapshot> {
  let before: TaskTimes = new Map();
  const file = await sampleJvm(pid, options, stop, () => {
    before = readTaskTimes(pid);
    onStarted();
  });
  const ran = timesSince(before, readTaskTimes(pid));
  await nextTurn(); // an agent that hears nothing for ten seconds leaves
  const nativeIds = jfrThreadIds(file);
  await nextTurn();
  const snapshot = jfrRecording(file, isOfAgent);
  const threads = snapshot.threads.map((thread) => {
    const cpu = thread.virtual ? undefined : ran.get(nativeIds.get(thread.id) ?? NaN);
    return cpu === undefined ? thread : { ...thread, cpu };
  });
  return { ...snapshot, threads };
}
