import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { RequestGuard } from './requestGuard.ts';

const TOKEN = 'a3'.repeat(32);
const guard = new RequestGuard(TOKEN);

function isAdmitted(token: string): boolean {
  const request = { method: 'GET', url: `/${token}/`, headersDistinct: { host: ['127.0.0.1:4711'] } };
  return guard.admit(request).ok;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The first of the numbers, taken as a token, whose hash is like the token's there. */
function guessLike(bytes: readonly number[]): string {
  const wanted = hashOf(TOKEN);
  for (let guess = 0; ; guess++) {
    const hash = hashOf(String(guess));
    if (bytes.every((at) => hash[at] === wanted[at])) return String(guess);
  }
}

it('the token is admitted', () => expect(isAdmitted(TOKEN)).toBe(true));

it('a guess is not, whichever byte of its hash is right', () => {
  for (let at = 0; at < 32; at++) expect(isAdmitted(guessLike([at])), `byte ${at}`).toBe(false);
});

it.each([[[0, 1]], [[30, 31]]])('a guess is not whose hash is right in the bytes %s', (bytes) => {
  expect(isAdmitted(guessLike(bytes))).toBe(false);
});
