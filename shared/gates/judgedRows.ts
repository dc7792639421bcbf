import { ensure } from '../base/assert.ts';
import { UsageError } from '../base/errors.ts';
import type { ValueColumn, DataSet } from '../recording/dataSets/dataSet.ts';
import { namesRows } from '../recording/dataSets/stackColumns.ts';
import { formatChange } from '../naming/formatNumbers.ts';
import { isBeyond, limitOf, shownAs, splitGate, type GateFailure } from './gate.ts';

interface ComparedRows {
  readonly rows: DataSet;
  readonly whole: DataSet;
}

/**
 * What fails of two data sets that are compared, in the order of the gates: METRIC is one of their columns, and of each row whose
 * names have the subject it is judged by itself.
 *
 *     bytes:xml>0          each row with a name "xml"
 *     bytes:xml,app>0      each row with both
 *     bytes:*>0            each row
 *     bytes>0              all rows together
 *
 * @param compared of dataSetDiff: the rows, and those of which no other is a sum
 * @throws SluiceError 'usage' for a gate that can judge nothing
 */
export function judgeRows(compared: ComparedRows, gates: readonly string[]): readonly GateFailure[] {
  return gates.flatMap((gate) => judged(compared, gate));
}

function judged({ rows: compared, whole }: ComparedRows, gate: string): readonly GateFailure[] {
  const parts = splitGate(gate);
  const a = columnOf(compared, `${parts.metric}A`);
  const b = columnOf(compared, `${parts.metric}B`);
  if (a === undefined || b === undefined) {
    const names = compared.values.flatMap(({ id }) => (id.endsWith('A') ? [id.slice(0, -1)] : []));
    throw new UsageError(
      `The gate ${JSON.stringify(gate)}: ${JSON.stringify(parts.metric)} is no column of ${compared.id}.`,
      `Its columns are ${names.join(', ')}.`,
    );
  }
  const limit = limitOf(parts, a.unit, parts.metric);
  const show = shownAs(a.unit, false);
  const title = a.title.replace(/ A$/, '');
  const failures = (name: string, valueA: number, valueB: number): readonly GateFailure[] => {
    if (!isBeyond({ sign: parts.sign, limit }, { a: valueA, b: valueB, error: 0, isMean: false })) return [];
    const what = name === '' ? `${compared.title} as a whole` : `${compared.title}: ${name}`;
    const sentence = `${parts.text}: ${what}: ${title} ${show(valueA)} -> ${show(valueB)} (${formatChange(valueA, valueB)})`;
    return [{ gate: parts.text, method: '', row: name, a: valueA, b: valueB, error: 0, sentence }];
  };
  if (!a.isExact)
    throw new UsageError(
      `The gate ${JSON.stringify(gate)}: ${parts.metric} of ${compared.id} is not exact, and its error is not known.`,
      'Judge an exact column, or a metric of the call trees: leave --view out.',
    );
  if (parts.subject === null) {
    const sum = ({ values }: ValueColumn): number => values.reduce((all, value) => all + (value || 0), 0);
    const [allA, allB] = [a, b].map(({ id }) => ensure(columnOf(whole, id), `column ${id}`));
    return failures('', sum(allA), sum(allB));
  }
  const words = parts.subject === '*' ? [] : parts.subject.split(',').map((word) => word.trim());
  const rows = Array.from({ length: compared.rows }, (_, row) => row).filter((row) =>
    words.every((word) => compared.texts.some(({ texts }) => texts[row] === word)),
  );
  if (rows.length === 0)
    throw new UsageError(
      `The gate ${JSON.stringify(gate)}: no row of ${compared.id} has the name ${JSON.stringify(parts.subject)}.`,
      `See them with: sluice diff A B --view ${compared.id}`,
    );
  return rows.flatMap((row) => {
    const name = compared.texts
      .filter(namesRows)
      .map(({ texts }) => texts[row])
      .filter((text) => text !== '')
      .join(', ');
    return failures(name, a.values[row], b.values[row]);
  });
}

function columnOf({ values }: DataSet, id: string): ValueColumn | undefined {
  return values.find((column) => column.id === id);
}
