import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readAtMost } from './foreignFile.ts';
import type { ProcStatus } from './jvmFacts.ts';
import { readMacStartTicks, readMacStatus } from './macProcess.ts';

/**
 * What Linux tells of a process in /proc/PID/status, /proc/PID/stat and /proc/PID/cmdline (proc(5)); every user may
 * read these three of every process; on macOS macProcess.ts answers in their place. `null` everywhere means: there is
 * no such process (any more).
 */

const SIGQUIT_NUMBER = 3;
const LOOK_MS = 20;

/** What the kernel writes is shorter. */
const KERNEL_TEXT_LIMIT_BYTES = 64 << 10;
/** Arguments and environment are the process's own memory, and can be as long; one argument has 128 KiB at most (execve(2)). */
const OWN_TEXT_LIMIT_BYTES = 256 << 10;

export function readProcStatus(pid: number): ProcStatus | null {
  if (process.platform === 'darwin') return readMacStatus(pid);
  const text = readProcText(pid, 'status');
  return text === null ? null : parseProcStatus(text);
}

function parseProcStatus(text: string): ProcStatus | null {
  const fields = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0)
      fields.set(
        line.slice(0, colon),
        line
          .slice(colon + 1)
          .trim()
          .split(/\s+/),
      );
  }
  const uids = fields.get('Uid');
  const gids = fields.get('Gid');
  const state = fields.get('State');
  const pid = fields.get('NSpid') ?? fields.get('Pid');
  if (!uids || !gids || !state || !pid) return null;
  // SigCgt is absent for kernel threads and zombies only: nothing is caught then.
  const caught = BigInt(`0x${fields.get('SigCgt')?.[0] ?? '0'}`);
  return {
    state: state[0],
    euid: Number(uids[1]),
    egid: Number(gids[1]),
    nsPid: Number(pid.at(-1)),
    catchesQuit: ((caught >> BigInt(SIGQUIT_NUMBER - 1)) & 1n) === 1n,
  };
}

/** What `exe` or `cwd` of a process is; null where that is not for us to see, or was deleted. */
export function readProcLink(pid: number, name: 'exe' | 'cwd'): string | null {
  try {
    const path = readlinkSync(`/proc/${pid}/${name}`);
    return path.endsWith(' (deleted)') ? null : path;
  } catch {
    return null;
  }
}

/** Clock ticks (1/100 s) from boot to the start of the process: with the pid it names one process for ever. */
export function readStartTicks(pid: number): number | null {
  if (process.platform === 'darwin') return readMacStartTicks(pid);
  const text = readProcText(pid, 'stat');
  return text === null ? null : parseStartTicks(text);
}

/**
 * Whether the process runs on. One that is ending gives its memory back, and with it its command line, before its connections
 * close.
 */
export function runsOn(pid: number, startTicks: number): boolean {
  if (readStartTicks(pid) !== startTicks) return false;
  return process.platform !== 'linux' || Boolean(readProcText(pid, 'cmdline'));
}

/** Looks again and again. @param startTicks which process of that pid is meant */
export async function hasEndedWithin(pid: number, startTicks: number, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (runsOn(pid, startTicks)) {
    if (performance.now() > deadlineMs) return false;
    await delay(LOOK_MS);
  }
  return true;
}

function parseStartTicks(stat: string): number | null {
  const ticks = Number(statField(stat, 22));
  return Number.isFinite(ticks) ? ticks : null;
}

/**
 * How a process ended that its parent has not asked for yet, as wait(2) has it. Linux only.
 * @returns null: it is gone, or we may not know; undefined: it has not ended yet
 */
export function readEndedStatus(pid: number, startTicks: number | null): number | null | undefined {
  if (process.platform !== 'linux') return null;
  const stat = readProcText(pid, 'stat');
  if (stat === null || parseStartTicks(stat) !== startTicks) return null;
  if (!['Z', 'X'].includes(statField(stat, 3) ?? '')) return undefined;
  return Number(statField(stat, 52)) || null; // 0 is also what the kernel tells those who may not know (ptrace(2))
}

/** Of /proc/PID/stat, by its number; the second is the command in parentheses, which may hold blanks and ')' itself. */
export function statField(stat: string, number: number): string | undefined {
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .trimEnd()
    .split(' ')[number - 3];
}

/** USER_HZ: 100 on every Linux that runs HotSpot; sysconf is not to be had from Node. */
export const TICKS_PER_SECOND = 100;

export function uptimeMsOf(startTicks: number): number {
  const sinceBootS = Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]);
  return Math.max(0, Math.round((sinceBootS - startTicks / TICKS_PER_SECOND) * 1000));
}

/** The arguments, argv[0] first; [] when the process hides them or is a kernel thread. */
export function readCommandLine(pid: number): string[] {
  const text = readProcText(pid, 'cmdline', OWN_TEXT_LIMIT_BYTES);
  return text ? text.replace(/\0$/, '').split('\0') : [];
}

/** The environment at the start of the process; empty when it may not be read (other user). */
export function readEnvironment(pid: number): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const entry of (readProcText(pid, 'environ', OWN_TEXT_LIMIT_BYTES) ?? '').split('\0')) {
    const equals = entry.indexOf('=');
    if (equals > 0) variables.set(entry.slice(0, equals), entry.slice(equals + 1));
  }
  return variables;
}

/** The text of /proc/PID/name, up to a limit; null when the process is gone or the file may not be read. */
export function readProcText(pid: number, name: string, limitBytes = KERNEL_TEXT_LIMIT_BYTES): string | null {
  try {
    const file = openSync(`/proc/${pid}/${name}`, 'r');
    try {
      return Buffer.from(readAtMost(file, limitBytes)).toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** The numbers of a process's threads. @param folder /proc/PID/task @returns none where it has ended, or the system does not tell */
export function threadsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
