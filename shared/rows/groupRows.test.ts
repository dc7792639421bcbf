import { describe, expect, it } from 'vitest';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { decodeSnapshot, encodeSnapshot } from '../recording/file/snapshotCodec.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { dataSetLines } from '../report/dataSetReport.ts';
import { groupedSnapshot } from '../testing/groupedSnapshot.ts';
import { splitSnapshot } from '../testing/splitSnapshot.ts';
import { groupRows } from './groupRows.ts';

/** Of /cart two calls, of /slow one that takes longer than both. */
const SCRIPT = `
  /cart: 0>A 10>B 20<B 30<A 40>A 50<A
  /slow: 0>A 100>B 400<B 400>B 900<B 950<A`;

function picture(snapshot: Snapshot): string[] {
  const lines = dataSetLines({ set: groupRows(snapshot), value: null, filter: null }, null);
  return [...lines].slice(1, -1);
}

describe('groups of root calls', () => {
  it('are rows with their calls and times, the one that took most first', () => {
    expect(picture(splitSnapshot(SCRIPT))).toEqual([
      'Root Calls  Total Time [ns]  Total Time ± [ns]  Mean Time [ns]   Share  Invocations  Group',
      '         1              950                 92             950  96.0 %            3  /slow',
      '         2               40                  6              20   4.0 %            3  /cart',
    ]);
  });

  it('have the most root calls first where nothing is timed', () => {
    const untimed = splitSnapshot(SCRIPT.replace(/\d+([<>])/g, '$1'), { clock: 'none' });
    expect(picture(untimed)).toEqual([
      'Root Calls   Share  Invocations  Group',
      '         2  66.7 %            3  /cart',
      '         1  33.3 %            3  /slow',
    ]);
  });

  it('have every metric that was measured, of all that their calls did, and its error', () => {
    const { threads, ...rest } = splitSnapshot(SCRIPT, {
      bareSamples: { nsPerSample: 100 } as NonNullable<Snapshot['bareSamples']>,
    });
    const measured = threads.map(({ table, ...thread }) => {
      const more = new Map([
        ['objects', Float64Array.from({ length: table.length }, (_, node) => node)],
        ['sampledNs', new Float64Array(table.length).fill(50)],
      ]);
      return { ...thread, table: { ...table, more } };
    });
    const set = groupRows({ ...rest, threads: measured });
    const columns = set.values.map(({ id, title, values }) => [id, title, ...values]);
    expect(columns.slice(6)).toEqual([
      ['totalObjects', 'Total Objects', 3, 3],
      ['totalSampledNs', 'Total Time (sampled)', 150, 150],
      ['totalSampledErrorNs', 'Total Time (sampled) ±', expect.any(Number), expect.any(Number)],
    ]);
    expect(set.values.filter(({ isExact }) => isExact).map(({ id }) => id)).toEqual([
      ...['rootCalls', 'calls', 'totalObjects'],
    ]);
  });

  it('are of all threads, with what the probes cost taken out of each once', () => {
    const calibration = { ...NO_CALIBRATION, innerNs: 1, outerNs: 1, spreadNs: 0.5 };
    const script = `
      main: ^ 0>A 10>B 20<B 30<A ^ 40>A 50>C 900<C 950<A
      other: ^ 0>A 5<A`;
    const recorded = groupedSnapshot(script, 100, { calibration, slowCalls: ['100ns'] });
    expect(picture(decodeSnapshot(encodeSnapshot(recorded)))).toEqual([
      'Root Calls  Total Time [ns]  Total Time ± [ns]  Mean Time [ns]  Longest [ns]   Share  Invocations  Group',
      '         1              907                 89             907           910  96.7 %            2  slow',
      '         2               31                  8              16            30   3.3 %            3  fast',
    ]);
  });

  it('have no mean where a thread that a call has started did all, and no rows where nothing is told apart', () => {
    const { methods, ...rest } = splitSnapshot('/cart: 0>A 10<A');
    const set = groupRows({ ...rest, methods: methods.map((method) => ({ ...method, root: false })) });
    expect(set.values.slice(0, 4).map(({ values }) => values[0])).toEqual([0, 10, expect.any(Number), NaN]);
    expect(groupRows({ ...rest, methods, threads: [] }).rows).toBe(0);
  });
});
