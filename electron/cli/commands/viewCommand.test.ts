import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { besideNames } from '../../../shared/ipc/pageAddress.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../../shared/testing/exampleSnapshot.ts';
import { pictureDump } from '../../../shared/testing/pictureDump.ts';
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

/** The window while `sluice view` serves it, and what was said. @param look at its address, and at the names in it */
async function viewed(
  files: readonly string[],
  look: (page: string, names: readonly string[]) => Promise<void>,
): Promise<readonly string[]> {
  let tell: (line: string) => void = () => {};
  const told = new Promise<string>((resolve) => (tell = resolve));
  const talk: string[] = [];
  const code = main(['view', ...files, '--no-open'], {
    data: async (piece) => {
      tell(String(piece));
      return true;
    },
    talk: (line) => void talk.push(line),
    progress: () => {},
    readLines: () => null,
  });
  const said = await Promise.race([told, code.then(() => talk.join('\n'))]);
  // Where stdout is a file, the address is in another one that only the user may read.
  const [, place] = /^The address of Sluice is in (\S+),/.exec(said) ?? [];
  const text = place === undefined ? said : readFileSync(place, 'utf8');
  const [, page, hash] = /(http:[^\s"]+\/)(#[^\s"]+)/.exec(text) ?? [];
  await look(page, besideNames(hash));
  process.emit('SIGINT');
  expect(await code).toBe(0);
  await expect(fetch(page)).rejects.toThrow();
  return talk;
}

const bytesOf = async (address: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(address)).arrayBuffer());

it('serves the window, which finds the file beside it, until it is asked to end', async () => {
  await viewed([file], async (page, names) => {
    expect(names).toEqual(['my shop.sluice']);
    expect(await (await fetch(page)).text()).toContain('<title>Sluice');
    expect(await bytesOf(`${page}open`)).toEqual(recording);
  });
});

it('serves many files, tells what is wrong with each of the others, and says which is which by their folders', async () => {
  const older = join(folder, 'older', 'my shop.sluice');
  const [none, note, dump] = ['none.jfr', 'note.txt', 'shop.hprof'].map((name) => join(folder, name));
  const before = encodeSnapshot(exampleSnapshot('main: 0>b 100<b'));
  mkdirSync(join(folder, 'older'));
  writeFileSync(older, before);
  writeFileSync(note, 'no recording');
  writeFileSync(dump, pictureDump('class com.acme.Shop -> a\n a:com.acme.A').bytes);
  const talk = await viewed([none, file, older, note, dump, file], async (page, names) => {
    expect(names).toEqual([`${basename(folder)} › my shop.sluice`, 'older › my shop.sluice', 'shop.hprof']);
    expect(await bytesOf(`${page}open`)).toEqual(recording);
    expect(await bytesOf(`${page}open2`)).toEqual(before);
    expect(await bytesOf(`${page}open3`)).toEqual(new Uint8Array(readFileSync(dump)));
    expect((await fetch(`${page}open4`)).status).toBe(404);
  });
  expect(talk.filter((line) => line.startsWith('sluice: '))).toEqual([
    expect.stringContaining('none.jfr could not be read: there is no such file or folder.') as unknown,
    expect.stringContaining('note.txt') as unknown,
  ]);
});

it('shows nothing where no file of several can be shown', async () => {
  const [one, other] = ['one.sluice', 'other.sluice'].map((name) => join(folder, name));
  const { code, err } = await sluice('view', one, other);
  expect(code).toBe(1);
  expect(err).toContain('one.sluice could not be read');
  expect(err).toContain('other.sluice could not be read');
  expect(err).toContain('None of the 2 files can be shown.');
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
