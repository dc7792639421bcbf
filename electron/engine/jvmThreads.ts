import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { dataSetRecording } from '../../shared/recording/dataSetRecording.ts';
import { threadTable } from '../../shared/threads/threadTable.ts';
import type { DumpedThread } from '../../shared/threads/threadDump.ts';
import { findAttachable } from './agent/attachAgent.ts';
import { threadDump } from './attach/threadDump.ts';

/** @throws SluiceError as threadDump, and 'not-found' for a JVM that is none */
export async function threadsOf(pid: number): Promise<readonly DumpedThread[]> {
  const { status, startTicks } = findAttachable(pid);
  const { nsPid, euid, egid } = status;
  return threadDump({ pid, nsPid, startTicks, euid, egid });
}

/** A recording that holds the table of the threads alone; without the JVM's own, which run no Java code. */
export function threadsRecording(pid: number, threads: readonly DumpedThread[]): Snapshot {
  const { mainClass } = findAttachable(pid);
  const target = { pid, mainClass, javaVersion: '', vmName: '', commandLine: '' };
  const shown = threads.filter(({ activity }) => activity !== 'internal');
  return dataSetRecording([threadTable(shown)], { target, startedAtMs: Date.now() });
}
