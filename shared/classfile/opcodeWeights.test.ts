import { expect, it } from 'vitest';
import { SluiceError } from '../base/errors.ts';
import { OP } from './opcodes.ts';
import { opcodeWeightsOf } from './opcodeWeights.ts';

it('of names that match, the one that says more wins; what none matches counts 1', () => {
  const weights = opcodeWeightsOf(['invoke*=10', 'invokespecial=4', '*load_0=0', 'a*=7']);
  const of = (...opcodes: number[]): number[] => opcodes.map((opcode) => weights?.[opcode] ?? -1);
  expect(of(OP.invokestatic, OP.invokespecial, OP.invokedynamic)).toEqual([10, 4, 10]);
  expect(of(OP.iload_0, OP.aload_0, OP.aload_1)).toEqual([0, 0, 7]);
  expect(of(OP.iadd, OP.iinc)).toEqual([1, 1]);
});

it('of names that say as much, the first one wins', () => {
  expect(opcodeWeightsOf(['i*=3', '*d=5'])?.[OP.iadd]).toBe(3);
});

it('without texts nothing is weighed', () => {
  expect(opcodeWeightsOf([])).toBeNull();
});

it.each([
  ['idiv', 'one "=" is needed'],
  ['idiv=1=2', 'one "=" is needed'],
  ['idivv=3', 'idivv names no bytecode'],
  ['wide=3', 'wide names no bytecode'],
  ['(.*)=3', '(.*) names no bytecode'],
  ['idiv=-1', 'its weight is -1, and a whole number from 0 to 255 is needed'],
  ['idiv=1.5', 'its weight is 1.5'],
  ['idiv=256', 'its weight is 256'],
  ['idiv=', 'its weight is ,'],
])('%s is refused: %s', (text, found) => {
  expect(() => opcodeWeightsOf([text])).toThrow(SluiceError);
  expect(() => opcodeWeightsOf([text])).toThrow(found);
});

it('a name with two weights is refused', () => {
  expect(() => opcodeWeightsOf(['idiv=1', 'idiv=2'])).toThrow('idiv has a weight already: 1');
});
