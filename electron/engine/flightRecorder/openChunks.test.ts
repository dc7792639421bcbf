import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { jfrRecording } from '../../../shared/importers/jfrRecording.ts';
import { jfrFile } from '../../../shared/testing/jfrFile.ts';
import { flushed, OpenChunks } from './openChunks.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sluice-chunks-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, bytes: Uint8Array): void => writeFileSync(join(folder, name), bytes);
function chunks(limitBytes = 1 << 20): OpenChunks {
  const place = { rootPrefix: '', euid: process.geteuid?.() ?? 0, egid: process.getegid?.() ?? 0 };
  return new OpenChunks(place, folder, limitBytes);
}
const threads = (bytes: Uint8Array | null): readonly string[] | null =>
  bytes && jfrRecording(bytes).threads.map(({ name }) => name);
/** The JVM has written more than its header tells. */
const growing = (file: Uint8Array): Uint8Array => Uint8Array.from([...file, 1, 2, 3]);

it('reads the chunk that was the newest at first, and those behind it, each as far as it is complete', () => {
  put('2026_01.jfr', jfrFile(['theirs: A.a']));
  put('2026_02.jfr', growing(jfrFile(['main: A.a'])));
  const open = chunks();
  expect(threads(open.read())).toEqual(['main']);
  expect(open.read()).toBe(null);
  put('2026_02.jfr', jfrFile(['main: A.a', 'w: B.b']));
  put('2026_03.jfr', growing(jfrFile(['x: C.c'])));
  expect(threads(open.read())).toEqual(['main', 'w', 'x']);
});

it('waits for a chunk that has no header yet, or whose header is being written', () => {
  const file = jfrFile(['main: A.a']);
  for (const [at, byte] of [[64, 255]] as const) {
    const changed = file.slice();
    changed[at] = byte;
    expect(flushed(changed)).toBe(null);
  }
  expect(flushed(file.subarray(0, 40))).toBe(null);
  expect(flushed(file.subarray(0, file.length - 1))).toBe(null);
  expect(flushed(file)).toEqual(file);
  const open = chunks();
  expect(open.read()).toBe(null);
  put('2026_01.jfr', file.subarray(0, 30));
  expect(open.read()).toBe(null);
  put('2026_01.jfr', file);
  expect(threads(open.read())).toEqual(['main']);
});

it('follows no more than it may read, and nothing where the repository is gone', () => {
  put('2026_01.jfr', jfrFile(['main: A.a']));
  expect(chunks(100).read()).toBe(null);
  const open = chunks();
  rmSync(folder, { recursive: true });
  expect(open.read()).toBe(null);
  folder = mkdtempSync(join(tmpdir(), 'sluice-chunks-'));
});
