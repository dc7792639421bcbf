import { expect, it } from 'vitest';
import { encodeUtf8 } from '../../base/utf8.ts';
import { jsonFields } from './jsonFields.ts';

const nested = (levels: number): Uint8Array =>
  encodeUtf8(`{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);

it('reads as many levels of lists and objects as a recording may have, and none more', () => {
  expect(jsonFields(nested(16), 'header').has('a')).toBe(true);
  for (const levels of [17, 100_000])
    expect(() => jsonFields(nested(levels), 'header')).toThrow(
      /its header is nested more than 16 levels deep/,
    );
  expect(jsonFields(encodeUtf8('{"a":"[[[[[[[[[[[[[[[[[[[["}'), 'header').text('a')).toHaveLength(20);
});
