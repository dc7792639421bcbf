import { setTimeout as delay } from 'node:timers/promises';
import type { SwapThreads, SwapWork } from '../jvms/swapThreads.ts';

/** How often whoever waits looks whether the swap gets on. */
const LOOK_MS = 100;
/**
 * A thread got on that ran for so long since its last step. On a machine where each core is wanted by ten others it has that some times
 * over within 400 ms. One that waits for a lock, or for an answer of ours, wakes some times in 400 ms and runs a tenth of it.
 */
const STEP_NS = 2e6;
/**
 * The JVM's own thread may be at something else: so long after the worker's last step it does not count. First calls wait 2 s for a swap
 * that waits for this load: it must be over before.
 */
const VM_THREAD_MS = 1_500;
/** As the agent has it (ToolWatch): what a swap may take. */
const LONGEST_MS = 20_000;

export type SwapWatch = Pick<SwapThreads, 'look'>;

/**
 * Waits for a swap as long as SwapPatience has it.
 * @param isStopped the recording ends: nobody is to wait any longer, and nothing is missed
 * @returns whether it has ended, or matters no more
 */
export async function endsInTime(
  swap: Promise<void>,
  patienceMs: number,
  threads: SwapWatch,
  isStopped: () => boolean,
): Promise<boolean> {
  let hasEnded = false;
  const ended = swap.then(() => void (hasEnded = true));
  const patience = new SwapPatience(patienceMs, threads.look(), performance.now());
  let waitsOn = true;
  while (waitsOn && !hasEnded && !isStopped()) {
    const timer = new AbortController();
    const look = delay(LOOK_MS, undefined, { signal: timer.signal, ref: false }).catch(() => {});
    await Promise.race([ended, look]);
    timer.abort();
    if (!hasEnded) waitsOn = patience.waitsOn(threads.look(), performance.now());
  }
  return hasEnded || isStopped();
}

/**
 * How long a class load waits for a swap: until the swap has not got on for a while. A swap that waits for a lock does not, and its owner
 * may be the very thread that waits here. A look counts for LOOK_MS, however late it comes: when it comes late, we had no core.
 *
 *     worker     ran ..... ran ..... ran ..............................
 *     VM Thread                        ran ..... ran
 *     patience   full      full      full        full ---- ---- ---- ---- over
 */
export class SwapPatience {
  readonly #patienceMs: number;
  readonly #startMs: number;
  #workerNs: number;
  #vmThreadNs: number;
  #idleMs = 0;
  #sinceWorkerMs = 0;

  /** @param work as it is now */
  constructor(patienceMs: number, { workerNs, vmThreadNs }: SwapWork, nowMs: number) {
    this.#patienceMs = patienceMs;
    this.#workerNs = workerNs;
    this.#vmThreadNs = vmThreadNs;
    this.#startMs = nowMs;
  }

  /** To be called LOOK_MS after the last time. @returns whether to wait on */
  waitsOn({ workerNs, vmThreadNs }: SwapWork, nowMs: number): boolean {
    this.#idleMs += LOOK_MS;
    this.#sinceWorkerMs += LOOK_MS;
    if (workerNs - this.#workerNs >= STEP_NS) {
      this.#workerNs = workerNs;
      this.#idleMs = this.#sinceWorkerMs = 0;
    }
    if (vmThreadNs - this.#vmThreadNs >= STEP_NS) {
      this.#vmThreadNs = vmThreadNs;
      if (this.#sinceWorkerMs <= VM_THREAD_MS) this.#idleMs = 0;
    }
    return this.#idleMs < this.#patienceMs && nowMs - this.#startMs < LONGEST_MS;
  }
}
