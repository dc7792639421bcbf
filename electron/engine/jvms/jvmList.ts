import { readdirSync } from 'node:fs';
import { messageOf, SluiceError } from '../../../shared/base/errors.ts';
import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { lookNotices, noticesFor, obstacleTo, platformObstacle, type Self } from './attachability.ts';
import type { JvmProcess } from './jvmFacts.ts';
import { inspectJvm } from './jvmProcess.ts';
import { macJvmPids } from './macProcess.ts';
import { PerfDataFiles } from './perfDataFiles.ts';
import { userNames } from './userNames.ts';

/**
 * The running JVMs of this machine that can be seen, by pid. What cannot be found out of one hides no other.
 * @param inspect for tests
 * @throws SluiceError 'not-attachable' on a system where none can be found
 */
export function listJvms(inspect = inspectJvm): JvmSummary[] {
  const obstacle = platformObstacle();
  if (obstacle !== null) throw new SluiceError('not-attachable', obstacle.why, obstacle.remedy);
  const names = userNames();
  const perfDataFiles = new PerfDataFiles();
  return candidatePids()
    .map((pid) => {
      try {
        const jvm = inspect(pid, perfDataFiles);
        return jvm === null ? null : summarize(jvm, names);
      } catch (thrown) {
        return unknownProcess(pid, messageOf(thrown));
      }
    })
    .filter((jvm) => jvm !== null)
    .sort((a, b) => a.pid - b.pid);
}

function candidatePids(): number[] {
  if (process.platform === 'darwin') return macJvmPids();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
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
    notices: [...lookNotices(jvm), ...(obstacle === null ? noticesFor(jvm) : [])],
  };
}

function unknownProcess(pid: number, why: string): JvmSummary {
  return {
    pid,
    mainClass: '',
    commandLine: '',
    javaVersion: '',
    vmName: '',
    user: '',
    uptimeMs: 0,
    container: false,
    attachable: false,
    whyNot: `The process could not be looked at: ${why}.`,
    notices: [],
  };
}

export function currentSelf(): Self {
  return { euid: process.geteuid?.() ?? -1, egid: process.getegid?.() ?? -1 };
}
