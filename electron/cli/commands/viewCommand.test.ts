import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../../shared/testing/exampleSnapshot.ts';
import { main } from '../main.ts';
import { sluice } from '../testing/commandLine.ts';

let folder = '';
let file = '';
const recording = encodeSnapshot(exampleSnapshot('main: 0>a 100<a'));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  file = join(folder, 'my shop.sluice');
  writeFileSync(file, recording);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('serves the window, which finds the file beside it, until it is asked to end', async () => {
  let tell: (line: string) => void = () => {};
  const told = new Promise<string>((resolve) => (tell = resolve));
  const code = main(['view', file, '--no-open'], {
    data: async (piece) => {
      tell(String(piece));
      return true;
    },
    talk: (line) => tell(line),
    progress: () => {},
    readLines: () => null,
  });
  const said = await told;
  // Where stdout is a file, the address is in another one that only the user may read.
  const [, place] = /^The address of Sluice is in (\S+),/.exec(said) ?? [];
  const text = place === undefined ? said : readFileSync(place, 'utf8');
  const [, page, name] = /(http:[^\s"]+\/)#open=([^\s"]+)/.exec(text) ?? [];
  expect(decodeURIComponent(name)).toBe('my shop.sluice');
  expect(await (await fetch(page)).text()).toContain('<title>Sluice');
  expect(new Uint8Array(await (await fetch(`${page}open`)).arrayBuffer())).toEqual(recording);
  process.emit('SIGINT');
  expect(await code).toBe(0);
  await expect(fetch(page)).rejects.toThrow();
});

it('says what is wrong with a file before anything is opened', async () => {
  writeFileSync(join(folder, 'note.txt'), 'no recording');
  expect(await sluice('view', join(folder, 'note.txt'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('note.txt') as unknown,
  });
  expect(await sluice('view', join(folder, 'none.sluice'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('there is no such file or folder') as unknown,
  });
});
