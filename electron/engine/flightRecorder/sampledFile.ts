import { jfrRecording } from '../../../shared/importers/jfrRecording.ts';
import type { RecordedTarget, Snapshot } from '../../../shared/recording/snapshot.ts';

/** The names of the agent's threads begin so (AgentThread.java): they are not what the program does. */
export function isOfAgent(thread: string): boolean {
  return thread.startsWith('Sluice ');
}

/**
 * What is known of a JVM beside its file: '' where it is not. In a container it knows itself by another pid: a recording has the one by
 * which it is listed here. The recorder tells the JVM's version only if it is asked to.
 */
export type SampledJvm = Pick<RecordedTarget, 'pid' | 'mainClass' | 'javaVersion' | 'vmName'>;

/** @throws SluiceError 'io' for a file that cannot be read: one that its JVM is still writing may be cut anywhere */
export function sampledSnapshot(file: Uint8Array, jvm: SampledJvm): Snapshot {
  const found = jfrRecording(file, isOfAgent);
  const known = Object.entries(jvm).filter(([, value]) => value !== '');
  return { ...found, target: { ...found.target, ...Object.fromEntries(known) } };
}
