import { expect, it } from 'vitest';
import { besideHash, besideNames, besidePath } from './besideFiles.ts';

it('names files in the address of the page, whatever is in their names', () => {
  const names = ['my shop.sluice', 'a/b&c=#d%.jfr', 'größe.hprof'];
  const hash = besideHash(names);
  expect(hash).toBe('#open=my%20shop.sluice/a%2Fb%26c%3D%23d%25.jfr/gr%C3%B6%C3%9Fe.hprof');
  expect(besideNames(hash)).toEqual(names);
});

it('finds no files in another address, and takes a name that is not encoded as it is', () => {
  expect(besideNames('')).toEqual([]);
  expect(besideNames('#demo')).toEqual([]);
  expect(besideNames('#open=100%.sluice')).toEqual(['100%.sluice']);
});

it('gives each file an address of its own', () => {
  expect([0, 1, 2].map(besidePath)).toEqual(['open', 'open2', 'open3']);
});
