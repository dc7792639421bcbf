import { SluiceError } from '../../shared/base/errors.ts';
import type { Deadlock } from '../../shared/threads/deadlocks.ts';
import { USUAL_DUMP_MEMORY_BYTES } from '../../shared/threads/dumpAccount.ts';
import type { DumpedThread } from '../../shared/threads/dumpedThread.ts';
import { attachableTarget, attachTargetOf, findAttachable } from './agent/attachAgent.ts';
import type { AttachTarget } from './attach/attachTarget.ts';
import { readAside } from './reading/readAside.ts';
import type { Reads } from './reading/readQuestions.ts';
import { diagnoseBytes } from './attach/attach.ts';

/** See EngineApi.deadlocks. @throws SluiceError as askThreadDump, and 'not-found' for a JVM that is none */
export function deadlocksOf(pid: number): Promise<readonly Deadlock[]> {
  return read(attachableTarget(pid), 'deadlocks', (bytes) => ({ bytes }));
}

/** See EngineApi.threads. @throws as deadlocksOf */
export async function threadsOf(pid: number): Promise<readonly DumpedThread[]> {
  const { threads } = await read(attachableTarget(pid), 'threads', (bytes) => ({
    ...{ bytes, dump: null, memoryBytes: USUAL_DUMP_MEMORY_BYTES },
  }));
  return threads;
}

/**
 * A recording that holds the tables of a JVM's threads alone, as encodeSnapshot makes it: see threadDumpRecording.
 * @throws as deadlocksOf
 */
export function recordedThreads(pid: number): Promise<Uint8Array> {
  const jvm = findAttachable(pid);
  const { mainClass, javaVersion, vmName } = jvm;
  // Sources of frames are looked for by it.
  const commandLine = jvm.commandLine.slice(1).join(' ');
  const target = { pid, mainClass, javaVersion, vmName, commandLine };
  return read(attachTargetOf(jvm), 'recordedThreads', (bytes) => ({
    bytes,
    target,
    startedAtMs: Date.now(),
  }));
}

async function read<Kind extends 'deadlocks' | 'threads' | 'recordedThreads'>(
  target: AttachTarget,
  kind: Kind,
  questionOf: (bytes: Uint8Array) => Reads[Kind]['question'],
): Promise<Reads[Kind]['answer']> {
  const bytes = await askThreadDump(target);
  if (bytes.length === 0)
    throw new SluiceError(
      'attach-failed',
      `The JVM ${target.pid} answered Thread.print with nothing.`,
      'It needs a HotSpot JVM whose diagnostic commands are not restricted.',
    );
  return readAside(kind, questionOf(bytes), {
    ...{ subject: `The thread dump of ${target.pid}`, fileBytes: bytes.length },
    ...{ memoryBytes: 2 * USUAL_DUMP_MEMORY_BYTES, handedOver: ownBytes(bytes) },
  });
}

/** Small ones of Node's share their bytes with others. */
function ownBytes({ length, buffer }: Buffer): ArrayBuffer[] {
  return length > Buffer.poolSize && buffer instanceof ArrayBuffer ? [buffer] : [];
}

/** 100,000 threads with stacks of 10 frames. */
const DUMP_LIMIT_BYTES = 256 << 20;
const REPLY_MS = 60_000;

/**
 * All platform threads of a JVM at one moment, with the locks that they hold and wait for; it stands still meanwhile.
 * @returns text in UTF-8 as the JVM writes it: names are what a program has chosen, so it is read beside the engine
 * @throws SluiceError 'not-attachable' | 'attach-failed' | 'target-gone'
 */
function askThreadDump(target: AttachTarget): Promise<Buffer> {
  return diagnoseBytes(target, 'Thread.print -l', DUMP_LIMIT_BYTES, REPLY_MS);
}
