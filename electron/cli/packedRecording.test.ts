import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jfrFile } from '../../shared/testing/jfrFile.ts';
import { sluice } from './testing/commandLine.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STACKS = Array.from({ length: 300 }, (_, i) => `main#1: A.run B.work${i % 7}`);

function written(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const report = (path: string): ReturnType<typeof sluice> =>
  sluice('report', path, '--view', 'hot', '--format', 'json');

it('reads a recording that is packed by gzip, of one part or of several, as the plain one', async () => {
  const plain = jfrFile(STACKS);
  const parts = Buffer.concat([gzipSync(plain.subarray(0, 999)), gzipSync(plain.subarray(999))]);
  const { out } = await report(written('a.jfr', plain));
  expect(out).toContain('work6');
  expect((await report(written('a.jfr.gz', gzipSync(plain)))).out).toBe(out);
  expect((await report(written('named.bin', parts))).out).toBe(out);
});

it.each([
  [
    'cut',
    () => gzipSync(jfrFile(STACKS)).subarray(0, -40),
    /The gzip file around the recording is damaged: it was cut/,
  ],
  [
    'made to harm',
    () => gzipSync(Buffer.concat([jfrFile(STACKS), Buffer.alloc(80 << 20)])),
    /unpacks to over \d+ MiB, the most for a file of its size/,
  ],
  [
    'of something else',
    () => gzipSync('a profile'),
    /it is a gzip file, such as pprof and Firefox profiles are/,
  ],
  ['no gzip behind its first bytes', () => Uint8Array.of(0x1f, 0x8b, 0, 1, 2), /it is a gzip file/],
])('refuses one that is %s in a sentence', async (name, make, sentence) => {
  const { code, err } = await report(written(`${name}.jfr.gz`, make()));
  expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
});
