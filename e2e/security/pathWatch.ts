import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface SeenPath {
  readonly path: string;
  readonly kind: 'folder' | 'file' | 'socket' | 'other';
  /** Octal: 600. */
  readonly mode: string;
}

interface Seen {
  readonly seen: readonly [path: string, kind: SeenPath['kind'], mode: string][];
  readonly sessionFiles: readonly [path: string, text: string][];
}

/** What lies in folders from now on until `end`, each path with every mode that it had; see pathWatch.mjs. */
export class PathWatch {
  readonly #worker: Worker;
  readonly #stop: Int32Array;

  private constructor(worker: Worker, stop: Int32Array) {
    this.#worker = worker;
    this.#stop = stop;
  }

  /** @param names which names in the folders are of interest; all below them is */
  static async start(folders: readonly string[], names: RegExp): Promise<PathWatch> {
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL('./pathWatch.mjs', import.meta.url), {
      workerData: { folders, names: names.source, stop },
    });
    await once(worker, 'message');
    return new PathWatch(worker, stop);
  }

  async end(): Promise<{
    readonly paths: readonly SeenPath[];
    readonly sessionFiles: ReadonlyMap<string, string>;
  }> {
    const answered = once(this.#worker, 'message');
    Atomics.store(this.#stop, 0, 1);
    const [{ seen, sessionFiles }] = (await answered) as [Seen];
    return {
      paths: seen.map(([path, kind, mode]) => ({ path, kind, mode })),
      sessionFiles: new Map(sessionFiles),
    };
  }
}
