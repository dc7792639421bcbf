import { SluiceError } from '../../../shared/base/errors.ts';
import { jfrRecording } from '../../../shared/importers/jfrRecording.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { findAttachable } from '../agent/attachAgent.ts';
import { sampleJvm, type SampleOptions } from './sampleJvm.ts';

/** The names of the agent's threads begin so (AgentThread.java): they are not what the program does. */
export function isOfAgent(thread: string): boolean {
  return thread.startsWith('Sluice ');
}

/** What is known of a sampling that goes on. */
export interface SampledOptions extends Omit<SampleOptions, 'onMore'> {
  /** Takes what there is so far, whenever there is more. */
  readonly onMore?: (snapshot: Snapshot) => void;
}

/**
 * Samples a JVM as sampleJvm does. In a container it knows itself by another pid: the recording has the one by which it is listed
 * here. The recorder tells the JVM's version only if it is asked to: the recording has what the list says.
 * @throws SluiceError as sampleJvm, and 'damaged' for a file that cannot be read
 */
export async function sampledRecording(
  pid: number,
  { onMore, ...options }: SampledOptions,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<Snapshot> {
  const { mainClass, javaVersion, vmName } = findAttachable(pid);
  const known = { pid, mainClass, javaVersion, vmName };
  const recordingOf = (file: Uint8Array): Snapshot => {
    const found = jfrRecording(file, isOfAgent);
    const told = Object.entries(known).filter(([, value]) => value !== '');
    return { ...found, target: { ...found.target, ...Object.fromEntries(told) } };
  };
  const onFile = (file: Uint8Array): void => {
    const soFar = readable(file, recordingOf);
    if (soFar !== null) onMore?.(soFar);
  };
  const all = onMore === undefined ? options : { ...options, onMore: onFile };
  return recordingOf(await sampleJvm(pid, all, stop, onStarted));
}

/** A file that its JVM is still writing may be cut anywhere: the next one has it. */
function readable(file: Uint8Array, read: (file: Uint8Array) => Snapshot): Snapshot | null {
  try {
    return read(file);
  } catch (thrown) {
    if (thrown instanceof SluiceError) return null;
    throw thrown;
  }
}
