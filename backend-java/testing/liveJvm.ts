import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAgent } from '../../electron/engine/attach/attach.ts';
import type { JavaHome } from '../../electron/engine/jvms/jdkHome.ts';
import { readProcStatus, readStartTicks } from '../../electron/engine/jvms/procStatus.ts';
import { buildAgent, compileProbes, findJdks } from '../../build/java.mjs';

/** The agent as built, and programs that are instrumented by hand: written in Java with calls of the probes. */
export interface BuiltAgent {
  readonly jar: string;
  readonly buildId: string;
}

export async function builtAgent(): Promise<BuiltAgent> {
  const jar: string = await buildAgent();
  return { jar, buildId: readFileSync(join(jar, '..', 'build-id'), 'utf8').trim() };
}

/** Compiles Java sources that call java.lang.SluiceProbe; answers the folder of the classes. */
export async function compileWithProbes(sources: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-live-'));
  const [jdk] = findJdks();
  const probes = await compileProbes(jdk, join(folder, 'work'));
  const classes = join(folder, 'classes');
  mkdirSync(classes);
  const files = Object.entries(sources).map(([name, text]) => {
    const file = join(folder, `${name}.java`);
    writeFileSync(file, text);
    return file;
  });
  const release = ['-source', '11', '-target', '11', '-nowarn', '-Xlint:-options'];
  execFileSync(jdk.javac, [...release, '--patch-module', `java.base=${probes}`, '-d', classes, ...files], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  rmSync(join(folder, 'work'), { recursive: true });
  return classes;
}

/** Attaches by HotSpot's own protocol; the JVM must be up. */
export async function attach(pid: number, jar: string, options: string): Promise<void> {
  const status = readProcStatus(pid);
  const startTicks = readStartTicks(pid);
  if (!status || startTicks === null) throw new Error(`process ${pid} is gone`);
  await loadAgent(
    { pid, nsPid: pid, startTicks, euid: process.geteuid?.() ?? 0, egid: process.getegid?.() ?? 0 },
    jar,
    options,
  );
}

/** What is reachable in the heap of a JVM: a line for each class, which ends with its name. */
export function liveObjects(java: JavaHome, pid: number): string {
  return execFileSync(join(java.home, 'bin/jcmd'), [String(pid), 'GC.class_histogram'], {
    encoding: 'utf8',
  }).replace(/ \(\S+\)$/gm, ''); // a module
}

/** Names of the agent's threads that run in a process. The kernel cuts names to 15 bytes. */
export function agentThreads(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) => {
      try {
        return readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').trim();
      } catch {
        return '';
      }
    })
    .filter((name) => name.startsWith('Sluice '));
}

/** Open files and mappings of a process that lie in a folder, and its sockets. */
export function openThings(pid: number, folder: string): { files: string[]; sockets: number } {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n');
  return {
    files: [...links, ...maps].filter((line) => line.includes(folder)),
    sockets: links.filter((link) => link.startsWith('socket:')).length,
  };
}
