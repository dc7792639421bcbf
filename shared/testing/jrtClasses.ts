import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ByteReader } from '../base/byteReader.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';

const DUMPER = join(import.meta.dirname, '../../e2e/targets/DumpJrt.java');

/**
 * Class files out of a JDK's own image.
 * @param folder     module and package: java.base/java/lang
 * @param classNames as Class.getName(); those that the JDK does not have are missing from the result
 */
export function jrtClasses(home: string, folder: string, classNames: ReadonlySet<string>): ClassModel[] {
  return dump(home, [folder])
    .filter(({ path }) => classNames.has(path.replace(/\.class$/, '').replaceAll('/', '.')))
    .map(({ bytes }) => readClass(new Uint8Array(bytes)));
}

/** All class files of a JDK's image. */
export function allJrtClasses(home: string): StoredClass[] {
  return dump(home, []);
}

export interface StoredClass {
  readonly module: string;
  /** a/b/C.class */
  readonly path: string;
  /** A view of one file of all classes. */
  readonly bytes: Uint8Array;
}

function dump(home: string, folders: readonly string[]): StoredClass[] {
  const scratch = mkdtempSync(join(tmpdir(), 'sluice-jrt-'));
  try {
    const file = join(scratch, 'jrt.bin');
    execFileSync(join(home, 'bin', 'java'), [DUMPER, file, ...folders]);
    const reader = new ByteReader(readFileSync(file), 'DumpJrt');
    const found: StoredClass[] = [];
    while (reader.remaining > 0) {
      found.push({ module: reader.utf('module'), path: reader.utf('path'), bytes: reader.blob('class') });
    }
    return found;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
