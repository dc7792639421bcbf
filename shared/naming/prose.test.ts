import { expect, test } from 'vitest';
import { asSentence, capitalized, plainText } from './prose.ts';

test('code within a sentence stands without its marks where there is one font only', () => {
  expect(plainText('Start it by `sluice launch`, or with `-X`.')).toBe(
    'Start it by sluice launch, or with -X.',
  );
  expect(plainText('a lone ` stays')).toBe('a lone ` stays');
});

test('what is happening becomes a sentence of its own', () => {
  expect(asSentence('detached; all classes are as they were')).toBe(
    'Detached; all classes are as they were.',
  );
  expect(asSentence('Stop it first.')).toBe('Stop it first.');
  expect(asSentence('')).toBe('');
  expect(capitalized('recording; instrumented: 1 method')).toBe('Recording; instrumented: 1 method');
});
