import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadsIn } from './procStatus.ts';

/** A thread has its name a moment after it has begun, and before that the name of the one that made it. */
const LOOKS_UNTIL_NAMED = 5;

/** In its life so far, as Linux counts it (schedstat). */
export interface NamedThread {
  /** As Linux has it: the first 15 characters. */
  readonly name: string;
  readonly ranNs: number;
  /** Ready to run, and without a core. */
  readonly waitedNs: number;
}

/** Threads of a JVM by their names. Costs a file per such thread and look; of any other thread its name is read five times. */
export class NamedThreads {
  readonly #tasks: string;
  readonly #names: RegExp;
  readonly #found = new Map<string, string>();
  /** Any other thread -> how often its name was looked at. */
  readonly #others = new Map<string, number>();

  /** @param tasks the folder of the JVM's threads: /proc/PID/task */
  constructor(tasks: string, names: RegExp) {
    this.#tasks = tasks;
    this.#names = names;
  }

  /** By the number of the thread; empty where the system does not tell. */
  look(): ReadonlyMap<string, NamedThread> {
    const threads = new Map<string, NamedThread>();
    for (const thread of threadsIn(this.#tasks)) {
      const name = this.#nameOf(thread);
      if (name === null) continue;
      const [ranNs, waitedNs] = this.#read(thread, 'schedstat').split(' ').map(Number);
      if (ranNs + waitedNs >= 0) threads.set(thread, { name, ranNs, waitedNs }); // else it has ended
    }
    return threads;
  }

  #nameOf(thread: string): string | null {
    const found = this.#found.get(thread);
    if (found !== undefined) return found;
    const looks = this.#others.get(thread) ?? 0;
    if (looks === LOOKS_UNTIL_NAMED) return null;
    const name = this.#read(thread, 'comm').trimEnd();
    if (this.#names.test(name)) {
      this.#found.set(thread, name);
      return name;
    }
    this.#others.set(thread, looks + 1);
    return null;
  }

  #read(thread: string, name: string): string {
    try {
      return readFileSync(join(this.#tasks, thread, name), 'latin1');
    } catch {
      return '';
    }
  }
}
