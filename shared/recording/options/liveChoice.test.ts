import { describe, expect, it } from 'vitest';
import { followed, parseLiveChoice } from './liveChoice.ts';

/** "app.A all, byte[] some". */
function picture(texts: readonly string[], ...made: readonly string[]): string {
  const choice = parseLiveChoice(texts);
  return made
    .map((name) => `${name} ${choice === null ? 'null' : String(followed(choice, name))}`)
    .join(', ');
}

describe('the choice of live objects', () => {
  it.each([
    [['512k'], 'app.A some, byte[] some'],
    [['app.**'], 'app.A all, byte[] null'],
    [['app.**', '64KiB'], 'app.A all, byte[] some'],
    [['1', '!app.**'], 'app.A null, byte[] some'],
    [['**', '!byte'], 'app.A all, byte[] null'],
    [[], 'app.A null, byte[] null'],
  ])('%j follows %s', (texts, expected) => {
    expect(picture(texts, 'app.A', 'byte[]')).toBe(expected);
  });

  it('follows class loaders whatever else is chosen, unless they are excluded', () => {
    expect(picture(['app.**'], 'java.net.URLClassLoader', 'a.MyClassLoader[]')).toBe(
      'java.net.URLClassLoader all, a.MyClassLoader[] null',
    );
    expect(picture(['512k', '!java.**'], 'java.net.URLClassLoader')).toBe('java.net.URLClassLoader null');
  });

  it('takes sizes in bytes, k and M', () => {
    const sizes = ['900', '900B', '512k', '512K', '4M', '1MiB'].map(
      (text) => parseLiveChoice([text])?.everyBytes,
    );
    expect(sizes).toEqual([900, 900, 524_288, 524_288, 4_194_304, 1_048_576]);
  });

  it.each([
    [['0'], '--live 0 is no size from 1 byte to 2 GiB, in B, k or M.'],
    [['9G'], '--live 9G is no size'],
    [['512k', '1M'], '--live 1M is a second size.'],
    [['!app.**'], '--live !app.** excludes classes, and names none.'],
    [['app.A::run'], '--live app.A::run names methods; objects are followed by their class.'],
    [['app..A'], 'Pattern "app..A": at character 5'],
  ])('refuses %j', (texts, expected) => {
    expect(() => parseLiveChoice(texts)).toThrow(expected);
  });
});
