import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { readForeignFile } from './foreignFile.ts';
import { collectorIn, parsePerfData, PERF_DATA_LIMIT_BYTES, type PerfData } from './hsperfdata.ts';
import { featureVersionOf, readAttachFlags, splitOptions } from './javaOptions.ts';
import type { JvmProcess, ProcStatus } from './jvmFacts.ts';
import { startedMainOf } from './startedMain.ts';

/**
 * macOS has no /proc: what Linux tells there is put together from ps(1) and the performance data, for JVMs of our own
 * user. HotSpot keeps its performance data, its attach socket and the attach trigger in the user's own temporary
 * folder, which is ours too.
 */

/** A JVM has installed its signal handlers long before; a younger one is said to be still starting. */
const HANDLERS_INSTALLED_MS = 3_000;
const TICKS_PER_SECOND = 100;

export interface PsEntry {
  readonly state: string;
  readonly uid: number;
  readonly gid: number;
  /** Since 1970. */
  readonly startedMs: number;
}

/** One line of `ps -o state=,uid=,gid=,lstart=` in the C locale: "Ss+ 501 20 Sat Nov 21 10:11:12 2026". */
export function parsePsEntry(line: string): PsEntry | null {
  const match = /^\s*(\S)\S*\s+(\d+)\s+(\d+)\s+(\S.*\S)\s*$/.exec(line);
  if (!match) return null;
  const startedMs = Date.parse(match[4]);
  if (Number.isNaN(startedMs)) return null;
  return { state: match[1], uid: Number(match[2]), gid: Number(match[3]), startedMs };
}

/**
 * Nothing shows whether a process catches SIGQUIT. A HotSpot JVM does once it has said in its performance data that it
 * can be attached to and has run for some seconds, unless it was told not to (-Xrs).
 */
export function catchesQuit(perfData: PerfData, uptimeMs: number): boolean {
  const { capabilities, vmArguments } = jvmFacts(perfData);
  return (
    capabilities.startsWith('1') &&
    !splitOptions(vmArguments).includes('-Xrs') &&
    uptimeMs >= HANDLERS_INSTALLED_MS
  );
}

export function readMacStatus(pid: number): ProcStatus | null {
  const entry = psEntry(pid);
  if (entry === null) return null;
  return {
    state: entry.state,
    euid: entry.uid,
    egid: entry.gid,
    nsPid: pid,
    catchesQuit: catchesQuit(readMacPerfData(pid), Date.now() - entry.startedMs),
  };
}

/** As readStartTicks, but since 1970; ps knows whole seconds. */
export function readMacStartTicks(pid: number): number | null {
  const entry = psEntry(pid);
  return entry === null ? null : (entry.startedMs / 1000) * TICKS_PER_SECOND;
}

/** Our own user's processes that have performance data: stale files are among them. */
export function macJvmPids(): number[] {
  try {
    return readdirSync(perfDataDirectory()).map(Number).filter(Number.isSafeInteger);
  } catch {
    return []; // no JVM has run yet
  }
}

/** All that can be found out about a JVM of our own; null when there is no such process or it has no performance data. */
export function inspectMacJvm(pid: number): JvmProcess | null {
  const status = readMacStatus(pid);
  const startTicks = readMacStartTicks(pid);
  const perfData = readMacPerfData(pid);
  if (status === null || startTicks === null || status.state === 'Z' || perfData.size === 0) return null;
  const { capabilities, vmArguments, javaCommand, javaVersion, vmName } = jvmFacts(perfData);
  return {
    pid,
    startTicks,
    uptimeMs: Math.max(0, Date.now() - (startTicks / TICKS_PER_SECOND) * 1000),
    status,
    commandLine: ['java', ...splitOptions(vmArguments), ...startWords(javaCommand)],
    mainClass: startedMainOf(javaCommand, ''),
    javaVersion,
    feature: featureVersionOf(javaVersion),
    vmName,
    collector: collectorIn(perfData),
    kind: /OpenJ9|J9 VM/.test(vmName) ? 'openj9' : 'hotspot',
    flags: readAttachFlags(splitOptions(vmArguments), new Map()),
    attachCapability: capabilities === '' ? null : capabilities.startsWith('1'),
    perfDataRefusal: '',
    rootPrefix: '',
    container: false,
    sharesNetwork: true,
    attachSocketExists: false,
    attachSocketHindrance: '',
    lostWorkingFolder: false,
  };
}

/** What was started, and its arguments: where they begin, a blank within one does not show. A jar is told as its path alone. */
function startWords(javaCommand: string): string[] {
  const words = javaCommand.split(' ');
  return words[0].endsWith('.jar') ? ['-jar', ...words] : words;
}

function jvmFacts(perfData: PerfData) {
  const textOf = (name: string): string => String(perfData.get(name) ?? '');
  return {
    capabilities: textOf('sun.rt.jvmCapabilities'),
    vmArguments: textOf('java.rt.vmArgs'),
    javaCommand: textOf('sun.rt.javaCommand'),
    javaVersion: textOf('java.property.java.version'),
    vmName: textOf('java.property.java.vm.name'),
  };
}

function psEntry(pid: number): PsEntry | null {
  try {
    const line = execFileSync('/bin/ps', ['-o', 'state=,uid=,gid=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return parsePsEntry(line);
  } catch {
    return null; // ps fails when there is no such process
  }
}

function perfDataDirectory(): string {
  return join(tmpdir(), `hsperfdata_${userInfo().username}`);
}

/** Empty for another user's, and for one that is just being made. */
export function readMacPerfData(pid: number): PerfData {
  try {
    const path = join(perfDataDirectory(), String(pid));
    return parsePerfData(readForeignFile(path, userInfo().uid, PERF_DATA_LIMIT_BYTES) ?? new Uint8Array());
  } catch {
    return new Map();
  }
}
