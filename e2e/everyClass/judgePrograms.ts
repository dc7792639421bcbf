import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteReader } from '../../shared/base/byteReader.ts';
import { ByteWriter } from '../../shared/base/byteWriter.ts';
import type { Jdk } from '../../shared/testing/compileJava.ts';

const TARGETS = 'e2e/targets';
const JVM_TIMEOUT_MS = 300_000;

/** A class file and where it is from. */
export interface StoredClass {
  /** java.base, guava-33.4.8-jre.jar */
  readonly container: string;
  /** java/lang/Object.class */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The Java programs that bring class files and judge them, compiled for one JDK. */
export class JudgePrograms {
  readonly jdk: Jdk;
  readonly #directory: string;
  readonly #classes: string;

  constructor(jdk: Jdk, directory: string) {
    this.jdk = jdk;
    this.#directory = directory;
    this.#classes = join(directory, 'programs');
    const stubSource = join(TARGETS, 'probeStub');
    this.#javac(
      ['--patch-module', `java.base=${stubSource}`, '-d', this.stub],
      ['probeStub/java/lang/ProbeStub.java'],
    );
    const sources = [
      'DumpJrt.java',
      'DumpJars.java',
      'VerifyAll.java',
      'probeStub/BalancedJavac.java',
      'probeStub/BalancedMain.java',
      'probeStub/HandedOut.java',
    ];
    this.#javac(['--patch-module', `java.base=${this.stub}`, '-d', this.#classes], sources);
  }

  /** Folder with the class files of the probes' stand-in, a class of java.base. */
  get stub(): string {
    return join(this.#directory, 'stub');
  }

  /** The classes that DumpJrt or DumpJars writes. */
  dump(program: 'DumpJrt' | 'DumpJars', args: readonly string[]): StoredClass[] {
    const file = join(this.#directory, `${program}.bin`);
    execFileSync(this.jdk.home + '/bin/java', ['-cp', this.#classes, program, file, ...args]);
    const classes = readDump(file);
    rmSync(file);
    return classes;
  }

  /** @param classPath besides the programs' own. @returns standard output and error together */
  run(
    program: string,
    flags: readonly string[],
    classPath: readonly string[],
    args: readonly string[],
  ): string {
    const path = [this.#classes, ...classPath].join(':');
    const result = spawnSync(
      join(this.jdk.home, 'bin', 'java'),
      ['-Xverify:all', ...flags, '-cp', path, program, ...args],
      { encoding: 'utf8', timeout: JVM_TIMEOUT_MS, maxBuffer: 1 << 28 },
    );
    return `${result.stdout}${result.stderr}`;
  }

  #javac(flags: readonly string[], sources: readonly string[]): void {
    const files = sources.map((source) => join(TARGETS, source));
    execFileSync(join(this.jdk.home, 'bin', 'javac'), [...flags, ...files]);
  }
}

/** Reads what DumpJrt writes. */
export function readDump(file: string): StoredClass[] {
  const reader = new ByteReader(readFileSync(file), file);
  const classes: StoredClass[] = [];
  while (reader.remaining > 0) {
    classes.push({
      container: reader.utf('container'),
      path: reader.utf('path'),
      bytes: reader.blob('class'),
    });
  }
  return classes;
}

/** Writes what readDump reads. */
export function writeDump(file: string, classes: readonly StoredClass[]): void {
  const writer = new ByteWriter(1 << 20);
  for (const { container, path, bytes } of classes) writer.utf(container).utf(path).blob(bytes);
  writeFileSync(file, writer.written());
}
