import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { ADDED_OPTION } from '../../shared/testing/addedOption.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { sluice } from './testing/commandLine.ts';

/** One line: the entry in the table. Form, request, log: shared/recording/options/options.test.ts. The window: e2e/window/added.spec.ts. */
vi.mock(import('../../shared/recording/options/options.ts'), async (original) => {
  const { OPTIONS } = await original();
  const { ADDED_OPTION } = await import('../../shared/testing/addedOption.ts');
  return { OPTIONS: { ...OPTIONS, fakeNoise: ADDED_OPTION } };
});

const example = exampleSnapshot('main: 0>A 10>B 20<B 45<A');
let folder = '';
const files = { loud: '', silent: '', before: '' };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  const written = (name: string, snapshot: Snapshot): string => {
    const path = join(folder, `${name}.sluice`);
    writeFileSync(path, encodeSnapshot(snapshot));
    return path;
  };
  files.loud = written('loud', { ...example, fakeNoise: true } as Snapshot);
  files.silent = written('silent', { ...example, fakeNoise: false } as Snapshot);
  files.before = written('before', { ...example, fakeNoise: undefined } as Snapshot);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['record', 'launch', 'preview'])('an option that is added is in the help of %s', async (command) => {
  const { out } = await sluice(command, '--help');
  expect(out.replace(/\s+/g, ' ')).toContain(`--fake-noise ${ADDED_OPTION.help}`);
});

it('is told by reports in text and JSON, and not where it is as at first', async () => {
  expect((await sluice('report', files.loud)).out).toContain('Fake noise: loud');
  expect((await sluice('report', files.silent)).out).not.toContain('Fake noise');
  const { out } = await sluice('report', files.loud, '--format', 'json');
  expect(JSON.parse(out)).toMatchObject({ fakeNoise: true });
});

it('is told by a comparison, in text and JSON, of a file from before it too', async () => {
  const remark = 'They were recorded with other fake noises: A silent; B loud.';
  expect((await sluice('diff', files.silent, files.loud)).out).toContain(remark);
  const { out } = await sluice('diff', files.silent, files.loud, '--format', 'json');
  expect((JSON.parse(out) as { readonly remarks: readonly string[] }).remarks).toContain(remark);
  expect((await sluice('diff', files.before, files.loud)).out).toContain('A not known which; B loud.');
});

it('is in an HTML export and in what formats with room for text say', async () => {
  const page = join(folder, 'loud.html');
  expect(await sluice('convert', files.loud, '-o', page)).toMatchObject({ code: 0 });
  const held = /<script[^>]*id="recording"[^>]*>([^<]*)</.exec(readFileSync(page, 'utf8'));
  expect(decodeSnapshot(gunzipSync(Buffer.from(held?.[1].trim() ?? '', 'base64')))).toHaveProperty(
    'fakeNoise',
    true,
  );
  expect((await sluice('convert', files.loud, '--format', 'hprof')).out).toContain('Fake noise: loud');
});
