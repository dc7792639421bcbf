import { readFileSync } from 'node:fs';
import type { MavenJar } from '../fixtures/mavenJars.ts';

/** Large real libraries, and some from before Java 5, for their subroutines (jsr, ret). Test input only. */
export interface Library {
  readonly name: string;
  readonly jars: readonly MavenJar[];
  /** Main class and arguments of a program that uses much of the library and prints something. */
  readonly program?: readonly string[];
}

export const LIBRARIES = JSON.parse(
  readFileSync('e2e/everyClass/libraries.json', 'utf8'),
) as readonly Library[];
