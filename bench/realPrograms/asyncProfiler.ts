import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fetchJars } from '../../e2e/fixtures/mavenJars.ts';
import { javaArguments, watched, type Setting } from './contenders.ts';
import { outputOf } from './outputOf.ts';
import type { RealProgram } from './programs.ts';

const PACKAGE = {
  artifact: 'tools.profiler:async-profiler:4.2',
  sha256: '445b7bdc6a3ed03d45a9d4b61b5a5fc072b3e9952d7f2b63722312f48ea9ee18',
};
const LIBRARY = join(`linux-${process.arch}`, 'libasyncProfiler.so');
/** SIGVTALRM: the JVM's own samples of CPU time have SIGPROF, which is the usual one here too, and whoever is second takes it away. */
const SIGNAL = 26;
/** At each 1 ms of a thread's CPU time. */
const START = `start,event=cpu,interval=1ms,signal=${SIGNAL},dot`;

/** What a sampling profiler saw of the bare program. */
export interface Sampled {
  readonly wallMs: number;
  /** Collapsed stacks. */
  readonly stacks: string;
}

/** Samples bare programs. */
export interface Sampler {
  /** The whole program, in a JVM of its own. */
  sample(program: RealProgram): Promise<Sampled>;
  /** A JVM that runs, for as long as `work` takes. @returns collapsed stacks */
  during(pid: number, work: () => Promise<unknown>): Promise<string>;
}

/** @returns why it cannot run here, or how it does */
export function asyncProfiler(setting: Setting): string | Sampler {
  const fetched = fetchJars([PACKAGE]);
  if (fetched.kind !== 'here')
    return fetched.kind === 'unreachable' ? fetched.reason : fetched.problems.join('; ');
  const folder = join(setting.folder, 'async-profiler');
  mkdirSync(folder);
  execFileSync(setting.jdk.tool('jar'), ['--extract', '--file', resolve(fetched.jars[0])], { cwd: folder });
  const library = join(folder, LIBRARY);
  if (!existsSync(library)) return `it has no ${LIBRARY}`;
  const tell = (pid: number, options: string): Promise<string> =>
    outputOf(setting.jdk.tool('jcmd'), [String(pid), 'JVMTI.agent_load', library, `"${options}"`]);
  return {
    async sample(program) {
      const file = join(folder, `${program.name}.txt`);
      const agent = `-agentpath:${library}=${START},collapsed,file=${file}`;
      const output = await outputOf(setting.jdk.tool('java'), [agent, ...javaArguments(setting, program)]);
      return { wallMs: watched(output).wallMs, stacks: readFileSync(file, 'utf8') };
    },
    async during(pid, work) {
      const file = join(folder, `${pid}.txt`);
      await tell(pid, START);
      await work();
      await tell(pid, `stop,dot,collapsed,file=${file}`);
      return readFileSync(file, 'utf8');
    },
  };
}
