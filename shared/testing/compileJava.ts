import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findJdks as findInstalledJdks } from '../../build/java.mjs';

/** A JDK of this machine. */
export interface Jdk {
  readonly home: string;
  /** 17, 25. */
  readonly major: number;
}

/** The JDKs of 17 and later on this machine, each once, oldest first; at least one. */
export function findJdks(): Jdk[] {
  return findInstalledJdks()
    .map(({ home, feature }) => ({ home, major: feature }))
    .sort((a, b) => a.major - b.major);
}

/** The oldest of them. */
export function anyJdk(): Jdk {
  return findJdks()[0];
}

/**
 * Compiles Java sources, file name -> text, and returns the class files by internal name.
 * @param flags for javac, as ['-g', '--release', '8']
 */
export function compileJava(
  sources: Readonly<Record<string, string>>,
  flags: readonly string[] = ['-g'],
  jdk: Jdk = anyJdk(),
): Map<string, Uint8Array> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-javac-'));
  try {
    const files = Object.entries(sources).map(([name, text]) => {
      const file = join(directory, 'src', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    });
    const out = join(directory, 'out');
    execFileSync(join(jdk.home, 'bin', 'javac'), [...flags, '-d', out, ...files], {
      stdio: 'pipe',
      timeout: 60_000,
    });
    return readClassFiles(out);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Every class file under a directory, by internal name. */
export function readClassFiles(directory: string): Map<string, Uint8Array> {
  const classes = new Map<string, Uint8Array>();
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.class')) continue;
    classes.set(name.slice(0, -'.class'.length), new Uint8Array(readFileSync(join(directory, name))));
  }
  return classes;
}

/** What a Java program printed and how it ended. */
export interface JavaRun {
  readonly exitCode: number;
  readonly output: string;
}

/**
 * Runs a main class from class files under -Xverify:all.
 * @returns standard output and error together
 */
export function runJava(
  classes: ReadonlyMap<string, Uint8Array>,
  mainClass: string,
  jdk: Jdk = anyJdk(),
  flags: readonly string[] = [],
  args: readonly string[] = [],
): JavaRun {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-java-'));
  try {
    for (const [name, bytes] of classes) {
      const file = join(directory, `${name}.class`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    const java = join(jdk.home, 'bin', 'java');
    const result = spawnSync(java, ['-Xverify:all', '-cp', directory, ...flags, mainClass, ...args], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { exitCode: result.status ?? -1, output: result.stdout + result.stderr };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
