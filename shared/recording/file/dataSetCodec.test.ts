import { expect, it } from 'vitest';
import { EXAMPLE_SET } from '../../testing/exampleDataSet.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { decodeDataSet, encodeDataSet } from './dataSetCodec.ts';

function changed(changes: Partial<DataSet>): Uint8Array {
  return encodeDataSet({ ...EXAMPLE_SET, ...changes });
}

it('reads what it has written', () => {
  expect(decodeDataSet(encodeDataSet(EXAMPLE_SET))).toEqual(EXAMPLE_SET);
});

it('may have values that are not known', () => {
  const unknown = { ...EXAMPLE_SET.values[0], values: Float64Array.of(1, NaN, 2) };
  const set = { ...EXAMPLE_SET, values: [unknown] };
  expect(decodeDataSet(encodeDataSet(set))).toEqual(set);
});

it('is left to a newer Sluice where a unit is not known', () => {
  const furlongs = { ...EXAMPLE_SET.values[0], unit: 'furlongs' as 'ns' };
  expect(decodeDataSet(changed({ values: [EXAMPLE_SET.values[1], furlongs] }))).toBeNull();
});

it('may have no rows', () => {
  const empty: DataSet = { ...EXAMPLE_SET, rows: 0, texts: [], links: [], values: [] };
  const one = { ...empty, texts: [{ id: 'class', title: 'Class', texts: [] }] };
  expect(decodeDataSet(encodeDataSet(one))).toEqual(one);
});

it('writes each text once, however often it stands in a column', () => {
  const texts = (rows: number): DataSet => ({
    ...{ id: 'classes', title: 'Classes', rows, links: [], values: [] },
    texts: [
      { id: 'class', title: 'Class', texts: Array<string>(rows).fill('com.acme.VeryLongNameOfAClass') },
    ],
  });
  expect(encodeDataSet(texts(1_001)).length - encodeDataSet(texts(1)).length).toBeLessThan(1_010);
});

it.each([
  ['an id that nobody can type', { id: 'Locks & more' }, 'data set.id is "Locks & more"'],
  ['no columns', { texts: [], links: [], values: [] }, 'the data set locks has 3 rows of 0 columns'],
  ['more rows than bytes', { rows: 1e6, texts: [], links: [], values: [] }, '1000000 rows of 0 columns'],
  ['two columns of one id', { texts: [EXAMPLE_SET.texts[0], EXAMPLE_SET.texts[0]] }, 'has two columns class'],
  [
    'a value that is none',
    { values: [{ ...EXAMPLE_SET.values[0], values: Float64Array.of(1, Infinity, 2) }] },
    'blocks of row 1 of a data set is Infinity',
  ],
])('is refused with %s', (_, changes, sentence) => {
  expect(() => decodeDataSet(changed(changes))).toThrow(sentence);
});

it('is refused wherever it was cut, and when something follows it', () => {
  const bytes = encodeDataSet(EXAMPLE_SET);
  for (let length = 0; length < bytes.length; length++)
    expect(() => decodeDataSet(bytes.subarray(0, length))).toThrow('The recording is damaged');
  expect(() => decodeDataSet(Uint8Array.from([...bytes, 0]))).toThrow('1 bytes follow its columns');
});

it('takes no memory for rows that a head of a few bytes announces', () => {
  const bytes = encodeDataSet(EXAMPLE_SET);
  const text = Buffer.from(bytes).toString('latin1').replace('"rows":3', '"rows":9');
  expect(() => decodeDataSet(Uint8Array.from(Buffer.from(text, 'latin1')))).toThrow(
    'The recording is damaged',
  );
});
