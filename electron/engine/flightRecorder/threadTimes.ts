import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ThreadCpu } from '../../../shared/recording/threadCpu.ts';
import { attachableTarget } from '../agent/attachAgent.ts';
import { diagnose } from '../attach/attach.ts';

/** 100,000 threads with stacks of 10 frames. */
const DUMP_LIMIT_BYTES = 256 << 20;

/** A recording that stops does not wait longer for what is told besides. */
const LONGEST_DUMP_MS = 3_000;

/** Number of a thread, as the target's own system calls have it -> what it did in its life. */
export type TaskTimes = ReadonlyMap<number, ThreadCpu>;

/** Two files each, while the engine answers nobody: 30 ms. */
export const MOST_TASKS = 1_000;

/**
 * Of all threads of a process, in its own numbers: those of its container. Empty where the system does not tell, and of a process of
 * more threads than MOST_TASKS.
 */
export function readTaskTimes(pid: number): TaskTimes {
  const folder = `/proc/${pid}/task`;
  const times = new Map<number, ThreadCpu>();
  const tasks = entriesOf(folder);
  if (tasks.length > MOST_TASKS) return times;
  for (const task of tasks) {
    const [ranNs, readyNs] = textOf(`${folder}/${task}/schedstat`).split(' ').map(Number);
    const own = /^NSpid:.*?(\d+)$/m.exec(textOf(`${folder}/${task}/status`))?.[1] ?? task;
    if (ranNs >= 0 && readyNs >= 0) times.set(Number(own), { ranNs, readyNs });
  }
  return times;
}

/** Of threads that live at the end. */
export function timesSince(before: TaskTimes, after: TaskTimes): TaskTimes {
  return new Map(
    Array.from(after, ([id, { ranNs, readyNs }]) => {
      const from = before.get(id);
      return [id, { ranNs: ranNs - (from?.ranNs ?? 0), readyNs: readyNs - (from?.readyNs ?? 0) }];
    }),
  );
}

/** What the Java threads of a JVM did between two moments. A thread dump tells which of the system's they are. */
export class ThreadTimes {
  readonly #pid: number;
  #before: TaskTimes = new Map();

  constructor(pid: number) {
    this.#pid = pid;
  }

  begin(): void {
    this.#before = readTaskTimes(this.#pid);
  }

  /** Of threads that live; none where the JVM or the system does not tell. */
  async end(): Promise<readonly (ThreadCpu & { readonly id: number })[]> {
    const times = timesSince(this.#before, readTaskTimes(this.#pid));
    if (times.size === 0) return []; // then nobody's threads are stopped for a dump
    return javaThreads(await timelyDump(this.#pid)).flatMap(({ id, nativeId }) => {
      const cpu = times.get(nativeId);
      return cpu === undefined ? [] : [{ id, ...cpu }];
    });
  }
}

/** Java threads of a JVM, by the system's numbers; none where it does not answer. Its threads stop for a dump. */
export async function javaThreadNames(pid: number): Promise<ReadonlyMap<number, string>> {
  return new Map(javaThreads(await timelyDump(pid)).map(({ nativeId, name }) => [nativeId, name]));
}

interface JavaThread {
  readonly id: number;
  /** The system's. */
  readonly nativeId: number;
  readonly name: string;
}

/**
 * Each Java thread of a dump: those of the JVM itself have no number of Java's
 *
 *     "main" #1 prio=5 os_prio=0 cpu=73.51ms elapsed=7.01s tid=0x00007f nid=0x2f57 runnable      JDK 17
 *     "main" #1 [12119] prio=5 os_prio=0 cpu=73.51ms elapsed=7.01s tid=0x00007f nid=12119 ...     JDK 25
 */
export function javaThreads(dump: string): readonly JavaThread[] {
  const heads = dump.matchAll(/^"(.*)" #(\d+) .*? nid=(0x[\da-f]+|\d+) /gm);
  return Array.from(heads, ([, name, id, nativeId]) => ({
    id: Number(id),
    nativeId: Number(nativeId),
    name,
  }));
}

/** '': the JVM does not tell, or not in time. */
async function timelyDump(pid: number): Promise<string> {
  const late = delay(LONGEST_DUMP_MS, '', { ref: false });
  return Promise.race([threadDump(pid).catch(() => ''), late]);
}

/** Without locks: looking for those takes a walk through the heap. */
async function threadDump(pid: number): Promise<string> {
  return diagnose(attachableTarget(pid), 'Thread.print', DUMP_LIMIT_BYTES);
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
