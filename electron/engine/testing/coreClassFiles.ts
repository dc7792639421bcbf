import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { anyJdk, compileJava, readClassFiles } from '../../../shared/testing/compileJava.ts';

/** JDK types that the programs of the tests extend or implement; with their supertypes. */
export const CORE_CLASSES = [
  'java.lang.Object',
  'java.lang.Enum',
  'java.lang.Runnable',
  'java.lang.Thread',
  'java.lang.ClassLoader',
  'java.lang.RuntimeException',
  'java.util.Comparator',
  'java.util.function.IntUnaryOperator',
  'java.util.HashMap',
];

export const CORE_PACKAGES = [
  'java.io',
  'java.lang',
  'java.lang.constant',
  'java.lang.invoke',
  'java.lang.reflect',
  'java.util',
  'java.util.function',
  'com.sun.tools',
  'jdk.internal.reflect',
  'sun.misc',
];

/** Of these a test says whether they are loaded: what makes objects without their constructors. */
export const ALLOCATORS = ['jdk.internal.reflect.ReflectionFactory', 'sun.misc.Unsafe'];

const DUMP = `
import java.io.*;
import java.nio.file.*;
public class Dump {
  public static void main(String[] args) throws Exception {
    for (int i = 1; i < args.length; i++) dump(Path.of(args[0]), Class.forName(args[i]));
  }
  static void dump(Path folder, Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    Path file = folder.resolve(name);
    if (Files.exists(file)) return;
    Files.createDirectories(file.getParent());
    try (InputStream in = type.getModule().getResourceAsStream(name)) { Files.write(file, in.readAllBytes()); }
    if (type.getSuperclass() != null) dump(folder, type.getSuperclass());
    for (Class<?> above : type.getInterfaces()) dump(folder, above);
  }
}`;

let coreFiles: ReadonlyMap<string, Uint8Array> | null = null;

/** Class files of CORE_CLASSES and their supertypes, by internal name. */
export function coreClassFiles(): ReadonlyMap<string, Uint8Array> {
  if (coreFiles !== null) return coreFiles;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-core-'));
  try {
    for (const [name, bytes] of compileJava({ 'Dump.java': DUMP })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, `${name}.class`), bytes);
    }
    const out = join(folder, 'out');
    execFileSync(
      join(anyJdk().home, 'bin', 'java'),
      ['-cp', folder, 'Dump', out, ...CORE_CLASSES, ...ALLOCATORS],
      {
        timeout: 60_000,
      },
    );
    coreFiles = readClassFiles(out);
    return coreFiles;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
