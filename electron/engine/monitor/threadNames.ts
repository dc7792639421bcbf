import { readdirSync } from 'node:fs';
import { attachableTarget } from '../agent/attachAgent.ts';
import { diagnose } from '../attach/attach.ts';
import { readProcText } from '../jvms/procStatus.ts';
import { MOST_WATCHED } from './threadWatch.ts';

/** 100,000 threads with stacks of 10 frames. */
const DUMP_LIMIT_BYTES = 256 << 20;

/**
 * The names of the threads of a JVM in full, by a thread dump: it stands still for some ms. Linux keeps 15 characters of each.
 * @throws SluiceError as attachableTarget, and 'attach-failed' | 'target-gone'
 */
export async function threadNames(pid: number): Promise<readonly (readonly [tid: number, name: string])[]> {
  const target = attachableTarget(pid);
  const names = namesIn(await diagnose(target, 'Thread.print', DUMP_LIMIT_BYTES));
  if (target.nsPid === pid) return [...names];
  // In a container the JVM has other numbers for its threads than we have.
  return readdirSync(`/proc/${pid}/task`)
    .slice(0, MOST_WATCHED)
    .flatMap((tid) => {
      const own = /^NSpid:.*?(\d+)$/m.exec(readProcText(pid, `task/${tid}/status`) ?? '')?.[1];
      const name = names.get(Number(own));
      return name === undefined ? [] : [[Number(tid), name] as const];
    });
}

/**
 * Name by the system's number of each thread. A name may have anything in it, quotes too: what counts is the last of a line.
 *
 *     "main" #1 prio=5 os_prio=0 cpu=73.51ms elapsed=7.01s tid=0x00007f nid=0x2f57 runnable      JDK 17
 *     "GC Thread#0" os_prio=0 cpu=0.4ms elapsed=7.01s tid=0x00007f nid=12119 runnable            JDK 25
 */
export function namesIn(dump: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const line of dump.split('\n')) {
    if (!line.startsWith('"')) continue;
    const numberAt = line.lastIndexOf(' nid=');
    const nameEnd = line.lastIndexOf('" ', numberAt);
    const number = Number(/^ nid=(0x[\da-f]+|\d+) /.exec(line.slice(numberAt))?.[1]);
    if (numberAt > 0 && nameEnd > 0 && number > 0) names.set(number, line.slice(1, nameEnd));
  }
  return names;
}
