import type { RecordingTable } from '../tables/recordingTable.ts';

/** A view that Sluice has never heard of: the methods that were called, by the letter that they begin with. */
export const ADDED_TABLE: RecordingTable = {
  id: 'letters',
  title: 'Letters',
  shows: 'methods by their first letter',
  isOf: ({ methods }) => methods.length > 0,
  isOfTrees: true,
  rowsOf: ({ results: { hot, methods } }) => {
    const letterOf = (row: number): string => methods.get(hot.method[row]).name[0].toUpperCase();
    const called = [...hot.calls.keys()].slice(0, hot.length);
    const letters = [...new Set(called.map(letterOf))].sort();
    const summed = (of: (row: number) => number): Float64Array =>
      Float64Array.from(letters, (letter) =>
        called.reduce((sum, row) => sum + (letterOf(row) === letter ? of(row) : 0), 0),
      );
    return {
      rows: letters.length,
      texts: [{ id: 'letter', title: 'Letter', texts: letters }],
      links: [],
      values: [
        { id: 'methods', title: 'Methods', unit: 'count', isExact: true, values: summed(() => 1) },
        {
          id: 'calls',
          title: 'Calls',
          unit: 'count',
          isExact: true,
          values: summed((row) => hot.calls[row]),
        },
        { id: 'selfNs', title: 'Self', unit: 'ns', isExact: false, values: summed((row) => hot.selfNs[row]) },
      ],
    };
  },
};
