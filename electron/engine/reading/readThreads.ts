import { UsageError } from '../../../shared/base/errors.ts';
import { threadDumpsIn } from '../../../shared/threads/threadDump.ts';
import type { ReadThreads, ThreadsQuestion } from './readQuestions.ts';

/** One of the dumps of a file. @throws SluiceError as threadDumpsIn; 'usage' where the file has fewer */
export function readThreads({ bytes, dump, memoryBytes }: ThreadsQuestion): ReadThreads {
  const dumps = threadDumpsIn(bytes, memoryBytes);
  const number = dump ?? dumps.length;
  if (number < 1 || number > dumps.length)
    throw new UsageError(
      `--dump ${number}: the file has ${dumps.length === 1 ? 'one thread dump' : `${dumps.length} thread dumps`}.`,
      `Give a number from 1 to ${dumps.length}.`,
    );
  return {
    dumps: dumps.map(({ takenAt, threads }) => ({ takenAt, threads: threads.length })),
    dump: number,
    threads: dumps[number - 1].threads,
  };
}
