import { expect, it } from 'vitest';
import { classHistogramSet } from '../../../shared/recording/sets/classHistogram.ts';
import { countsIn } from './classHistogram.ts';

it('reads arrays, hidden classes, modules and names of unusual characters', () => {
  const list = [
    ' num     #instances         #bytes  class name (module)',
    '-------------------------------------------------------',
    '   1:            30            900  [[I (java.base@17.0.15)',
    '   2:            20            800  [Ljava.lang.String; (java.base@17.0.15)',
    '   3:             2             32  a.B$$Lambda/0x00007f1c04001000',
    '   4:             1             24  a.odd (name) of',
    'two lines',
    '   5:             1             16  a.Last',
    'Total            54           1772',
    '',
  ].join('\n');
  const { texts, values } = classHistogramSet(countsIn(list), true);
  expect(texts.map((column) => column.texts)).toEqual([
    [
      'int[][]',
      'java.lang.String[]',
      'a.B$$Lambda/0x00007f1c04001000',
      'a.odd (name) of\ntwo lines',
      'a.Last',
    ],
    ['java.base', 'java.base', '', '', ''],
  ]);
  expect(values.map(({ id, values: numbers }) => [id, ...numbers])).toEqual([
    ['liveObjects', 30, 20, 2, 1, 1],
    ['liveBytes', 900, 800, 32, 24, 16],
  ]);
});
