import { methodPattern } from '../../naming/methodNames.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { textsNamed, valuesNamed } from '../dataSets/dataSetParts.ts';
import { columnsOf } from '../dataSets/rowColumns.ts';

/** The data set of samples by line of code: of files of the Flight Recorder, and of recordings with sampled times. */
export const LINES_SET = 'lines';

/**
 * Samples by line of several samplings together, of methods that a recording has: what is outside of it is none of its business.
 * @param sets of the samplings, as JfrLines makes them
 * @param nsPerSample what a sample stands for, as in the sampled times of the recording
 */
export function sampledLines(
  sets: readonly DataSet[],
  methods: readonly MethodInfo[],
  nsPerSample: number,
): readonly DataSet[] {
  const recorded = new Set(methods.map(methodPattern));
  const rows = new Map<string, { method: string; line: string; self: number; total: number }>();
  for (const set of sets) {
    const [names, lines] = ['method', 'line'].map((id) => textsNamed(set, id) ?? []);
    const [self, total] = ['samples', 'totalSamples'].map(
      (id) => valuesNamed(set, id) ?? new Float64Array(set.rows),
    );
    for (const [i, method] of names.entries()) {
      if (!recorded.has(method)) continue;
      const key = `${lines[i]} ${method}`;
      const row = rows.get(key) ?? { method, line: lines[i], self: 0, total: 0 };
      row.self += self[i];
      row.total += total[i];
      rows.set(key, row);
    }
  }
  if (sets.length === 0) return []; // no sample has told its line
  const sorted = [...rows.values()].sort((a, b) => b.self - a.self || b.total - a.total);
  return [
    {
      ...{ id: LINES_SET, title: 'Lines of code by samples of the bare program' },
      ...columnsOf(sorted, {
        texts: [
          ['method', 'Method', ({ method }) => method],
          ['line', 'Line', ({ line }) => line],
        ],
        values: [
          ['sampledNs', 'Self Time (sampled)', 'ns', ({ self }) => Math.round(self * nsPerSample)],
          ['totalSampledNs', 'Time (sampled)', 'ns', ({ total }) => Math.round(total * nsPerSample)],
          ['samples', 'Self Samples', 'samples', ({ self }) => self],
          ['totalSamples', 'Total Samples', 'samples', ({ total }) => total],
        ],
      }),
    },
  ];
}
