import type { Transferable } from 'node:worker_threads';
import { totalmem } from 'node:os';
import { AskedThread } from '../process/askedThread.ts';
import { installedFile } from '../process/installation.ts';
import type { ReadKind, Reads } from './readQuestions.ts';

/** A file may take as long as it is: more than ten times what the slowest one has taken. */
const LEAST_DEADLINE_MS = 30_000;
const DEADLINE_MS_OF_MIB = 2_000;
const MIB = 2 ** 20;
/** A thread's own objects, and garbage, beside what a file may take. */
const LEAST_MEMORY_MIB = 128;

export interface ReadOptions {
  /** As a sentence begins: "The thread dump", or the name of the file. */
  readonly subject: string;
  readonly fileBytes: number;
  /** What its objects may take: half of the machine unless told. */
  readonly memoryBytes?: number;
  readonly remedy?: string;
  /** Bytes of the question that need not be kept here. */
  readonly handedOver?: readonly Transferable[];
  readonly onProgress?: (what: string, done: number) => void;
}

/** What reading may take if nobody says how much. */
export function usualMemoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
}

/**
 * Reads what others have written in a thread of its own (readWorker.ts): nothing in a file keeps this one from answering others, or
 * from hearing signals.
 * @throws SluiceError of the reader; 'io' beyond its time, 'memory' beyond its memory
 */
export async function readAside<Kind extends ReadKind>(
  kind: Kind,
  question: Reads[Kind]['question'],
  { subject, fileBytes, memoryBytes = usualMemoryBytes(), ...options }: ReadOptions,
): Promise<Reads[Kind]['answer']> {
  const thread = new AskedThread<unknown, Reads[Kind]['answer']>(
    installedFile('engine/readWorker.mjs'),
    {
      subject,
      memoryMib: Math.max(LEAST_MEMORY_MIB, Math.ceil(memoryBytes / MIB)),
      deadlineMs: LEAST_DEADLINE_MS + DEADLINE_MS_OF_MIB * Math.ceil(fileBytes / MIB),
      remedy: options.remedy ?? 'Read it on a machine that is faster, or has more memory.',
    },
    options.onProgress,
  );
  try {
    return await thread.ask({ kind, ...question }, options.handedOver);
  } finally {
    thread.close();
  }
}
