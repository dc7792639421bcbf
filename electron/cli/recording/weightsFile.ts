import { readFileSync, statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { SluiceError } from '../../../shared/base/errors.ts';
import { opcodeWeightsOf } from '../../../shared/classfile/opcodeWeights.ts';
import { fileFailure } from '../../../shared/base/fileFailure.ts';

/** A line for each of two hundred bytecodes, and as much again of comments. */
const MOST_BYTES = 64 * 1024;

/**
 * The weights of a file, as NAME=WEIGHT. It has one in each line; what stands behind # is a comment.
 *
 *     # of a core that divides slowly
 *     idiv    20
 *     invoke* 10
 *
 * @throws InvalidArgumentError that names the line
 */
export function typedWeights(path: string): readonly string[] {
  const texts: string[] = [];
  for (const [i, line] of textOf(path).split(/\r?\n/).entries()) {
    const words = line.replace(/#.*/, '').trim();
    if (words === '') continue;
    texts.push(words.replace(/\s*[\s=]\s*/g, '='));
    try {
      opcodeWeightsOf(texts);
    } catch (thrown) {
      if (!(thrown instanceof SluiceError)) throw thrown;
      throw new InvalidArgumentError(`Line ${i + 1}: ${thrown.message} ${thrown.remedy}`);
    }
  }
  if (texts.length === 0)
    throw new InvalidArgumentError('The file has no weights. Write a line for each: idiv 20');
  return texts;
}

function textOf(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES)
      throw new InvalidArgumentError(
        `The file has ${size} bytes, and one of weights has at most ${MOST_BYTES}.`,
      );
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (thrown) {
    if (thrown instanceof InvalidArgumentError) throw thrown;
    if (thrown instanceof TypeError) throw new InvalidArgumentError('The file is no text in UTF-8.');
    throw new InvalidArgumentError(fileFailure('It could not be read', thrown, '').message);
  }
}
