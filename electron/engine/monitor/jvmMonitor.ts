import { messageOf } from '../../../shared/base/errors.ts';
import { formatCount, SEPARATOR } from '../../../shared/naming/formatNumbers.ts';
import type { JvmLook } from '../../../shared/monitor/jvmLook.ts';
import { MonitorSampler } from '../../../shared/monitor/monitorSampler.ts';
import {
  LOOK_EVERY_MS,
  withLater,
  type MonitoredJvm,
  type Monitoring,
  type MonitorSample,
} from '../../../shared/monitor/monitorSample.ts';
import { attachableTarget } from '../agent/attachAgent.ts';
import { heapUse } from '../heapDump/heapUse.ts';
import type { PerfData } from '../jvms/hsperfdata.ts';
import type { JvmProcess } from '../jvms/jvmFacts.ts';
import { presentPerfData } from '../jvms/jvmProcess.ts';
import { PerfDataFiles } from '../jvms/perfDataFiles.ts';
import { runsOn } from '../jvms/procStatus.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';
import { jvmCountersIn, tellsPresentHeap } from './perfCounters.ts';
import { readMachineTimes, readProcessTimes } from './processTimes.ts';
import { MOST_WATCHED, ThreadWatch } from './threadWatch.ts';

/**
 * One JVM looked at from outside, again and again, and what it did in the last minutes. It hears nothing of it: files of the system
 * and its performance data are read. Only where it keeps none, its heap is asked for by the attach protocol.
 */
export class JvmMonitor {
  readonly #jvm: JvmProcess;
  readonly #sampler: MonitorSampler;
  readonly #threads: ThreadWatch;
  readonly #timer: NodeJS.Timeout;
  /** Of performance.now(): the clock of the machine may be set. */
  readonly #epochMs = Date.now() - performance.now();
  #perfDataFiles = new PerfDataFiles();
  #perfData: PerfData = new Map();
  #pools: readonly string[] = [];
  #cores = 0;
  #samples: readonly MonitorSample[] = [];
  #isLooking = false;
  #hasEnded = false;
  /** null: not asked yet, or it cannot be. */
  #heapTarget: AttachTarget | null = null;
  #whyNoHeap = '';

  constructor(jvm: JvmProcess) {
    this.#jvm = jvm;
    this.#sampler = new MonitorSampler(jvm.collector);
    this.#threads = new ThreadWatch(jvm.pid);
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** @param afterMs samples that ended later, in milliseconds since 1970 */
  since(afterMs: number): Monitoring {
    const { pid, mainClass, javaVersion, collector } = this.#jvm;
    const jvm: MonitoredJvm = {
      ...{ pid, mainClass, javaVersion, collector },
      ...{ cores: this.#cores, pools: this.#pools },
    };
    const samples = this.#samples.filter(({ atMs }) => atMs > afterMs);
    return { jvm, limits: this.#limits(), samples, hasEnded: this.#hasEnded };
  }

  /** One look now. The timer looks too; one at a time. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#hasEnded) return;
    this.#isLooking = true;
    try {
      const look = await this.#read();
      if (look === null) return this.#end();
      const sample = this.#sampler.next(look);
      if (sample !== null) this.#samples = withLater(this.#samples, [sample]);
    } finally {
      this.#isLooking = false;
    }
  }

  /** null: the process has ended. */
  async #read(): Promise<JvmLook | null> {
    const { pid, startTicks } = this.#jvm;
    const atMs = Math.round(this.#epochMs + performance.now());
    const times = readProcessTimes(pid, startTicks);
    if (times === null && !runsOn(pid, startTicks)) return null;
    const machine = readMachineTimes();
    this.#cores = machine?.cores ?? 0;
    const threads = this.#threads.look();
    this.#readPerfData();
    const counters = jvmCountersIn(this.#perfData);
    if (counters !== null) this.#pools = counters.pools.map(({ name }) => name);
    return {
      ...{ atMs, threads, counters },
      processNs: times?.ranNs ?? null,
      machineNs: machine?.busyNs ?? null,
      systemThreads: times?.threads ?? null,
      heapUsedBytes: counters === null ? await this.#askHeapUse() : null,
    };
  }

  #readPerfData(): void {
    try {
      this.#perfData = presentPerfData(this.#jvm, this.#perfDataFiles);
    } catch {
      this.#perfData = new Map(); // closed to us, or just gone
    }
    if (this.#perfData.size === 0) this.#perfDataFiles = new PerfDataFiles(); // it remembers where there was none
  }

  async #askHeapUse(): Promise<number | null> {
    if (this.#whyNoHeap !== '') return null;
    try {
      this.#heapTarget ??= attachableTarget(this.#jvm.pid);
      return await heapUse(this.#heapTarget);
    } catch (thrown) {
      this.#whyNoHeap = messageOf(thrown);
      return null;
    }
  }

  #end(): void {
    this.#hasEnded = true;
    this.stop();
  }

  #limits(): readonly string[] {
    const { collector } = this.#jvm;
    return [
      ...(process.platform === 'linux' ? [] : ['CPU and threads are told on Linux only.']),
      ...(this.#perfData.size > 0 || this.#hasEnded ? [] : this.#withoutPerfData()),
      ...(this.#perfData.size === 0 || tellsPresentHeap(this.#perfData)
        ? []
        : [
            'The heap is shown as its last collection left it: this JVM does not tell it in between, nor before the first one.',
          ]),
      ...(collector === 'Serial'
        ? ['Serial collects in the VM Thread: its CPU time is shown as that of the collector.']
        : []),
      ...(this.#threads.tooMany === 0
        ? []
        : [
            `It has ${formatCount(this.#threads.tooMany, SEPARATOR)} threads: of more than ${formatCount(MOST_WATCHED, SEPARATOR)} none is looked at, so collector and busiest threads are not told.`,
          ]),
    ];
  }

  #withoutPerfData(): readonly string[] {
    const { perfDataRefusal, status } = this.#jvm;
    const own = process.geteuid?.() ?? status.euid;
    const why =
      perfDataRefusal !== ''
        ? `Its performance data are not read: ${perfDataRefusal}.`
        : own !== 0 && own !== status.euid
          ? 'Its performance data are closed to us: run Sluice as its user, or as root.'
          : 'It keeps no performance data (-XX:-UsePerfData, -XX:+PerfDisableSharedMem), or their file was deleted.';
    const heap =
      this.#whyNoHeap === ''
        ? 'Its heap is asked for each second by the attach protocol.'
        : `Its heap is not told either: ${this.#whyNoHeap}`;
    return [`${why} Pools, pauses, classes and Java threads are not told.`, heap];
  }
}
