import { NamedThreads } from './namedThreads.ts';

/** The agent's worker calls the JVM for a swap, verifies the classes, and waits while the JVM's own thread puts them in. */
const SWAP_THREAD = /^(Sluice worker|VM Thread)$/;

/** Of the threads that swap classes in a JVM, what they ran so far. */
export interface SwapWork {
  readonly workerNs: number;
  /** Of the JVM's own thread, which also stops all others for the collector. */
  readonly vmThreadNs: number;
}

export class SwapThreads {
  readonly #threads: NamedThreads;

  /** @param tasks the folder of the JVM's threads: /proc/PID/task */
  constructor(tasks: string) {
    this.#threads = new NamedThreads(tasks, SWAP_THREAD);
  }

  static ofJvm(pid: number): SwapThreads {
    return new SwapThreads(`/proc/${pid}/task`);
  }

  /** 0 where the system does not tell. */
  look(): SwapWork {
    let [workerNs, vmThreadNs] = [0, 0];
    for (const { name, ranNs } of this.#threads.look().values()) {
      if (name === 'VM Thread') vmThreadNs += ranNs;
      else workerNs += ranNs;
    }
    return { workerNs, vmThreadNs };
  }
}
