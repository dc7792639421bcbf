import { UsageError, type SluiceError } from '../base/errors.ts';
import { toldText } from '../base/toldText.ts';
import { OP, OPCODE_NAMES } from './opcodes.ts';

/** Opcode -> what each execution of it counts, 0 to MOST_WEIGHT. */
export type OpcodeWeights = Uint8Array;

/** A counted method tells what it executes in 13 bits, and has 24 bytes of code at most (trivialMethod.ts). */
export const MOST_WEIGHT = 255;

/** Each execution is one. */
export const EACH_ONE: OpcodeWeights = new Uint8Array(256).fill(1);

const REMEDY =
  'Write NAME=WEIGHT with a name of the JVM specification, section 6.5: idiv=20. Many at once: invoke*=10, *=2.';
const NAME = /^[a-z0-9_*]+$/;

/** No instructions of their own: what is widened has its own weight. */
const NO_INSTRUCTIONS: readonly number[] = [OP.wide];

/**
 * Of texts NAME=WEIGHT. In a name * stands for any characters; of names that match, the one that says more wins, and of those that say as
 * much the first one. What no name matches counts 1.
 *
 *     *=2  invoke*=10  invokespecial=4       iadd 2, invokestatic 10, invokespecial 4
 *
 * @returns null where there are no texts
 * @throws SluiceError 'usage' that says what is not understood
 */
export function opcodeWeightsOf(texts: readonly string[]): OpcodeWeights | null {
  if (texts.length === 0) return null;
  const given = new Map<string, number>();
  for (const text of texts) {
    const [name, weight] = parseWeight(text);
    if (given.has(name)) throw badWeight(text, `${name} has a weight already: ${given.get(name)}`);
    given.set(name, weight);
  }
  const weights = EACH_ONE.slice();
  const saidBy = (name: string): number => name.replaceAll('*', '').length;
  const leastFirst = [...given].reverse().sort(([a], [b]) => saidBy(a) - saidBy(b));
  for (const [name, weight] of leastFirst) for (const opcode of opcodesNamed(name)) weights[opcode] = weight;
  return weights;
}

function parseWeight(text: string): readonly [name: string, weight: number] {
  const [name, number, ...more] = text.split('=').map((part) => part.trim());
  if (number === undefined || more.length > 0)
    throw badWeight(text, 'one "=" is needed, between name and weight');
  if (!NAME.test(name) || opcodesNamed(name).length === 0)
    throw badWeight(text, `${toldText(name)} names no bytecode`);
  if (!/^\d{1,9}$/.test(number) || Number(number) > MOST_WEIGHT)
    throw badWeight(
      text,
      `its weight is ${toldText(number)}, and a whole number from 0 to ${MOST_WEIGHT} is needed`,
    );
  return [name, Number(number)];
}

function badWeight(text: string, found: string): SluiceError {
  return new UsageError(`The weight ${toldText(text)} is not understood: ${found}.`, REMEDY);
}

function opcodesNamed(name: string): number[] {
  const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`);
  return OPCODE_NAMES.flatMap((known, opcode) =>
    pattern.test(known) && !NO_INSTRUCTIONS.includes(opcode) ? [opcode] : [],
  );
}
