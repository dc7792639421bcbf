import { dataSetRecording } from '../../shared/recording/dataSetRecording.ts';
import { encodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import { deadlocksIn, type Deadlock } from '../../shared/threads/deadlocks.ts';
import type { DumpedThread } from '../../shared/threads/threadDump.ts';
import { threadTable } from '../../shared/threads/threadTable.ts';
import { attachableTarget, attachTargetOf, findAttachable } from './agent/attachAgent.ts';
import { threadDump } from './attach/threadDump.ts';

/** See EngineApi.deadlocks. @throws SluiceError as threadDump, and 'not-found' for a JVM that is none */
export async function deadlocksOf(pid: number): Promise<readonly Deadlock[]> {
  return deadlocksIn(await threadsOf(pid));
}

/** See EngineApi.threads. @throws as deadlocksOf */
export async function threadsOf(pid: number): Promise<readonly DumpedThread[]> {
  return threadDump(attachableTarget(pid));
}

/**
 * A recording that holds the table of a JVM's threads alone; without the JVM's own, which run no Java code. As encodeSnapshot makes it.
 * @throws as deadlocksOf
 */
export async function recordedThreads(pid: number): Promise<Uint8Array> {
  const jvm = findAttachable(pid);
  const threads = await threadDump(attachTargetOf(jvm));
  const { mainClass, javaVersion, vmName } = jvm;
  const shown = threads.filter(({ activity }) => activity !== 'internal');
  const target = { pid, mainClass, javaVersion, vmName, commandLine: '' };
  return encodeSnapshot(dataSetRecording([threadTable(shown)], { target, startedAtMs: Date.now() }));
}
