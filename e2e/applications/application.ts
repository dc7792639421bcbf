import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from '../../shared/base/assert.ts';
import type { Jdk } from '../fixtures/jdks.ts';
import { LineReader } from '../fixtures/lineReader.ts';
import { fetchJars, type MavenJar } from '../fixtures/mavenJars.ts';

/** Loading 20,000 classes takes seconds, and more on a busy machine. */
const START_LIMIT_MS = 180_000;

/** One that serves requests at a port of the loopback device. */
export interface Application {
  readonly pid: number;
  readonly address: string;
  stop(): Promise<void>;
}

/** What is below a folder of this one: `src` with Java, `resources`, and `jars.json`, the libraries. */
export interface ApplicationSource {
  readonly folder: string;
  readonly mainClass: string;
}

export const LENDING: ApplicationSource = { folder: 'lending', mainClass: 'lending.LendingApplication' };

/**
 * Builds the application into a folder.
 * @returns its class path
 * @throws Error the libraries cannot be had, with the reason
 */
export function buildApplication(jdk: Jdk, { folder }: ApplicationSource, into: string): string {
  const source = fileURLToPath(new URL(folder, import.meta.url));
  const fetched = fetchJars(JSON.parse(readFileSync(join(source, 'jars.json'), 'utf8')) as MavenJar[]);
  if (fetched.kind === 'unreachable') throw new Error(fetched.reason);
  if (fetched.kind === 'wrong') throw new Error(fetched.problems.join('\n'));
  const classes = join(into, 'classes');
  mkdirSync(classes, { recursive: true });
  const files = readdirSync(join(source, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.java'))
    .map((file) => join(source, 'src', file));
  const libraries = fetched.jars.join(delimiter);
  // Spring reads the names of parameters.
  const flags = ['-g', '-nowarn', '-proc:none', '-parameters', '-d', classes, '-cp', libraries];
  execFileSync(jdk.tool('javac'), [...flags, ...files], { stdio: ['ignore', 'ignore', 'inherit'] });
  cpSync(join(source, 'resources'), classes, { recursive: true });
  return [classes, libraries].join(delimiter);
}

/** Starts it in a JVM of its own; resolves when it serves. */
export async function startApplication(
  jdk: Jdk,
  { mainClass }: ApplicationSource,
  classPath: string,
  jvmArgs: readonly string[] = [],
): Promise<Application> {
  const program = spawn(jdk.tool('java'), ['-Xmx1g', ...jvmArgs, '-cp', classPath, mainClass], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const closed = once(program, 'close');
  const [, port] = await new LineReader(program.stdout).waitFor(/^PORT (\d+)$/, START_LIMIT_MS);
  return {
    pid: ensure(program.pid, 'pid of the application'),
    address: `http://127.0.0.1:${port}`,
    async stop() {
      program.stdin.end();
      await closed;
    },
  };
}
