import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Jdk } from '../../e2e/fixtures/jdks.ts';
import { jarPath, roundOf, type RealProgram } from './programs.ts';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));

/**
 * Compiles what runs programs (Watch, Rounds), the kernels, and what is a round of the programs.
 * @param programs whose jars are here
 * @returns the folder of the classes
 */
export function compiled(jdk: Jdk, folder: string, programs: readonly RealProgram[]): string {
  const classes = join(folder, 'classes');
  mkdirSync(classes);
  const javac = (options: readonly string[], names: readonly string[]): void => {
    const files = names.map((name) => join(SOURCES, name));
    execFileSync(jdk.tool('javac'), ['-nowarn', '-d', classes, ...options, ...files], { stdio: 'inherit' });
  };
  const kernels = readdirSync(join(SOURCES, 'kernels')).map((name) => join('kernels', name));
  javac(['-sourcepath', SOURCES], ['Watch.java', 'Rounds.java', ...kernels]);
  for (const program of programs) {
    const source = join('rounds', `${roundOf(program).mainClass}.java`);
    if (existsSync(join(SOURCES, source))) javac(['-cp', program.jars.map(jarPath).join(':')], [source]);
  }
  return classes;
}
