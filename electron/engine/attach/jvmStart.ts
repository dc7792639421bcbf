import { setTimeout as delay } from 'node:timers/promises';
import { HOTSPOT_TMP } from '../jvms/attachPlaces.ts';
import { STARTING_MS } from '../jvms/attachability.ts';
import { NamedThreads } from '../jvms/namedThreads.ts';
import { PerfDataFiles } from '../jvms/perfDataFiles.ts';
import { readStartTicks, uptimeMsOf } from '../jvms/procStatus.ts';
import type { AttachTarget } from './attachTarget.ts';

/**
 * What a JVM does before it can be attached to, and what a tool that comes meanwhile meets:
 *
 *     catches SIGQUIT, and drops it           the signal is lost (JDK-8279124); before that it ends the process
 *     works in /tmp/hsperfdata_USER           a trigger made in its working directory lies there, and is not found later
 *     starts its Signal Dispatcher            a signal without a trigger prints all threads
 *     removes an old attach socket            one that a signal has just made, too
 *     starts its Service Thread
 *     makes its modules and class loader      an agent fails, by a NullPointerException or because its class cannot be loaded
 *     sun.rt.createVmEndTime is set           none of these
 *
 * Sources: HotSpot runtime/threads.cpp (Threads::create_vm), os/posix/perfMemory_posix.cpp (open_directory_secure_cwd).
 */
const STARTED_COUNTER = 'sun.rt.createVmEndTime';
const SERVICE_THREAD = /^Service Thread$/;

/** So old is the service thread of a JVM that has started, where no performance data say more. */
const WITHOUT_DATA_MS = 2_000;
const POLL_MS = 4;

/**
 * Waits until the JVM has started, at most until it is STARTING_MS old. Costs a read of /proc/uptime for an older one.
 * @param check is asked before each look, and ends the waiting by throwing
 */
export async function untilStarted(target: AttachTarget, check: () => void): Promise<void> {
  if (process.platform !== 'linux') return; // there, catchesQuit waits (macProcess.ts)
  const perfDataFiles = new PerfDataFiles();
  while (uptimeMsOf(target.startTicks) < STARTING_MS) {
    check();
    const servesForMs = ageOfServiceThreadMs(target);
    if (servesForMs !== null) {
      const endedAt = startedCounter(target, perfDataFiles);
      if (endedAt === null ? servesForMs > WITHOUT_DATA_MS : endedAt > 0) return;
    }
    await delay(POLL_MS);
  }
}

/** null when there is none yet. A thread gets its name late: nothing is remembered of the look before. */
function ageOfServiceThreadMs({ pid }: AttachTarget): number | null {
  for (const thread of new NamedThreads(`/proc/${pid}/task`, SERVICE_THREAD).look().keys()) {
    const startTicks = readStartTicks(Number(thread)); // /proc/TID is there for each thread
    if (startTicks !== null) return uptimeMsOf(startTicks);
  }
  return null;
}

/** 0 until the JVM has started; null where it keeps no performance data, or they are closed to us. */
function startedCounter({ pid, nsPid, euid }: AttachTarget, files: PerfDataFiles): number | null {
  const { values } = files.lookFor({ euid, pid: nsPid }, `/proc/${pid}/root`, HOTSPOT_TMP);
  const value = values.get(STARTED_COUNTER);
  return typeof value === 'number' ? value : null;
}
