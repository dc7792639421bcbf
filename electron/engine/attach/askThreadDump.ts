import { diagnoseBytes } from './attach.ts';
import type { AttachTarget } from './attachTarget.ts';

/** 100,000 threads with stacks of 10 frames. */
const DUMP_LIMIT_BYTES = 256 << 20;
const REPLY_MS = 60_000;

/**
 * All platform threads of a JVM at one moment, with the locks that they hold and wait for; it stands still meanwhile.
 * @returns text in UTF-8 as the JVM writes it: names are what a program has chosen, so it is read beside the engine
 * @throws SluiceError 'not-attachable' | 'attach-failed' | 'target-gone'
 */
export function askThreadDump(target: AttachTarget): Promise<Buffer> {
  return diagnoseBytes(target, 'Thread.print -l', DUMP_LIMIT_BYTES, REPLY_MS);
}
