import { readdirSync, readFileSync } from 'node:fs';
import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { noticesFor, obstacleTo, type Self } from './attachability.ts';
import type { JvmProcess } from './jvmFacts.ts';
import { inspectJvm } from './jvmProcess.ts';
import { macJvmPids } from './macProcess.ts';

/** The running JVMs of this machine that can be seen, by pid. */
export function listJvms(): JvmSummary[] {
  const names = userNames();
  return candidatePids()
    .map(inspectJvm)
    .filter((jvm) => jvm !== null)
    .map((jvm) => summarize(jvm, names))
    .sort((a, b) => a.pid - b.pid);
}

function candidatePids(): number[] {
  switch (process.platform) {
    case 'darwin':
      return macJvmPids();
    case 'linux':
      return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number);
    default:
      return [];
  }
}

function summarize(jvm: JvmProcess, names: ReadonlyMap<number, string>): JvmSummary {
  const nameOf = (uid: number): string => names.get(uid) ?? String(uid);
  const obstacle = obstacleTo(jvm, currentSelf(), nameOf);
  return {
    pid: jvm.pid,
    mainClass: jvm.mainClass,
    commandLine: jvm.commandLine.slice(1).join(' '),
    javaVersion: jvm.javaVersion,
    vmName: jvm.vmName,
    user: nameOf(jvm.status.euid),
    uptimeMs: jvm.uptimeMs,
    container: jvm.container,
    attachable: obstacle === null,
    whyNot: obstacle === null ? '' : `${obstacle.why} ${obstacle.remedy}`,
    notices: obstacle === null ? noticesFor(jvm) : [],
  };
}

export function currentSelf(): Self {
  return { euid: process.geteuid?.() ?? -1, egid: process.getegid?.() ?? -1 };
}

/** uid -> name, from /etc/passwd; users of directory services show as numbers. */
export function userNames(): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [name, , uid] = line.split(':');
      if (uid !== undefined && !names.has(Number(uid))) names.set(Number(uid), name);
    }
  } catch {
    // No such file: numbers do.
  }
  return names;
}
