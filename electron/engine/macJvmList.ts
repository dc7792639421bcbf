import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { JvmSummary } from '../../shared/ipc/engineApi.ts';
import { parsePerfData } from './hsperfdata.ts';

const WHY_NOT =
  'Sluice cannot tell on macOS whether SIGQUIT would end a JVM, so it does not attach there. ' +
  'Start the program with the profiler in it instead: sluice launch --root PATTERN -f FILE -- java ...';

/**
 * macOS: there is no /proc, so the list is the performance-data files of our own user that belong to living processes.
 * Nothing shows there whether a process catches SIGQUIT, so none of them counts as attachable.
 */
export function listMacJvms(): JvmSummary[] {
  const directory = join(tmpdir(), `hsperfdata_${userInfo().username}`);
  const uptimes = runningUptimesMs();
  const jvms: JvmSummary[] = [];
  for (const name of directoryOf(directory)) {
    const pid = Number(name);
    const uptimeMs = uptimes.get(pid);
    if (uptimeMs === undefined) continue; // stale file of a dead process
    try {
      const data = parsePerfData(readFileSync(join(directory, name)));
      const textOf = (key: string): string => String(data.get(key) ?? '');
      jvms.push({
        pid,
        mainClass: textOf('sun.rt.javaCommand').split(' ', 1)[0],
        commandLine: `${textOf('java.rt.vmArgs')} ${textOf('sun.rt.javaCommand')}`.trim(),
        javaVersion: textOf('java.property.java.version'),
        vmName: textOf('java.property.java.vm.name'),
        user: userInfo().username,
        uptimeMs,
        container: false,
        attachable: false,
        whyNot: WHY_NOT,
        notices: [],
      });
    } catch {
      // Half-written or not ours: not listed.
    }
  }
  return jvms.sort((a, b) => a.pid - b.pid);
}

function directoryOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** pid -> time since its start, from `ps -axo pid=,etime=` ([[dd-]hh:]mm:ss). */
function runningUptimesMs(): ReadonlyMap<number, number> {
  const uptimes = new Map<number, number>();
  for (const line of execFileSync('/bin/ps', ['-axo', 'pid=,etime='], { encoding: 'utf8' }).split('\n')) {
    const match = /^\s*(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)\s*$/.exec(line);
    if (!match) continue;
    const [days, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0));
    uptimes.set(Number(match[1]), (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  }
  return uptimes;
}
