import { expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

it('any bit that differs makes another fingerprint, and so does the length', () => {
  const bytes = Uint8Array.from({ length: 403 }, (_, i) => (i * 37) & 0xff);
  const seen = new Set([fingerprintOf(bytes)]);
  let tried = 1;
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 1; bit < 256; bit *= 2) {
      bytes[at] ^= bit;
      seen.add(fingerprintOf(bytes));
      bytes[at] ^= bit;
      tried++;
    }
    seen.add(fingerprintOf(bytes.subarray(0, at)));
    tried++;
  }
  expect(seen.size).toBe(tried);
});

it('the same bytes have the same one, wherever they lie', () => {
  const bytes = Uint8Array.from({ length: 50 }, (_, i) => i);
  const shifted = Uint8Array.of(9, ...bytes).subarray(1);
  expect(fingerprintOf(shifted)).toBe(fingerprintOf(bytes));
});
