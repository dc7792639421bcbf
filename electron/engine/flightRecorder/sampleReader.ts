import type { ChunkPart } from '../../../shared/importers/liveRecording.ts';
import { AskedThread } from '../process/askedThread.ts';
import { installedFile } from '../process/installation.ts';
import type { SampledFile, SampledJvm } from './sampledFile.ts';
import type { TaskTimes } from './threadTimes.ts';

export type ReadQuestion =
  | ({ readonly kind: 'file' } & SampledFile)
  | ({ readonly kind: 'more'; readonly parts: readonly ChunkPart[] } & Pick<SampledFile, 'jvm' | 'ran'>);

/** A file of samples of any length is given up, and nothing else. */
const MEMORY_MIB = 1024;

/** Reads what there is of one sampling in a thread of its own (sampleWorker.ts), one after the other. */
export class SampleReader {
  readonly #thread: AskedThread<ReadQuestion, Uint8Array>;

  /** @param script the built worker */
  constructor(script = installedFile('engine/sampleWorker.mjs')) {
    this.#thread = new AskedThread(script, {
      ...{ subject: 'What was sampled', memoryMib: MEMORY_MIB, deadlineMs: null },
      remedy: 'Sample for a shorter time.',
    });
  }

  /**
   * @returns a recording, as encodeSnapshot makes it
   * @throws SluiceError 'io' for a file that cannot be read; 'memory'; 'busy' when it was closed
   */
  read(file: SampledFile): Promise<Uint8Array> {
    return this.#thread.ask({ kind: 'file', ...file });
  }

  /**
   * @param parts what has come since the last time
   * @param ran until some moment before the last of them
   * @returns a recording of all parts so far
   * @throws as read
   */
  readMore(parts: readonly ChunkPart[], jvm: SampledJvm, ran: TaskTimes): Promise<Uint8Array> {
    return this.#thread.ask({ kind: 'more', parts, jvm, ran });
  }

  /** What is being read is given up. */
  close(): void {
    this.#thread.close();
  }
}
