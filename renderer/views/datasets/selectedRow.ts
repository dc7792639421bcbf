import { useMemo, useState } from 'react';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { textsNamed } from '../../../shared/recording/dataSets/dataSetParts.ts';
import { STACK } from '../../../shared/recording/dataSets/stackColumns.ts';

interface ChosenRow {
  readonly set: DataSet;
  readonly row: number;
}

/** Of threads: what they do, and where, is another one each time. */
const OF_THREAD = ['dump', 'thread'];
/** Of threads of one stack: they come and go. */
const OF_STACK = ['dump', 'state', 'waitsFor', 'heldBy', STACK];

/** The selected row and how another one is: a set that is made anew, with more rows or fewer, keeps it while it has it. -1: none is. */
export function useSelectedRow(set: DataSet): readonly [number, (row: number) => void] {
  const [chosen, setChosen] = useState<ChosenRow | null>(null);
  const row = useMemo(() => {
    if (chosen === null || chosen.set === set) return chosen?.row ?? -1;
    return sameRow(chosen, set);
  }, [set, chosen]);
  return [row, (at) => setChosen({ set, row: at })];
}

/** The row of another set of that id: of rows with the same name the one with as many before it. O(rows). @returns -1: there is none */
export function sameRow({ set, row }: ChosenRow, other: DataSet): number {
  const ids = textsNamed(set, 'thread') ? OF_THREAD : textsNamed(set, STACK) ? OF_STACK : null;
  const wanted = set.texts
    .filter(({ id }) => ids === null || ids.includes(id))
    .map(({ id, texts }) => ({ text: texts[row], texts, others: textsNamed(other, id) }));
  let before = 0;
  for (let at = 0; at < row; at++) if (wanted.every(({ text, texts }) => texts[at] === text)) before++;
  for (let at = 0; at < other.rows; at++)
    if (wanted.every(({ text, others }) => others?.[at] === text) && before-- === 0) return at;
  return -1;
}
