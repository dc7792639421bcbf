import { closeSync, openSync, readSync } from 'node:fs';
import type { ThreadLook, ThreadLooks } from '../../../shared/monitor/jvmLook.ts';
import { statField, threadsIn, TICKS_PER_SECOND } from '../jvms/procStatus.ts';

/** Of more of them none is looked at: it would take 100 ms in one turn of the engine. */
export const MOST_WATCHED = 4_000;
/** Looking takes at most such a share of the engine's time. */
const SHARE = 0.01;
const NS_PER_TICK = 1e9 / TICKS_PER_SECOND;
/** A line of /proc/PID/task/TID/stat is shorter. */
const line = Buffer.alloc(1 << 10);

/** The threads of a process with their CPU times, looked at as often as it may cost: the more there are, the less often. */
export class ThreadWatch {
  readonly #folder: string;
  #nextMs = -Infinity;
  #tooMany = 0;

  constructor(pid: number) {
    this.#folder = `/proc/${pid}/task`;
  }

  /** How many threads there are, if there are more than are looked at; else 0. */
  get tooMany(): number {
    return this.#tooMany;
  }

  /** null: not now, or the system does not tell. */
  look(): ThreadLooks | null {
    const startedMs = performance.now();
    if (startedMs < this.#nextMs) return null;
    const threads = this.#read();
    const endedMs = performance.now();
    this.#nextMs = startedMs + (endedMs - startedMs) / SHARE;
    return threads;
  }

  #read(): ThreadLooks | null {
    const tids = threadsIn(this.#folder);
    this.#tooMany = tids.length > MOST_WATCHED ? tids.length : 0;
    if (tids.length === 0 || this.#tooMany > 0) return null;
    const looks = new Map<number, ThreadLook>();
    for (const tid of tids) {
      const look = threadLookIn(lineOf(`${this.#folder}/${tid}/stat`));
      if (look !== null) looks.set(Number(tid), look);
    }
    return looks;
  }
}

/** "4712 (C2 CompilerThre) S ...": the name may hold blanks and ')' itself. */
function threadLookIn(stat: string): ThreadLook | null {
  const ticks = Number(statField(stat, 14)) + Number(statField(stat, 15));
  if (!Number.isFinite(ticks)) return null; // it has ended
  return { name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), ranNs: ticks * NS_PER_TICK };
}

/** "" for a thread that has ended. */
function lineOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      return line.toString('utf8', 0, readSync(file, line, 0, line.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
