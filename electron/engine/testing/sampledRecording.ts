import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { findAttachable } from '../agent/attachAgent.ts';
import { sampleJvm, type SampleOptions } from '../flightRecorder/sampleJvm.ts';
import { sampledSnapshot } from '../flightRecorder/sampledFile.ts';

/**
 * Samples a JVM as sampleJvm does, and reads the file here.
 * @throws SluiceError as sampleJvm, and for a file that cannot be read
 */
export async function sampledRecording(
  pid: number,
  options: SampleOptions,
  stop: AbortSignal,
  onStarted: () => void,
): Promise<Snapshot> {
  const { mainClass, javaVersion, vmName } = findAttachable(pid);
  const sampled = await sampleJvm(pid, options, stop, onStarted);
  return sampledSnapshot({ ...sampled, jvm: { pid, mainClass, javaVersion, vmName }, ran: new Map() });
}
