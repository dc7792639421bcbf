import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyJdk, readClassFiles } from './compileJava.ts';
import { StoredZip } from './storedZip.ts';

test("the JDK's jar tool takes out what was put in", () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-zip-'));
  try {
    const contents = new Map([
      ['A', new Uint8Array([1, 2, 3])],
      ['empty/Ä', new Uint8Array(0)],
      ['long/B', new Uint8Array(70_000).fill(7)],
    ]);
    const zip = new StoredZip();
    for (const [name, bytes] of contents) zip.add(`${name}.class`, bytes);
    const jar = join(folder, 'some.jar');
    writeFileSync(jar, zip.toBytes());
    execFileSync(join(anyJdk().home, 'bin', 'jar'), ['--extract', '--file', jar], { cwd: folder });
    expect(readClassFiles(folder)).toEqual(contents);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
