/** CI runs one of so many shares of the longer tests. */
export const SHARES = 3;

/**
 * Every third of some tests, beginning at one that the seed says: in neighbouring tests much is alike, so each share sees something
 * of every file, and takes about as long as another one. The shares of three seeds in a row are all tests, each once.
 * @param seed an integer
 */
export function shareOf(tests, seed) {
  return tests.filter((_, index) => index % SHARES === seed % SHARES);
}

/** @param text as the environment has it; undefined: the clock says it @returns null for what is no whole number from 0 on */
export function seedOf(text, nowMs = Date.now()) {
  if (text === undefined) return Math.floor(nowMs / 1000);
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Of the tests that `playwright test --list` prints, a line of each. */
export function listedTests(output) {
  return output.split('\n').filter((line) => /^\s+\[\w+\] › /.test(line));
}
