import { jfrRecording } from '../../../shared/importers/jfrRecording.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { findAttachable } from '../agent/attachAgent.ts';
import { sampleJvm, type SampleOptions } from './sampleJvm.ts';

/** The names of the agent's threads begin so (AgentThread.java): they are not what the program does. */
export function isOfAgent(thread: string): boolean {
  return thread.startsWith('Sluice ');
}

/**
 * Samples a JVM as sampleJvm does. In a container it knows itself by another pid: the recording has the one by which it is listed here.
 * @throws SluiceError as sampleJvm, and 'damaged' for a file that cannot be read
 */
export async function sampledRecording(
  pid: number,
  options: SampleOptions,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<Snapshot> {
  const { mainClass } = findAttachable(pid);
  const file = await sampleJvm(pid, options, stop, onStarted);
  const found = jfrRecording(file, isOfAgent);
  return { ...found, target: { ...found.target, pid, mainClass: mainClass || found.target.mainClass } };
}
