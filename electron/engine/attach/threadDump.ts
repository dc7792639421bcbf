import { SluiceError } from '../../../shared/base/errors.ts';
import { threadsIn, type DumpedThread } from '../../../shared/threads/threadDump.ts';
import { diagnose } from './attach.ts';
import type { AttachTarget } from './attachTarget.ts';

/** 100,000 threads with stacks of 10 frames. */
const DUMP_LIMIT_BYTES = 256 << 20;
const REPLY_MS = 60_000;

/**
 * All platform threads of a JVM at one moment, with the locks that they hold and wait for; it stands still meanwhile.
 * @throws SluiceError 'not-attachable' | 'attach-failed' | 'target-gone'
 */
export async function threadDump(target: AttachTarget): Promise<readonly DumpedThread[]> {
  const text = await diagnose(target, 'Thread.print -l', DUMP_LIMIT_BYTES, REPLY_MS);
  const threads = threadsIn(text);
  if (threads.length > 0) return threads;
  throw new SluiceError(
    'attach-failed',
    `The JVM ${target.pid} answered Thread.print with no thread: ${JSON.stringify(text.slice(0, 200))}.`,
    'It needs a HotSpot JVM whose diagnostic commands are not restricted.',
  );
}
