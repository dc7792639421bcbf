import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from '../../shared/base/assert.ts';
import type { Jdk } from '../fixtures/jdks.ts';
import { LineReader } from '../fixtures/lineReader.ts';
import { fetchJars, type MavenJar } from '../fixtures/mavenJars.ts';
import type { Turn } from './load.ts';

/** Loading 20,000 classes takes seconds, and more on a busy machine. */
const START_LIMIT_MS = 180_000;
/** What is left of a tool in it may keep it from ending. */
const STOP_LIMIT_MS = 60_000;

/** One that serves requests at a port of the loopback device. */
export interface Application {
  readonly pid: number;
  readonly address: string;
  /** @throws Error it does not end with its input, and is killed */
  stop(): Promise<void>;
}

/**
 * What is in a folder of this one: `src` with Java, which is in packages below one of that name; `jars.json`, the libraries; and, where it
 * has some, `resources`, and `processors.json`, what else its annotations take when it is compiled.
 */
export interface ApplicationSource {
  /** Its folder, and the package of its own code. */
  readonly name: string;
  readonly what: string;
  readonly mainClass: string;
  readonly root: {
    /** The method that is called once for each of the requests, by its name. */
    readonly method: string;
    readonly requests: RegExp;
  };
  readonly turn: Turn;
}

/**
 * Builds the application into a folder.
 * @returns its class path
 * @throws Error the libraries cannot be had, with the reason
 */
export function buildApplication(jdk: Jdk, { name }: ApplicationSource, into: string): string {
  const source = fileURLToPath(new URL(name, import.meta.url));
  const classes = join(into, 'classes');
  mkdirSync(classes, { recursive: true });
  const files = readdirSync(join(source, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.java'))
    .map((file) => join(source, 'src', file));
  const libraries = jarsOf(join(source, 'jars.json'));
  const processors = join(source, 'processors.json');
  const processing = existsSync(processors)
    ? ['-processorpath', [jarsOf(processors), libraries].join(delimiter)]
    : ['-proc:none'];
  // Frameworks read the names of parameters.
  const flags = ['-g', '-nowarn', ...processing, '-parameters', '-d', classes, '-cp', libraries];
  execFileSync(jdk.tool('javac'), [...flags, ...files], { stdio: ['ignore', 'ignore', 'inherit'] });
  const resources = join(source, 'resources');
  if (existsSync(resources)) cpSync(resources, classes, { recursive: true });
  return [classes, libraries].join(delimiter);
}

/** @returns a class path */
function jarsOf(list: string): string {
  const fetched = fetchJars(JSON.parse(readFileSync(list, 'utf8')) as MavenJar[]);
  if (fetched.kind === 'unreachable') throw new Error(fetched.reason);
  if (fetched.kind === 'wrong') throw new Error(fetched.problems.join('\n'));
  return fetched.jars.map((jar) => resolve(jar)).join(delimiter);
}

interface Start {
  readonly jvmArgs?: readonly string[];
  /** Where agents of others may write. */
  readonly cwd?: string;
  /** Words before the command of the JVM, such as `sluice launch`; what they start has the pid of {@link Application}. */
  readonly launcher?: readonly string[];
}

/** Starts it in a JVM of its own; resolves when it serves. */
export async function startApplication(
  jdk: Jdk,
  { mainClass }: ApplicationSource,
  classPath: string,
  { jvmArgs = [], cwd, launcher = [] }: Start = {},
): Promise<Application> {
  const java = [jdk.tool('java'), '-Xmx1g', ...jvmArgs, '-cp', classPath, mainClass];
  const [command, ...args] = [...launcher, ...java];
  const program = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = once(program, 'close');
  const [, port] = await new LineReader(program.stdout).waitFor(/^PORT (\d+)$/, START_LIMIT_MS);
  return {
    pid: ensure(program.pid, 'pid of the application'),
    address: `http://127.0.0.1:${port}`,
    async stop() {
      program.stdin.end();
      const timer = setTimeout(() => program.kill('SIGKILL'), STOP_LIMIT_MS);
      const [, signal] = (await closed) as [number | null, string | null];
      clearTimeout(timer);
      if (signal !== null) throw new Error(`${mainClass} did not end with its input: ${signal}`);
    },
  };
}
