import { expect, it } from 'vitest';
import { endText } from './exitCode.ts';

it.each([
  [0, null],
  [3, 'the program ended with exit code 3'],
  [128, 'the program ended with exit code 128'],
  [134, 'the program ended with exit code 134, as one that SIGABRT ends'],
  [137, 'the program ended with exit code 137, as one that SIGKILL ends'],
  [255, 'the program ended with exit code 255'],
])('tells of exit code %i what is known of the end', (code, text) => {
  expect(endText(code)).toBe(text);
});
