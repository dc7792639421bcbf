import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Jdk } from '../fixtures/jdks.ts';
import { fetchJars } from '../fixtures/mavenJars.ts';
import { targetClassPath } from '../fixtures/targets.ts';
import type { Program } from './programs.ts';

const SOURCES = fileURLToPath(new URL('targets', import.meta.url));

/** @returns where the program and what it needs are, or why they are not here */
export function programClassPath(
  jdk: Jdk,
  { mainClass, jars }: Program,
  folder: string,
): { readonly classPath: string } | { readonly lack: string } {
  const targets = targetClassPath(jdk);
  if (jars === undefined) return { classPath: targets };
  const fetched = fetchJars(jars);
  if (fetched.kind === 'unreachable') return { lack: fetched.reason };
  if (fetched.kind === 'wrong') throw new Error(fetched.problems.join('\n'));
  const classes = join(folder, 'classes');
  mkdirSync(classes, { recursive: true });
  const libraries = [targets, ...fetched.jars].join(delimiter);
  // Spring reads the names of parameters.
  const flags = ['-g', '-nowarn', '-proc:none', '-parameters', '-d', classes, '-cp', libraries];
  execFileSync(jdk.tool('javac'), [...flags, '-sourcepath', SOURCES, join(SOURCES, `${mainClass}.java`)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { classPath: [classes, libraries].join(delimiter) };
}
