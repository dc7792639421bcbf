import { expect, it } from 'vitest';
import { decodeBase64 } from './base64.ts';

it('reads what Node writes, of any length', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 41 + length) & 255);
    expect(decodeBase64(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
  }
});
