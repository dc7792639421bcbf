import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensure } from '../../../shared/base/assert.ts';
import { findJavaHomes, type JavaHome } from '../jvms/jdkHome.ts';

/** Real JVMs for tests: programs compiled on the spot, processes spawned from Node and ended by their id. */

/** The installed JDKs that the agent supports, oldest first. */
export const TEST_JDKS: readonly JavaHome[] = findJavaHomes()
  .filter((java) => java.feature >= 11)
  .sort((a, b) => a.feature - b.feature);

/** Prints "ready", then sleeps until its stdin ends. */
export const SLEEPER = `
public class Sleeper {
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`;

/** Compiles one public class into a fresh folder that everybody may read; answers the folder. @param classPath of what it uses */
export function compileJava(className: string, source: string, classPath = ''): string {
  const compiler = ensure(
    TEST_JDKS.find((java) => java.hasCompiler),
    'a JDK for the tests',
  );
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-java-'));
  chmodSync(folder, 0o755);
  const file = join(folder, `${className}.java`);
  writeFileSync(file, source);
  const options = ['--release', '11', '-nowarn', '-cp', classPath, '-d', folder];
  execFileSync(join(compiler.home, 'bin/javac'), [...options, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  return folder;
}

export interface TestJvm {
  readonly pid: number;
  readonly process: ChildProcess;
  output(): string;
  errors(): string;
  /** Ends the process and waits for it. */
  stop(): Promise<void>;
}

export interface TestJvmOptions {
  readonly java: JavaHome;
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** User and group of the process; ours when absent. */
  readonly uid?: number;
  /** Text on stdout to wait for; "" does not wait. */
  readonly readyText?: string;
}

export async function startJvm(options: TestJvmOptions): Promise<TestJvm> {
  const child = spawn(join(options.java.home, 'bin/java'), options.arguments, {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: tmpdir(),
    env: { ...process.env, ...options.environment },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const jvm: TestJvm = {
    pid: ensure(child.pid, 'pid of the test JVM'),
    process: child,
    output: () => output,
    errors: () => errors,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
  const ready = options.readyText ?? 'ready';
  await waitUntil(() => output.includes(ready) || child.exitCode !== null, `"${ready}" from the test JVM`);
  if (child.exitCode !== null) throw new Error(`the test JVM ended with ${child.exitCode}: ${errors}`);
  return jvm;
}

/** Polls until the condition holds. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 20_000,
): Promise<void> {
  const startMs = performance.now();
  while (!(await condition())) {
    if (performance.now() - startMs > timeoutMs)
      throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await delay(2);
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
