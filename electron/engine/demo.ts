import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SluiceError } from '../../shared/base/errors.ts';
import { installedFile } from './process/installation.ts';
import { findJavaHomes } from './jvms/jdkHome.ts';

const OLDEST_FEATURE = 11;
const READY_TIMEOUT_MS = 20_000;

/** The program to try Sluice on: e2e/targets/Demo.java. It lives until its stdin ends, so never longer than we do. */
export class Demo {
  /** One call is one order: a tree that shows all there is in seconds. */
  static readonly ROOTS: readonly string[] = ['Demo$Packer::process'];
  readonly pid: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, pid: number) {
    this.#child = child;
    this.pid = pid;
  }

  /** @throws SluiceError 'not-found' without a JDK or the compiled demo, 'attach-failed' when it does not come up */
  static async start(): Promise<Demo> {
    const classes = installedFile('demo');
    if (!existsSync(join(classes, 'Demo.class'))) {
      throw new SluiceError(
        'not-found',
        `There is no demo program in ${classes}.`,
        'Build Sluice: npm run build.',
      );
    }
    const [java] = findJavaHomes()
      .filter(({ feature }) => feature >= OLDEST_FEATURE)
      .sort((a, b) => b.feature - a.feature);
    if (!java) {
      throw new SluiceError(
        'not-found',
        `No Java runtime of version ${OLDEST_FEATURE} or later was found.`,
        'Install a JDK, or set JAVA_HOME.',
      );
    }
    const child = spawn(
      join(java.home, 'bin/java'),
      ['-XX:+EnableDynamicAgentLoading', '-cp', classes, 'Demo'],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    child.stdin.on('error', () => {});
    const ready = new Promise<boolean>((resolve) => {
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(0, 1000);
        if (/^READY/m.test(output)) resolve(true);
      });
      child.once('exit', () => resolve(false));
      child.once('error', () => resolve(false));
    });
    const outcome = await Promise.race([ready, delay(READY_TIMEOUT_MS, false, { ref: false })]);
    if (!outcome || child.pid === undefined) {
      child.kill('SIGKILL');
      throw new SluiceError('attach-failed', `The demo program did not come up with ${java.home}.`);
    }
    return new Demo(child, child.pid);
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  stop(): void {
    this.#child.kill();
  }
}
