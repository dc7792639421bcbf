import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import type { Monitoring } from '../../../shared/monitor/monitorSample.ts';
import { platformObstacle } from '../jvms/attachability.ts';
import { inspectJvm } from '../jvms/jvmProcess.ts';
import { readStartTicks } from '../jvms/procStatus.ts';
import { JvmMonitor } from './jvmMonitor.ts';
import { threadNames } from './threadNames.ts';

/** A browser lets a page that is not in front ask once a minute. */
const UNASKED_MS = 150_000;
/** Each is looked at each second. */
const MOST_MONITORS = 16;

interface Watched {
  readonly monitor: JvmMonitor;
  readonly startTicks: number;
  /** Ends it when nobody has asked for long. */
  unasked: NodeJS.Timeout;
}

/** The JVMs that clients look at, each as long as somebody asks what it does. */
export class Monitors {
  readonly #watched = new Map<number, Watched>();

  /** See EngineApi.monitor. */
  async since(pid: number, afterMs: number): Promise<Monitoring> {
    if (!Number.isSafeInteger(pid) || pid <= 0)
      throw new UsageError(`${JSON.stringify(pid)} is no process id.`);
    const watched = this.#watched.get(pid);
    const startTicks = readStartTicks(pid);
    const isAnother = startTicks !== null && startTicks !== watched?.startTicks;
    const monitor = watched === undefined || isAnother ? await this.#begin(pid) : watched.monitor;
    if (startTicks === null) await monitor.look(); // it has just ended
    this.#asked(pid);
    return monitor.since(afterMs);
  }

  /** See EngineApi.threadNames. */
  readonly threadNames = threadNames;

  close(): void {
    for (const pid of this.#watched.keys()) this.#forget(pid);
  }

  async #begin(pid: number): Promise<JvmMonitor> {
    const hindrance = platformObstacle();
    if (hindrance !== null) throw new SluiceError('not-attachable', hindrance.why, hindrance.remedy);
    const jvm = inspectJvm(pid);
    if (jvm === null || jvm.kind === 'none')
      throw new SluiceError(
        'not-found',
        `No JVM with PID ${pid} is running.`,
        'See the running JVMs with `sluice list`.',
      );
    this.#forget(pid);
    if (this.#watched.size >= MOST_MONITORS)
      throw new SluiceError(
        'busy',
        `${MOST_MONITORS} JVMs are looked at already, as many as can be.`,
        'Close the monitor of another one, and try again in two minutes.',
      );
    const monitor = new JvmMonitor(jvm);
    this.#watched.set(pid, { monitor, startTicks: jvm.startTicks, unasked: this.#endLater(pid) });
    await monitor.look();
    return monitor;
  }

  #asked(pid: number): void {
    const watched = this.#watched.get(pid);
    if (watched === undefined) return;
    clearTimeout(watched.unasked);
    watched.unasked = this.#endLater(pid);
  }

  #endLater(pid: number): NodeJS.Timeout {
    return setTimeout(() => this.#forget(pid), UNASKED_MS).unref();
  }

  #forget(pid: number): void {
    const watched = this.#watched.get(pid);
    watched?.monitor.stop();
    clearTimeout(watched?.unasked);
    this.#watched.delete(pid);
  }
}
