import { Worker } from 'node:worker_threads';
import { SluiceError, type SluiceErrorCode } from '../../../shared/base/errors.ts';
import type { ChunkPart } from '../../../shared/importers/liveRecording.ts';
import { installedFile } from '../process/installation.ts';
import type { SampledFile, SampledJvm } from './sampledFile.ts';
import type { TaskTimes } from './threadTimes.ts';

export type ReadQuestion =
  | ({ readonly kind: 'file' } & SampledFile)
  | ({ readonly kind: 'more'; readonly parts: readonly ChunkPart[] } & Pick<SampledFile, 'jvm' | 'ran'>);

export type ReadAnswer =
  | { readonly recording: Uint8Array<ArrayBuffer> }
  | {
      readonly failure: { readonly code: SluiceErrorCode; readonly message: string; readonly remedy: string };
    };

/** A file of samples of any length is given up, and nothing else. */
const MEMORY_MIB = 1024;

/** Reads what there is of one sampling in a thread of its own (sampleWorker.ts), one after the other: the engine answers meanwhile. */
export class SampleReader {
  readonly #worker: Worker;
  /** Why it reads nothing any more. */
  #over: SluiceError | null = null;
  #settle: {
    readonly resolve: (recording: Uint8Array) => void;
    readonly reject: (why: Error) => void;
  } | null = null;

  /** @param script the built worker */
  constructor(script = installedFile('engine/sampleWorker.mjs')) {
    this.#worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB } });
    this.#worker.unref();
    this.#worker.on('message', (answer: ReadAnswer) => {
      if ('recording' in answer) this.#settle?.resolve(answer.recording);
      else {
        const { code, message, remedy } = answer.failure;
        this.#settle?.reject(new SluiceError(code, message, remedy));
      }
    });
    this.#worker.on('error', (broken: Error) => {
      const why = `The samples could not be read: ${broken.message}.`;
      this.#end(new SluiceError('memory', why, 'Sample for a shorter time.', { cause: broken }));
    });
    this.#worker.on('exit', () => this.#end(new SluiceError('busy', 'The samples are not read any more.')));
  }

  /**
   * @returns a recording, as encodeSnapshot makes it
   * @throws SluiceError 'io' for a file that cannot be read; 'memory'; 'busy' when it was closed
   */
  read(file: SampledFile): Promise<Uint8Array> {
    return this.#ask({ kind: 'file', ...file });
  }

  /**
   * @param parts what has come since the last time
   * @param ran until some moment before the last of them
   * @returns a recording of all parts so far
   * @throws as read
   */
  readMore(parts: readonly ChunkPart[], jvm: SampledJvm, ran: TaskTimes): Promise<Uint8Array> {
    return this.#ask({ kind: 'more', parts, jvm, ran });
  }

  #ask(question: ReadQuestion): Promise<Uint8Array> {
    if (this.#over !== null) return Promise.reject(this.#over);
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#worker.postMessage(question);
    });
  }

  #end(why: SluiceError): void {
    this.#over ??= why;
    this.#settle?.reject(this.#over);
  }

  /** What is being read is given up. */
  close(): void {
    void this.#worker.terminate();
  }
}
