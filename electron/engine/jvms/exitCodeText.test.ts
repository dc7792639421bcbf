import { expect, it } from 'vitest';
import { exitCodeOfSignal, exitCodeText } from './exitCodeText.ts';

it.each([
  [0, 'exit code 0'],
  [3, 'exit code 3'],
  [128, 'exit code 128'],
  [129, 'exit code 129, as one that SIGHUP ends'],
  [130, 'exit code 130, as one that SIGINT ends'],
  [134, 'exit code 134, as one that SIGABRT ends'],
  [137, 'exit code 137, as one that SIGKILL ends'],
  [143, 'exit code 143, as one that SIGTERM ends'],
  [255, 'exit code 255'],
])('tells of exit code %i what is known of the end', (code, text) => {
  expect(exitCodeText(code)).toBe(text);
});

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends with %i', (signal, code) => {
  expect(exitCodeOfSignal(signal)).toBe(code);
});
