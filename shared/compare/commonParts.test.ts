import { expect, it } from 'vitest';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { ROOT_CALLS_SET } from '../recording/sets/rootCallSets.ts';
import { withCommonParts } from './commonParts.ts';

const callsIn = (id: string, parts: Readonly<Record<string, number>>): DataSet => ({
  ...{ id, title: 'Root Calls', rows: Object.keys(parts).length, links: [] },
  texts: [{ id: 'part', title: 'Part', texts: Object.keys(parts) }],
  values: [
    {
      id: 'calls',
      title: 'Calls',
      unit: 'count',
      isExact: true,
      values: Float64Array.from(Object.values(parts)),
    },
  ],
});
const shown = ({ texts, values }: DataSet): string =>
  texts[0].texts.map((part, row) => `${part} ${values[0].values[row]}`).join(', ');

const A = { all: 9, '0 to 1 s': 4, '1 to 2 s': 5 };
const B = { all: 7, '0 to 2 s': 7 };

it('of root calls the parts are compared that both recordings have', () => {
  const [a, b] = withCommonParts(callsIn(ROOT_CALLS_SET, A), callsIn(ROOT_CALLS_SET, B));
  expect([a, b].map(shown)).toEqual(['all 9', 'all 7']);
  const [, same] = withCommonParts(
    callsIn(ROOT_CALLS_SET, A),
    callsIn(ROOT_CALLS_SET, { ...B, '1 to 2 s': 6 }),
  );
  expect(shown(same)).toBe('all 7, 1 to 2 s 6');
});

it('of other tables all rows are', () => {
  const [a] = withCommonParts(callsIn('locks', A), callsIn('locks', B));
  expect(shown(a)).toBe('all 9, 0 to 1 s 4, 1 to 2 s 5');
});
