import { describe, expect, it } from 'vitest';
import { checkLicenses, isShippable, licenseViolations } from './licenses.mjs';

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['(MIT AND Zlib)', true],
    ['(MIT OR CC0-1.0)', true],
    ['WTFPL OR ISC', true],
    ['MPL-2.0', false],
    ['MIT AND GPL-3.0', false],
    ['', false],
    [undefined, false],
  ])('%s: may be shipped: %s', (license, may) => expect(isShippable(license)).toBe(may));

  it.each([
    [
      { license: 'GPL-3.0', dev: true },
      ['package-lock.json: x 1.0.0 is under GPL-3.0: take another package'],
    ],
    [{ dev: true }, ['package-lock.json: x 1.0.0 is under no licence that it names: take another package']],
    [{ license: 'MPL-2.0' }, ['package-lock.json: x 1.0.0 is under MPL-2.0, and Sluice ships']],
    [{ license: 'MIT', dev: true }, []],
  ])('%j in the lock', (entry, sentences) => {
    const found = licenseViolations({ '': {}, 'node_modules/x': { version: '1.0.0', ...entry } });
    expect(found).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)));
  });

  it('that are known build and test only, and never as what is shipped', () => {
    const locked = (entry) => ({ 'node_modules/a/node_modules/axe-core': { version: '1.0.0', ...entry } });
    expect(licenseViolations(locked({ license: 'MPL-2.0', dev: true }))).toEqual([]);
    expect(licenseViolations(locked({ license: 'MPL-2.0' }))).toHaveLength(1);
    expect(licenseViolations(locked({ license: 'WTFPL', dev: true }))).toHaveLength(1);
  });

  it('of this lock are all known', () => expect(checkLicenses()).toEqual([]));
});
