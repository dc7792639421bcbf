import { expect, it } from 'vitest';
import { besideNames, besidePath, hostIn, pageHash } from './pageAddress.ts';

it('names files in the address of the page, whatever is in their names', () => {
  const names = ['my shop.sluice', 'a/b&c=#d%.jfr', 'größe.hprof'];
  const hash = pageHash(names);
  expect(hash).toBe('#open=my%20shop.sluice/a%2Fb%26c%3D%23d%25.jfr/gr%C3%B6%C3%9Fe.hprof');
  expect(besideNames(hash)).toEqual(names);
  expect(hostIn(hash)).toBe('');
});

it('names where the engine runs, alone and beside files', () => {
  const host = 'exec:ssh -J a b sh #1&on=x';
  for (const names of [[], ['a.sluice', 'b&on=c.jfr']]) {
    const hash = pageHash(names, host);
    expect([besideNames(hash), hostIn(hash)]).toEqual([names, host]);
  }
  expect(pageHash([])).toBe('');
});

it('finds neither in another address, and takes a name that is not encoded as it is', () => {
  for (const hash of ['', '#', '#demo', '#on', 'open=a'])
    expect([besideNames(hash), hostIn(hash)]).toEqual([[], '']);
  expect(besideNames('#open=100%.sluice')).toEqual(['100%.sluice']);
  expect(hostIn('#on=100%')).toBe('100%');
});

it('gives each file an address of its own', () => {
  expect([0, 1, 2].map(besidePath)).toEqual(['open', 'open2', 'open3']);
});
