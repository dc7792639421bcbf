import { expect, it } from 'vitest';
import type { DataSet, ValueColumn } from '../recording/dataSets/dataSet.ts';
import { judgeRows } from './judgedRows.ts';

/** Of two recordings: xml of app 10 -> 12, xml of srv 10 -> 8. */
function compared(isExact: boolean): DataSet {
  const column = (side: 'A' | 'B', ...values: number[]): ValueColumn => ({
    ...{ id: `bytes${side}`, title: `Bytes ${side}`, unit: 'bytes', isExact },
    values: Float64Array.from(values),
  });
  return {
    ...{ id: 'accounts', title: 'Accounts', rows: 2, links: [] },
    texts: [
      { id: 'account', title: 'Account', texts: ['xml', 'xml'] },
      { id: 'principal', title: 'Principal', texts: ['app', 'srv'] },
    ],
    values: [column('A', 10, 10), column('B', 12, 8)],
  };
}

const rowsFailing = (gate: string, isExact = true): (string | undefined)[] =>
  judgeRows({ rows: compared(isExact), whole: compared(isExact) }, [gate]).map(({ row }) => row);

it('each row that has all the names is judged by itself, and all together by the sum', () => {
  expect(rowsFailing('bytes:xml>0')).toEqual(['xml, app']);
  expect(rowsFailing('bytes:xml<0')).toEqual(['xml, srv']);
  expect(rowsFailing('bytes:xml,srv>0')).toEqual([]);
  expect(rowsFailing('bytes:*>0')).toEqual(['xml, app']);
  expect(rowsFailing('bytes>0')).toEqual([]);
  expect(rowsFailing('bytes:xml>20%')).toEqual([]);
  expect(rowsFailing('bytes:xml>19%')).toEqual(['xml, app']);
});

it('a column that is not exact is not judged: nobody knows its error', () => {
  for (const gate of ['bytes>0', 'bytes:xml>0', 'bytes:*>5%', 'bytes:*<1000000'])
    expect(() => rowsFailing(gate, false)).toThrow(
      /bytes of accounts is not exact, and its error is not known/,
    );
});

it('a gate of no column or of no row is refused', () => {
  expect(() => rowsFailing('objects>0')).toThrow(/"objects" is no column of accounts/);
  expect(() => rowsFailing('bytes:xml,none>0')).toThrow(/no row of accounts has the name/);
});
