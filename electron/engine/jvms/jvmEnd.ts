import { closeSync, fstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exitCodeText, signalName } from './exitCodeText.ts';
import { holdHotspotTmp, HOTSPOT_TMP } from './attachPlaces.ts';
import { openForeignFile, readAtMost } from './foreignFile.ts';
import { HeldFolder } from './heldFolder.ts';
import { splitJavaCommand } from './javaOptions.ts';
import {
  hasEndedWithin,
  readCommandLine,
  readEndedStatus,
  readProcStatus,
  readStartTicks,
} from './procStatus.ts';

/** What a JVM takes to end once its agent has said goodbye, or could not any more. */
const ENDING_MS = 2_000;
/** From the end of a process to the news of it. */
const NEWS_MS = 500;
const LOOK_MS = 5;
/** The reason stands in the first lines. */
const REPORT_HEAD_BYTES = 4096;
const MAX_REASON_CHARS = 200;
/** By which times of files are behind the clock, as the kernel counts in ticks. */
const FILE_CLOCK_MS = 100;

/** The agent leaves when it has not heard Sluice for 10 s, and then the JVM may end as it likes. */
const UNANNOUNCED = 'the JVM ended without a word of its agent';

/** A file that the JVM writes when it crashes. */
interface CrashReport {
  readonly folder: HeldFolder;
  readonly name: string;
  /** As the program knows it. */
  readonly path: string;
}

/**
 * How a JVM ended whose agent did not tell, most often for it ran no shutdown hooks. Nobody but its parent is told that by the system; but a crash leaves a report, and a
 * process that its parent has not asked for yet leaves its status. Where the report would be is only to be seen while it runs.
 * Sources: HotSpot utilities/vmError.cpp (VMError::report_and_die, prepare_log_file); proc_pid_stat(5), field 52.
 */
export class JvmEnd {
  readonly #pid: number;
  readonly #startTicks: number | null;
  readonly #exitCode: Promise<number> | null;
  readonly #owner: number;
  readonly #reports: readonly CrashReport[];
  readonly #sinceMs = Date.now() - FILE_CLOCK_MS;

  /** Of a process that runs. @param exitCode of that process; null: it is not our child */
  constructor(pid: number, exitCode: Promise<number> | null = null) {
    this.#pid = pid;
    this.#startTicks = readStartTicks(pid);
    this.#exitCode = exitCode;
    const status = readProcStatus(pid);
    this.#owner = status?.euid ?? -1;
    this.#reports = status === null ? [] : reportsOf(pid, status.nsPid);
  }

  /** Resolves soon after the end; with false: the process runs on, or nothing is known of it. */
  async hasCome(): Promise<boolean> {
    return this.#startTicks === null || (await hasEndedWithin(this.#pid, this.#startTicks, ENDING_MS));
  }

  /** Once it has come: how, a sentence without its full stop. */
  async told(): Promise<string> {
    const code = await Promise.race([this.#exitCode?.catch(() => null), delay(NEWS_MS, null)]);
    const status = typeof code === 'number' ? null : await this.#status();
    const crash = this.#crash();
    if (crash !== null) return crash;
    if (typeof code === 'number') return `${UNANNOUNCED}: ${exitCodeText(code)}`;
    if (status !== null) return `${UNANNOUNCED}: ${statusText(status)}`;
    return this.#reports.length > 0
      ? `${UNANNOUNCED}: it was killed or halted, or its agent had left; no report of a crash is there`
      : `${UNANNOUNCED}: it was killed, crashed or halted, or its agent had left`;
  }

  /** Lets go of the folders. */
  close(): void {
    for (const { folder } of this.#reports) folder.close();
  }

  /** A process that ends gives its memory back, by which hasCome knows it, before it has a status. */
  async #status(): Promise<number | null> {
    const byMs = performance.now() + NEWS_MS;
    for (;;) {
      const status = readEndedStatus(this.#pid, this.#startTicks);
      if (status !== undefined) return status;
      if (performance.now() > byMs) return null;
      await delay(LOOK_MS);
    }
  }

  #crash(): string | null {
    for (const { folder, name, path } of this.#reports) {
      const head = this.#newHead(folder.pathOf(name));
      if (head !== null) return `the JVM crashed: ${crashReason(head)}; ${path} tells more`;
    }
    return null;
  }

  /** Null: there is none that is of this JVM. */
  #newHead(path: string): string | null {
    try {
      const file = openForeignFile(path, this.#owner);
      if (file === null) return '';
      try {
        if (fstatSync(file).mtimeMs < this.#sinceMs) return null;
        return Buffer.from(readAtMost(file, REPORT_HEAD_BYTES)).toString('utf8');
      } finally {
        closeSync(file);
      }
    } catch {
      return null;
    }
  }
}

/** Where the JVM would write it: the place of its options, else its working folder, else its temporary folder. */
function reportsOf(pid: number, nsPid: number): CrashReport[] {
  const usual = `hs_err_pid${nsPid}.log`;
  const chosen = chosenReport(readCommandLine(pid), nsPid);
  const places: (readonly [hold: () => HeldFolder, folder: () => string, name: string])[] = [
    [() => HeldFolder.at(`/proc/${pid}/cwd`), () => readlinkSync(`/proc/${pid}/cwd`), usual],
    [() => holdHotspotTmp(pid), () => HOTSPOT_TMP, usual],
  ];
  if (chosen?.startsWith('/')) {
    const folder = dirname(chosen);
    places.unshift([() => HeldFolder.below(`/proc/${pid}/root`, folder), () => folder, basename(chosen)]);
  } else if (chosen !== null && !chosen.includes('/')) {
    places[0] = [places[0][0], places[0][1], chosen];
  }
  return places.flatMap(([hold, folder, name]) => {
    try {
      const path = join(folder(), name);
      return [{ folder: hold(), name, path }];
    } catch {
      return []; // closed to us
    }
  });
}

/** Of -XX:ErrorFile, where %p is the pid and %% is %. */
function chosenReport(commandLine: readonly string[], nsPid: number): string | null {
  const option = '-XX:ErrorFile=';
  const { options } = splitJavaCommand(commandLine.slice(1));
  const chosen = options.findLast((each) => each.startsWith(option))?.slice(option.length);
  return chosen?.replace(/%[p%]/g, (mark) => (mark === '%p' ? String(nsPid) : '%')) || null;
}

/**
 * The first line of a report that is no heading: "SIGSEGV (0xb) at pc=0x..", "Internal Error (..)", "There is insufficient memory ..".
 */
export function crashReason(head: string): string {
  const line = head
    .split('\n')
    .filter((each) => each.startsWith('#'))
    .map((each) => each.slice(1).trim())
    .find((each) => each !== '' && !each.endsWith(':'));
  return (line ?? 'its report has no reason').replace(/, pid=.*|\.$/s, '').slice(0, MAX_REASON_CHARS);
}

/** @param status as wait(2) has it */
function statusText(status: number): string {
  const signal = status & 0x7f;
  return signal === 0 ? exitCodeText(status >> 8) : `${signalName(signal) ?? `signal ${signal}`} ended it`;
}
