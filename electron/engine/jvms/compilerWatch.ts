import { NamedThreads } from './namedThreads.ts';

/** As Linux names the threads of HotSpot's compilers: the first 15 characters of "C2 CompilerThread0". */
const COMPILER_THREAD = /^(C1|C2|JVMCI) Compiler/;

/**
 * How much of the time the JVM's compilers had work: while they have, code runs that is not compiled yet, or not in full.
 *
 *     looks        |  100 ms  |  100 ms  |        of a compiler's thread Linux counts (schedstat) what it ran and what it waited
 *     C1 + + + +    80          0                 for a core: work, both. Of several threads the one with most counts.
 *     C2            30          60                (80 + 60) / 200 = 0.7
 */
export class CompilerWatch {
  readonly #compilers: NamedThreads;
  /** Compiler's thread -> its work so far, ns. */
  readonly #seenNs = new Map<string, number>();
  /** null: the next look is the first one. */
  #lookedAtMs: number | null = null;
  #workMs = 0;
  #watchedMs = 0;

  /** @param tasks the folder of the JVM's threads: /proc/PID/task */
  constructor(tasks: string) {
    this.#compilers = new NamedThreads(tasks, COMPILER_THREAD);
  }

  static ofJvm(pid: number): CompilerWatch {
    return new CompilerWatch(`/proc/${pid}/task`);
  }

  /** How long it was, ms; 0 where the system does not tell. */
  get workMs(): number {
    return this.#workMs;
  }

  /** In 0..1; 0 where the system does not tell. */
  get share(): number {
    return this.#watchedMs > 0 ? this.#workMs / this.#watchedMs : 0;
  }

  /** To be called again and again, some times a second. Costs a file per thread of a compiler's. */
  look(nowMs: number): void {
    const sinceMs = this.#lookedAtMs;
    const mostNs = this.#mostWorkNs();
    this.#lookedAtMs = nowMs;
    if (sinceMs === null || nowMs <= sinceMs) return;
    this.#watchedMs += nowMs - sinceMs;
    this.#workMs += Math.min(nowMs - sinceMs, mostNs / 1e6);
  }

  /** The time up to the next look does not count: the recording is paused. */
  skip(): void {
    this.#lookedAtMs = null;
  }

  /** Begins anew. */
  reset(): void {
    this.#workMs = 0;
    this.#watchedMs = 0;
  }

  /** Of one thread, since the last look. */
  #mostWorkNs(): number {
    let mostNs = 0;
    for (const [thread, { ranNs, waitedNs }] of this.#compilers.look()) {
      const workNs = ranNs + waitedNs;
      mostNs = Math.max(mostNs, workNs - (this.#seenNs.get(thread) ?? 0));
      this.#seenNs.set(thread, workNs);
    }
    return mostNs;
  }
}
