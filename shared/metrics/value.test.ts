import { expect, it } from 'vitest';
import { SEPARATOR } from '../naming/formatNumbers.ts';
import { parseValue, valuesOf, valueText, valueTitle } from './value.ts';

const column = (...self: number[]) => ({ self: Float64Array.from(self), total: Float64Array.from(self) });
const rows = {
  calls: Float64Array.of(1, 1),
  selfNs: new Float64Array(2),
  totalNs: new Float64Array(2),
  errorNs: new Float64Array(2),
  metrics: new Map([
    ['objects', column(3, 0)],
    ['elements', column(12, 0)],
    ['bytecodes', column(400, 9)],
  ]),
};

it('allocation density is told as objects per 1,000 bytecodes', () => {
  const density = parseValue('objects/bytecodes');
  expect(valueTitle(density)).toBe('Self Objects / Self Bytecodes');
  expect(Array.from(valuesOf(density, rows), (value) => valueText(density, value))).toEqual([
    `7.500/1${SEPARATOR}000`,
    `0.000/1${SEPARATOR}000`,
  ]);
});

it('the mean length of arrays is their elements per object; of nothing made it is 0', () => {
  const length = parseValue('elements/objects');
  expect(Array.from(valuesOf(length, rows), (value) => valueText(length, value))).toEqual(['4.000', '0.000']);
});
