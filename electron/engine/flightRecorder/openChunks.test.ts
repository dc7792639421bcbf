import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { LiveRecording, type ChunkPart } from '../../../shared/importers/liveRecording.ts';
import { jfrFile } from '../../../shared/testing/jfrFile.ts';
import { flushedBytes, OpenChunks } from './openChunks.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sluice-chunks-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, bytes: Uint8Array): void => writeFileSync(join(folder, name), bytes);
function chunks(limitBytes = 1 << 20): OpenChunks {
  const place = { rootPrefix: '', euid: process.geteuid?.() ?? 0, egid: process.getegid?.() ?? 0 };
  return ensure(OpenChunks.of(place, folder, limitBytes), 'the repository');
}
/** Of a recording of these parts alone. */
const threads = (parts: readonly ChunkPart[] | null): readonly string[] | null => {
  if (parts === null) return null;
  const live = new LiveRecording(() => false);
  live.add(parts.map((part, chunk) => ({ ...part, chunk })));
  return live.snapshot().threads.map(({ name }) => name);
};
/** The JVM has written more than its header tells. */
const growing = (file: Uint8Array): Uint8Array => Uint8Array.from([...file, 1, 2, 3]);

it('reads the chunk that was the newest at first, and then those behind it, each as far as it is complete', () => {
  put('2026_01.jfr', jfrFile(['theirs: A.a']));
  put('2026_02.jfr', growing(jfrFile(['main: A.a'])));
  const open = chunks();
  expect(threads(open.read())).toEqual(['main']);
  expect(open.read()).toBe(null);
  put('2026_02.jfr', jfrFile(['main: A.a']));
  put('2026_03.jfr', growing(jfrFile(['x: C.c'])));
  put('2026_04.jfr', jfrFile(['y: D.d']));
  expect(threads(open.read())).toEqual(['x']); // what comes behind an open one would have a gap before it
  put('2026_03.jfr', jfrFile(['x: C.c']));
  expect(threads(open.read())).toEqual(['y']);
});

it('reads of a chunk that has grown what is new, and its header', () => {
  const file = jfrFile(['main: A.a']);
  const longer = jfrFile(['main: A.a', 'w: B.b', 'x: C.c']);
  put('2026_01.jfr', growing(file));
  const open = chunks();
  expect(open.read()).toMatchObject([{ chunk: 0, at: 0, bytes: file }]);
  put('2026_01.jfr', longer);
  expect(open.read()).toEqual([
    { chunk: 0, at: file.length, header: longer.subarray(0, 68), bytes: longer.subarray(file.length) },
  ]);
});

it('waits for a chunk that has no header yet, or whose header is being written', () => {
  const file = jfrFile(['main: A.a']);
  for (const [at, byte] of [[64, 255]] as const) {
    const changed = file.slice();
    changed[at] = byte;
    expect(flushedBytes(changed, changed.length)).toBe(null);
  }
  expect(flushedBytes(file.subarray(0, 40), 40)).toBe(null);
  expect(flushedBytes(file, file.length - 1)).toBe(null);
  expect(flushedBytes(file, file.length + 3)).toBe(file.length);
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
