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
  const scratch = mkdtempSync(join(tmpdir(), 'sluice-jrt-'));
  try {
    const file = join(scratch, 'jrt.bin');
    execFileSync(join(home, 'bin', 'java'), [DUMPER, file, folder]);
    const reader = new ByteReader(readFileSync(file), 'DumpJrt');
    const found: ClassModel[] = [];
    while (reader.remaining > 0) {
      reader.utf('module');
      const path = reader.utf('path');
      const bytes = new Uint8Array(reader.blob('class'));
      if (classNames.has(path.replace(/\.class$/, '').replaceAll('/', '.'))) found.push(readClass(bytes));
    }
    return found;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
