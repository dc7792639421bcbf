import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptRecordings, MAX_KEPT_BYTES, MAX_SAVED, MAX_UNSAVED } from './keptRecordings.ts';

let parent = '';
let folder = '';
let kept: KeptRecordings;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sluice-kept-'));
  folder = join(parent, 'sluice', 'recent');
  kept = new KeptRecordings(folder);
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const factsOf = (name: string, fileBytes: number, isSaved = true) => ({
  ...{ name, fileBytes, mainClass: 'demo.Demo', startedAtMs: 1_700_000_000_000, roots: ['demo.Demo::a'] },
  isSaved,
});

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  for (const letter of text) yield await Promise.resolve(Buffer.from(letter));
}

/** Each in a millisecond of its own: that is the order of the list. */
async function keep(name: string, text = name, change = {}): Promise<string> {
  const id = kept.announce({ ...factsOf(name, text.length), ...change });
  for (const from = Date.now(); Date.now() === from;) await new Promise(setImmediate);
  await kept.write(id, inPieces(text));
  return id;
}

const names = async (): Promise<string> => (await kept.list()).map(({ name }) => name).join(' ');

describe('a copy', () => {
  it('is found by another engine, with what was told of it', async () => {
    const id = await keep('a', 'some bytes');
    const later = new KeptRecordings(folder);
    expect(await later.list()).toEqual([{ id, ...factsOf('a', 10), title: '', note: '' }]);
    expect(Buffer.from(await later.read(id)).toString()).toBe('some bytes');
  });

  it('that is read is the first in the list', async () => {
    const id = await keep('a');
    await keep('b');
    expect(await names()).toBe('b a');
    for (const from = Date.now(); Date.now() === from;) await new Promise(setImmediate);
    await kept.read(id);
    expect(await names()).toBe('a b');
    expect(await kept.list()).toContainEqual({ id, ...factsOf('a', 1), title: '', note: '' });
  });

  it('is for nobody but the user', async () => {
    await keep('a');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).map((file) => statSync(join(folder, file)).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
  });

  it.each(['cut', 'longer than was said'])(
    'that is not as long as announced leaves nothing: %s',
    async (text) => {
      const id = kept.announce(factsOf('a', 5));
      await expect(kept.write(id, inPieces(text))).rejects.toThrow('does not have the 5 bytes');
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('that is too large is refused before it comes', () => {
    expect(() => kept.announce(factsOf('big', MAX_KEPT_BYTES + 1))).toThrow(
      'big has 65 MiB: of recordings up to 64 MiB a copy is kept',
    );
  });

  it.each([
    ['no name', { name: 7 }],
    ['roots that are no texts', { roots: [7] }],
    ['no length', { fileBytes: 0.5 }],
    ['a mark that is none', { isSaved: 'no' }],
  ])('with %s is refused', (_, wrong) => {
    expect(() => kept.announce({ ...factsOf('a', 1), ...wrong } as never)).toThrow('not of the right types');
  });

  it('is read by its id alone, not by a path', async () => {
    const id = await keep('a');
    copyFileSync(join(folder, `${id}.sluice`), join(folder, '..', 'beside.sluice'));
    await expect(kept.read('../beside')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('that was not announced is refused; a name is never a path', async () => {
    await expect(kept.write('0'.repeat(32), inPieces('x'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(kept.read('../../etc/passwd')).rejects.toMatchObject({ code: 'not-found' });
    await keep('../../../out');
    expect(await names()).toBe('../../../out');
    expect(readdirSync(parent)).toEqual(['sluice']);
  });
});

describe('a name and a note', () => {
  const labels = async (of = kept): Promise<string> =>
    (await of.list()).map(({ name, title, note }) => `${name}: ${title}, ${note}`).join('; ');

  it('are found by another engine, and the place in the list stays', async () => {
    const id = await keep('a');
    await keep('b');
    await kept.label(id, { title: ' before the cache ', note: 'warm, 200 users' });
    expect(await labels(new KeptRecordings(folder))).toBe('b: , ; a: before the cache, warm, 200 users');
  });

  it('go on with the copy that takes the place of an unsaved one, and not with another recording', async () => {
    await kept.label(await keep('a', 'a', { isSaved: false }), { title: 'first', note: '' });
    await keep('a', 'saved');
    expect(await labels()).toBe('a: first, ');
    await keep('a', 'another', { startedAtMs: 1 });
    expect(await labels()).toBe('a: , ');
  });

  it.each([
    ['of 101 characters', { title: 'x'.repeat(101), note: '' }, 'The name of a recording has 101 characters'],
    ['of two lines', { title: '', note: 'a\nb' }, 'The note of a recording has a line break'],
    ['that is no text', { title: 7, note: '' }, 'The name of a recording has number'],
  ])('%s are refused, and what was there stays', async (_, label, message) => {
    const id = await keep('a');
    await expect(kept.label(id, label as never)).rejects.toThrow(message);
    expect(await labels()).toBe('a: , ');
  });

  it('of a copy that is gone are refused', async () => {
    const label = kept.label('0'.repeat(32), { title: 'a', note: '' });
    await expect(label).rejects.toMatchObject({ code: 'not-found' });
    await expect(kept.label('../beside', { title: 'a', note: '' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('the list', () => {
  it('is empty before anything is kept, and makes no folder', async () => {
    expect(await names()).toBe('');
    expect(readdirSync(parent)).toEqual([]);
  });

  it('has the last ones, the last first; the oldest go, and one of the same name', async () => {
    for (const name of 'abcdefgh') await keep(name);
    expect(await names()).toBe('h g f e d c');
    await keep('e', 'anew');
    expect(await names()).toBe('e h g f d c');
    expect(readdirSync(folder)).toHaveLength(2 * MAX_SAVED);
  });

  it('keeps what was not saved by itself: what is saved or opened never takes its place', async () => {
    for (const name of 'abcdefghijkl') await keep(name, name, { isSaved: false });
    for (const name of 'ABCDEFG') await keep(name);
    expect(await names()).toBe('G F E D C B l k j i h g f e d c');
    expect(await kept.list()).toHaveLength(MAX_SAVED + MAX_UNSAVED);
  });

  it('has one copy of a recording, and two of two that have one name, if one of them was not saved', async () => {
    const marks = async () =>
      (await kept.list()).map(
        ({ name, startedAtMs, isSaved }) => `${name}${startedAtMs}${isSaved ? '' : '?'}`,
      );
    await keep('a', 'x', { startedAtMs: 1, isSaved: false });
    await keep('a', 'y', { startedAtMs: 2, isSaved: false });
    expect(await marks()).toEqual(['a2?', 'a1?']);
    await keep('a', 'x', { startedAtMs: 1 });
    expect(await marks()).toEqual(['a1', 'a2?']);
    await keep('a', 'z', { startedAtMs: 3 });
    expect(await marks()).toEqual(['a3', 'a2?']);
  });

  it('takes a copy of an earlier Sluice, which kept what was saved, for saved', async () => {
    const path = join(folder, `${await keep('a')}.json`);
    const { isSaved, ...earlier } = JSON.parse(readFileSync(path, 'utf8')) as { isSaved: boolean };
    writeFileSync(path, JSON.stringify(earlier));
    expect(await kept.list()).toMatchObject([{ name: 'a', isSaved }]);
  });

  it('has no copy that was removed, and does not mind one that is gone', async () => {
    const id = await keep('a');
    await keep('b');
    await kept.forget(id);
    await kept.forget(id);
    await kept.forget('../b');
    expect(await names()).toBe('b');
    expect(readdirSync(folder)).toHaveLength(2);
    await expect(kept.read(id)).rejects.toThrow('There is no copy of this recording any more.');
  });

  it.each([
    ['a copy that is gone', (path: string) => unlinkSync(`${path}.sluice`)],
    ['a copy that was cut', (path: string) => truncateSync(`${path}.sluice`, 1)],
    ['facts that are none', (path: string) => writeFileSync(`${path}.json`, '[1')],
    ['facts of other types', (path: string) => writeFileSync(`${path}.json`, '{"name":7}')],
  ])('drops %s, with all that is there of it', async (_, damage) => {
    damage(join(folder, await keep('bad')));
    await keep('good');
    expect(await names()).toBe('good');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('takes away what a killed engine was writing, and nothing that another one writes', async () => {
    await keep('a');
    const [abandoned, present] = ['1', '2'].map((digit) => join(folder, `${digit.repeat(32)}.part`));
    for (const path of [abandoned, present]) writeFileSync(path, 'half');
    utimesSync(abandoned, 0, 0);
    await keep('b');
    expect(readdirSync(folder).filter((file) => file.endsWith('.part'))).toEqual([`${'2'.repeat(32)}.part`]);
  });
});
