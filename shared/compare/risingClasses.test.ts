import { expect, it } from 'vitest';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { heapSnapshotsIn, heapSnapshotSets } from './heapSnapshotSets.ts';
import { risingClasses, type HeapSnapshot } from './risingClasses.ts';

/** "Session 100 150 -": objects of a class in each snapshot, 10 s apart; each has 16 bytes; -: there are none. */
function snapshots(picture: string): HeapSnapshot[] {
  const lines = picture
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/));
  return lines[0].slice(1).map((_, at) => {
    const rows = lines.filter((line) => line[at + 1] !== '-');
    const numbers = rows.map((line) => Number(line[at + 1]));
    return {
      sinceMs: at * 10_000,
      pauseMs: 5,
      set: histogram(
        rows.map(([name]) => name),
        numbers,
      ),
    };
  });
}

function histogram(names: string[], numbers: number[]): DataSet {
  return {
    ...{ id: 'histogram', title: 'Live objects by class', rows: names.length, links: [] },
    texts: [{ id: 'class', title: 'Class', texts: names }],
    values: [
      { id: 'liveObjects', title: 'Live', unit: 'count', isExact: false, values: Float64Array.from(numbers) },
      {
        ...{ id: 'liveBytes', title: 'Bytes', unit: 'bytes', isExact: false },
        values: Float64Array.from(numbers, (count) => count * 16),
      },
    ],
  };
}

function rising(picture: string): string[] {
  const { rows, texts, values } = risingClasses(snapshots(picture));
  return Array.from({ length: rows }, (_, row) =>
    [texts[0].texts[row], ...values.map((column) => column.values[row])].join(' '),
  );
}

it('tells what rises, those that rise most often first, with their growth per minute', () => {
  expect(
    rising(`
      Session 100 150 200 260
      Buffer   10  40  12  30
      Cart     50  20  60  20
      Late      -   -   4   8
      Gone      1   2   3   -
      Same      7   7   7   7
      Once      5   5   5   9
      Again     9   5   7   9
      Big     100 200 300 400`),
  ).toEqual(['Big 3 400 600 9600', 'Session 3 260 320 5120', 'Buffer 2 30 40 640', 'Late 2 8 16 256']);
});

it('classes whose names differ by where a line ends are two', () => {
  const named = (first: string, second: string, ...counts: number[]): HeapSnapshot[] =>
    counts.map((count, at) => {
      const set = histogram([first], [count]);
      return {
        ...{ sinceMs: at * 10_000, pauseMs: 5 },
        set: { ...set, texts: [...set.texts, { id: 'loader', title: 'Loader', texts: [second] }] },
      };
    });
  const both = named('a\nb', 'c', 1, 2, 3).map((each, at) => {
    const other = named('a', 'b\nc', 10, 20, 30)[at].set;
    return {
      ...each,
      set: {
        ...each.set,
        rows: 2,
        texts: each.set.texts.map((column, i) => ({
          ...column,
          texts: [...column.texts, ...other.texts[i].texts],
        })),
        values: each.set.values.map((column, i) => ({
          ...column,
          values: Float64Array.of(...column.values, ...other.values[i].values),
        })),
      },
    };
  });
  expect(risingClasses(both).texts.map(({ texts }) => texts)).toEqual([
    ['a', 'a\nb'],
    ['b\nc', 'c'],
  ]);
});

it('snapshots are in a recording as they were', () => {
  const taken = snapshots('Session 100 150 200\n Late - 1 2');
  const sets = heapSnapshotSets(taken);
  expect(sets.map(({ id, rows }) => `${id} ${rows}`)).toEqual([
    'snapshots 3',
    'suspects 2',
    'histogram 2',
    'histograms 5',
  ]);
  expect(heapSnapshotsIn(sets)).toEqual(taken);
  expect(heapSnapshotSets(taken.slice(0, 2)).some(({ id }) => id === 'suspects')).toBe(false);
  expect(heapSnapshotsIn([])).toEqual([]);
});
