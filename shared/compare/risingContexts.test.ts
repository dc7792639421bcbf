import { expect, it } from 'vitest';
import { LIVE_BYTES, LIVE_OBJECTS } from '../cct/liveTable.ts';
import { AGES } from '../recording/sets/liveSets.ts';
import { MADE_CONTEXTS_SET } from '../recording/sets/madeSets.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { risingContexts } from './risingContexts.ts';

/** "Session 10, Cart 5": live objects of 16 bytes, each with so many ages; a class twice: two threads made them. */
function snapshotAfter(calls: number, live: string): Snapshot {
  const rows = live === '' ? [] : live.split(', ').map((row) => row.split(' '));
  const counts = rows.map(([, count]) => Number(count));
  const column = (
    id: string,
    of: (count: number) => number,
  ): Snapshot['dataSets'][number]['values'][number] => ({
    ...{ id, title: id, unit: 'count', isExact: false },
    values: Float64Array.from(counts, of),
  });
  const contexts = {
    ...{ id: MADE_CONTEXTS_SET, title: 'Made', rows: rows.length, links: [] },
    texts: [{ id: 'made', title: 'Class', texts: rows.map(([made]) => made) }],
    values: [
      column(LIVE_OBJECTS, (count) => count),
      column(LIVE_BYTES, (count) => 16 * count),
      column(AGES, (count) => count / 10),
    ],
  };
  const script = `main: ${Array.from({ length: calls }, (_, i) => `${10 * i}>A ${10 * i + 5}<A`).join(' ')}`;
  return exampleSnapshot(script, { durationMs: 1_000 * calls, dataSets: [contexts] });
}

/** "Session 2 40 4 1000": rose so often, now so many, so many ages, so many more for each thousand root calls. */
function rising(...snapshots: readonly Snapshot[]): readonly string[] | null {
  const set = risingContexts(snapshots);
  if (set === null) return null;
  const [rises, objects, ages, perThousand] = set.values.map(({ values }) => values);
  return Array.from(set.texts[0].texts, (made, row) =>
    [made, rises[row], objects[row], ages[row], perThousand[row]].join(' '),
  );
}

it('tells contexts whose live objects rise from each to the next, by root calls', () => {
  const rows = rising(
    snapshotAfter(10, 'Session 10, Cart 50'),
    snapshotAfter(20, 'Session 20, Cart 40'),
    snapshotAfter(40, 'Session 40, Cart 50'),
  );
  expect(rows).toEqual(['Session 2 40 4 1000']);
});

it('what several threads made in the same context is one, with the most ages of any', () => {
  const rows = rising(snapshotAfter(10, 'Session 10'), snapshotAfter(20, 'Session 10, Session 30'));
  expect(rows).toEqual(['Session 1 40 3 3000']);
});

it('a context that was not there at first began with none, and without root calls nothing is per call', () => {
  expect(rising(snapshotAfter(10, 'Cart 1'), snapshotAfter(10, 'Cart 1, Session 5'))).toEqual([
    'Session 1 5 0.5 NaN',
  ]);
});

it('says nothing where one of them followed no objects', () => {
  expect(rising(snapshotAfter(10, 'Session 10'), exampleSnapshot('main: |'))).toBeNull();
});
