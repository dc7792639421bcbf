import { describe, expect, it } from 'vitest';
import { jfrRecording } from '../importers/jfrRecording.ts';
import { recordingResults } from '../recording/recordingResults.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from '../recording/file/snapshotCodec.ts';
import { rowFields } from '../report/dataSetReport.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { eventSets, NO_EVENT_FACTS, type JvmEvent } from './eventSet.ts';
import { narrowedRecording } from './narrowedRecording.ts';

const WHOLE = jfrRecording(
  jfrFile([
    'main@10: A.run A.parse',
    'main@20: A.run A.parse',
    'main@30: A.run A.print',
    'w@30: B.run',
    'main@40: A.run A.lock blocked 20000000 on demo.Cart by w',
    'main@90: A.run A.print',
  ]),
);
const MS = 1e6;

/** Method: own time, time blocked; those that have neither are left out. */
function times(snapshot: Snapshot): Record<string, string> {
  const { all, methods } = recordingResults(snapshot);
  const blocked = all.metrics?.get('blockedNs')?.self;
  const found: Record<string, string> = {};
  for (let node = 1; node < all.length; node++) {
    const [self, still] = [all.selfNs[node], blocked?.[node] ?? 0];
    const { className, name } = methods.get(all.method[node]);
    if (self + still > 0) found[`${className}.${name}`] = `${self / MS} + ${still / MS}`;
  }
  return found;
}

const locks = ({ dataSets }: Snapshot): unknown[] => {
  const set = dataSets.find(({ id }) => id === 'locks');
  return set === undefined
    ? []
    : Array.from({ length: set.rows }, (_, row) => rowFields({ set, value: null, filter: null }, row));
};

describe('a recording of samples', () => {
  it('is narrowed to a range: samples are in it or not, of waits a part is', () => {
    expect(times(WHOLE)).toEqual({
      'A.parse': '20 + 0',
      'A.print': '20 + 0',
      'B.run': '10 + 0',
      'A.lock': '0 + 20',
    });
    const part = narrowedRecording(WHOLE, { fromNs: 20 * MS, toNs: 50 * MS });
    expect(times(part)).toEqual({
      'A.parse': '10 + 0',
      'A.print': '10 + 0',
      'B.run': '10 + 0',
      'A.lock': '0 + 10',
    });
    expect(locks(part)).toMatchObject([
      { state: 'blocked', lock: 'demo.Cart', heldBy: 'w', stillNs: 10 * MS },
    ]);
    expect(times(narrowedRecording(WHOLE, { fromNs: 60 * MS, toNs: Infinity }))).toEqual({
      'A.print': '10 + 0',
    });
  });

  it('keeps its contexts, so that what is selected stays', () => {
    const part = narrowedRecording(WHOLE, { fromNs: 200 * MS, toNs: 300 * MS });
    expect(part.threads.map(({ table }) => table.method)).toEqual(
      WHOLE.threads.map(({ table }) => table.method),
    );
    expect(times(part)).toEqual({});
    expect(locks(part)).toEqual([]);
  });

  it('is the same after it was saved, and the whole range is the whole', () => {
    const opened = decodeSnapshot(encodeSnapshot(WHOLE));
    const range = { fromNs: 0, toNs: Infinity };
    expect(times(narrowedRecording(opened, range))).toEqual(times(WHOLE));
    expect(locks(narrowedRecording(opened, range))).toEqual(locks(WHOLE));
  });
});

it('events that begin in a range, or reach into it, are in it', () => {
  const at = (ms: number, durationMs: number, what: string): JvmEvent => ({
    ...NO_EVENT_FACTS,
    ...{ kind: 'collection', what, startNs: ms * MS, durationNs: durationMs * MS },
  });
  const events = eventSets([at(5, 0, 'before'), at(10, 15, 'into'), at(25, 0, 'in'), at(30, 9, 'behind')]);
  const whole = { ...WHOLE, dataSets: [...WHOLE.dataSets, ...events] };
  const part = narrowedRecording(whole, { fromNs: 20 * MS, toNs: 30 * MS }).dataSets;
  expect(part.at(-1)?.texts.find(({ id }) => id === 'what')?.texts).toEqual(['into', 'in']);
});

it('a recording of calls, which does not tell when they were made, is refused', () => {
  const calls = exampleSnapshot('main: 0>A 1<A');
  expect(() => narrowedRecording(calls, { fromNs: 0, toNs: 1 })).toThrow('no range of its time');
});

it('links that lead nowhere, as a file of others may have, are left out', () => {
  const dataSets = WHOLE.dataSets.map((set) => ({
    ...set,
    links: set.links.map((link) => ({ ...link, rows: link.rows.map(() => 1_000_000) })),
  }));
  expect(times(narrowedRecording({ ...WHOLE, dataSets }, { fromNs: 0, toNs: Infinity }))).toEqual({});
});
