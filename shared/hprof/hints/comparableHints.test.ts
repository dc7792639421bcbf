import { expect, it } from 'vitest';
import { dataSetDiff } from '../../compare/dataSetDiff.ts';
import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import { pictureDump, sourceOf } from '../../testing/pictureDump.ts';
import { HeapDump } from '../heapDump.ts';
import { comparableSets } from './comparableHints.ts';
import { leakHints } from '../views/leakHints.ts';

/** One thread's trail of so many steps, and small marks of so many threads; each in a ThreadLocal. */
function hintsOf({ steps, marks }: { steps: number; marks: number }): Promise<DataSet> {
  const trail = Array.from({ length: steps }, (_, i) => `step${i}:app.Step`);
  const entries = Array.from({ length: marks }, (_, i) => [
    `root entry${i}`,
    `entry${i}:java.lang.ThreadLocal$ThreadLocalMap$Entry -> mark${i}`,
    `mark${i}:app.Mark`,
  ]);
  const picture = [
    'root entry',
    'entry:java.lang.ThreadLocal$ThreadLocalMap$Entry -> audit',
    'audit:app.Audit -> trail',
    `trail -> ${Array.from(trail, (_, i) => `step${i}`).join(' ')}`,
    ...trail,
    ...entries.flat(),
  ].join('\n');
  return HeapDump.read(sourceOf(pictureDump(picture).bytes, 500)).then((dump) => leakHints(dump, Infinity));
}

function changes(diff: DataSet): string[] {
  const [what] = diff.texts.filter(({ id }) => id === 'what');
  const change = (id: string): Float64Array =>
    diff.values.find((column) => column.id === `${id}Change`)!.values;
  return Array.from(
    what.texts,
    (name, row) => `${name} ${change('objects')[row]} ${change('retainedBytes')[row]}`,
  );
}

it('hints whose retained bytes changed most come first, however few objects they are', async () => {
  const { a, b, rankedBy } = comparableSets(
    await hintsOf({ steps: 1, marks: 1 }),
    await hintsOf({ steps: 200, marks: 9 }),
  );
  const ofThreads = (diff: DataSet): string[] => changes(diff).filter((row) => /Audit|Mark/.test(row));
  // 199 steps of 16 bytes, and an array of 816 bytes in place of one of 24; eight marks of 16.
  expect(ofThreads(dataSetDiff(a, b, rankedBy))).toEqual(['app.Audit 0 3976', 'app.Mark 8 128']);
  expect(ofThreads(dataSetDiff(a, b))).toEqual(['app.Mark 8 128', 'app.Audit 0 3976']);
});

it('without retained bytes on both sides the number of objects ranks them', async () => {
  const after = await hintsOf({ steps: 200, marks: 9 });
  const before = await hintsOf({ steps: 1, marks: 1 });
  const counted = { ...before, values: before.values.filter(({ id }) => id === 'objects') };
  const { a, b, rankedBy } = comparableSets(counted, after);
  const diff = dataSetDiff(a, b, rankedBy);
  expect(diff.values.map(({ id }) => id)).toEqual(['objectsA', 'objectsB', 'objectsChange']);
  expect(diff.texts[1].texts[0]).toBe('app.Mark');
});
