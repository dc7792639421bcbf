import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A JDK of this machine. */
export interface Jdk {
  readonly home: string;
  /** 17, 25. */
  readonly major: number;
}

/** The JDKs under JAVA_HOME and /usr/lib/jvm that can compile, each once, oldest first. */
export function findJdks(): Jdk[] {
  const parent = '/usr/lib/jvm';
  const homes = existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [];
  if (process.env['JAVA_HOME'] !== undefined) homes.unshift(process.env['JAVA_HOME']);
  const found = new Map<string, Jdk>();
  for (const home of homes) {
    const release = join(home, 'release');
    if (!existsSync(join(home, 'bin', 'javac')) || !existsSync(release)) continue;
    const [, major] = /JAVA_VERSION="(\d+)/.exec(readFileSync(release, 'utf8')) ?? [];
    found.set(realpathSync(home), { home: realpathSync(home), major: Number(major) });
  }
  return [...found.values()].sort((a, b) => a.major - b.major);
}

/** The oldest JDK here. */
export function anyJdk(): Jdk {
  const [jdk] = findJdks();
  if (jdk === undefined) throw new Error('no JDK in JAVA_HOME or /usr/lib/jvm');
  return jdk;
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
