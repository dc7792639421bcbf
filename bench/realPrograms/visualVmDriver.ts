import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Jdk } from '../../e2e/fixtures/jdks.ts';
import { outputOf } from './outputOf.ts';

/** Where the Debian package has it. */
export const VISUALVM = '/usr/share/visualvm/visualvm';
const FIRST_PORT = 5_240;

/** Runs VisualVmEngine.java, which is compiled for it. */
export class VisualVmDriver {
  readonly java: string;
  readonly #javac: string;
  readonly #classes: string;
  readonly #home: string;
  readonly #engine: string;
  #port = FIRST_PORT;

  /**
   * @param classes a folder for its classes and its calibration of that JDK
   * @param home of VisualVM
   */
  constructor(jdk: Jdk, classes: string, home: string) {
    this.java = jdk.tool('java');
    this.#javac = jdk.tool('javac');
    this.#classes = classes;
    this.#home = home;
    this.#engine = join(home, 'modules', 'org-graalvm-visualvm-lib-jfluid.jar');
  }

  get isThere(): boolean {
    return existsSync(this.#engine);
  }

  /** Once for each JDK. */
  async prepare(): Promise<void> {
    if (existsSync(this.#classes)) return;
    const source = fileURLToPath(new URL('VisualVmEngine.java', import.meta.url));
    execFileSync(this.#javac, ['-nowarn', '-cp', this.#engine, '-d', this.#classes, source]);
    await outputOf(this.java, this.arguments('calibrate'));
  }

  /** Of `java`. Its agent accepts the first client that comes: each run has a port of its own. */
  arguments(mode: 'calibrate' | 'record' | 'attach', ...rest: readonly string[]): string[] {
    const classPath = `${this.#classes}:${this.#engine}`;
    const settings = [`-Dnbprofiler.home=${this.#classes}`, '-cp', classPath, 'VisualVmEngine'];
    return [...settings, mode, this.#home, this.java, String(this.#port++), ...rest];
  }
}
