import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { compileJava, removeFolder } from '../testing/javaFixture.ts';
import { Decompiler, VINEFLOWER } from './decompiler.ts';

/** What somebody has put in the place of the decompiler: it tells that it ran. */
const FOREIGN = `
public class Foreign {
  public static void main(String[] args) throws Exception {
    java.nio.file.Files.createFile(java.nio.file.Path.of(Foreign.class.getProtectionDomain().getCodeSource().getLocation().toURI()).resolveSibling("ran"));
  }
}`;

let folder = '';
let classes = '';
beforeAll(() => {
  classes = compileJava('Foreign', FOREIGN);
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
});
afterAll(() => {
  removeFolder(classes);
  removeFolder(folder);
});

async function writeForeignJar(path: string): Promise<void> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('Manifest-Version: 1.0\r\nMain-Class: Foreign\r\n'), 'META-INF/MANIFEST.MF');
  zip.addBuffer(readFileSync(join(classes, 'Foreign.class')), 'Foreign.class');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

const CLASS = (): ReadonlyMap<string, Uint8Array> =>
  new Map([['Foreign', readFileSync(join(classes, 'Foreign.class'))]]);

it('does not run what lies in its place with another SHA-256', async () => {
  const place = join(folder, 'planted');
  mkdirSync(place, { mode: 0o700 });
  const jar = join(place, `vineflower-${VINEFLOWER.version}.jar`);
  await writeForeignJar(jar);
  await expect(new Decompiler(place).decompile(CLASS())).rejects.toThrow(
    /is not Vineflower .*: its SHA-256 is [0-9a-f]{64}, and should be [0-9a-f]{64}/,
  );
  expect(readdirSync(place)).toEqual([`vineflower-${VINEFLOWER.version}.jar`]);
});

it('runs each time only what it has checked: a file that is changed later is refused', async () => {
  const place = join(folder, 'changed');
  mkdirSync(place, { mode: 0o700 });
  const jar = join(place, `vineflower-${VINEFLOWER.version}.jar`);
  const decompiler = new Decompiler(place);
  for (const write of [() => writeForeignJar(jar), () => Promise.resolve(writeFileSync(jar, ''))]) {
    await write();
    await expect(decompiler.decompile(CLASS())).rejects.toThrow(/is not Vineflower/);
    expect(existsSync(join(place, 'ran'))).toBe(false);
  }
});

it.each([
  ['other bytes', 200, /SHA-256 [0-9a-f]{64} and 5 bytes, not/],
  ['an error', 404, /it answers 404/],
])('keeps nothing of %s that it is sent', async (_, status, message) => {
  const place = join(folder, String(status));
  const decompiler = new Decompiler(place, () => Promise.resolve(new Response('other', { status })));
  await expect(decompiler.provide()).rejects.toThrow(message);
  expect(decompiler.facts.isHere).toBe(false);
  expect(existsSync(place) ? readdirSync(place) : []).toEqual([]);
});
