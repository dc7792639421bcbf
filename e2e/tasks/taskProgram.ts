import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from '../../shared/base/assert.ts';
import { JDKS, type Jdk } from '../fixtures/jdks.ts';
import { LineReader } from '../fixtures/lineReader.ts';

const SOURCES = fileURLToPath(new URL('programs', import.meta.url));

/** Of the tasks: the newest one. */
export const TASK_JDK: Jdk = ensure(JDKS.at(-1), 'a JDK');

/** A folder of a test that goes with it. */
export class TaskFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'sluice-task-'));

  /**
   * Compiles a program.
   * @param source its file in `programs`, or a folder of there with all that it has
   * @param libraries a class path
   * @returns its class path, libraries included
   */
  compiled(source: string, libraries = ''): string {
    const classes = join(this.path, 'classes', source);
    mkdirSync(classes, { recursive: true });
    const place = join(SOURCES, source);
    const files = source.endsWith('.java')
      ? [place]
      : readdirSync(place, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.java'))
          .map((name) => join(place, name));
    const path = libraries === '' ? [] : ['-cp', libraries];
    execFileSync(TASK_JDK.tool('javac'), ['-g', '-nowarn', ...path, '-d', classes, ...files]);
    return [classes, libraries].filter((part) => part !== '').join(delimiter);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A program that somebody has a question about. */
export interface TaskProgram {
  readonly pid: number;
  /** What stands behind its READY. */
  readonly told: string;
  stop(): Promise<void>;
}

/** Starts a program, and waits until it says that it is READY. @param words `java`'s, from -cp on */
export async function startProgram(words: readonly string[]): Promise<TaskProgram> {
  const child = spawn(TASK_JDK.tool('java'), words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const [, told] = await new LineReader(child.stdout).waitFor(/^READY ?(.*)/);
  return {
    pid: ensure(child.pid, 'pid of the program'),
    told,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
