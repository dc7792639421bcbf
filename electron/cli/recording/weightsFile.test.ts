import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { typedWeights } from './weightsFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-weights-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string | Uint8Array): string {
  const file = join(folder, 'weights');
  writeFileSync(file, content);
  return file;
}

it('each line has a name and a weight; what stands behind # is a comment', () => {
  const file = fileOf('# slow division\r\nidiv  20\n\n  invoke*=10 # all calls\n*= 2');
  expect(typedWeights(file)).toEqual(['idiv=20', 'invoke*=10', '*=2']);
});

it.each([
  ['idiv 20\nidivv 3', 'Line 2: The weight idivv=3'],
  ['idiv 20\n\nidiv 3', 'Line 3: The weight idiv=3 is not understood: idiv has a weight already: 20.'],
  ['idiv', 'Line 1: The weight idiv is not understood: one "="'],
  ['idiv 1 2', 'Line 1: The weight idiv=1=2'],
  ['# nothing\n', 'The file has no weights.'],
  ['#'.repeat(70_000), 'The file has 70000 bytes, and one of weights has at most 65536.'],
  [Uint8Array.of(0xff, 0xfe), 'The file is no text in UTF-8.'],
])('the file %j is refused: %s', (content, sentence) => {
  expect(() => typedWeights(fileOf(content))).toThrow(sentence);
});

it('a file that is not there, and a folder, are told', () => {
  expect(() => typedWeights(join(folder, 'none'))).toThrow('there is no such file or folder');
  expect(() => typedWeights(folder)).toThrow('it is a folder');
});
