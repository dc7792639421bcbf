import { describe, expect, it, vi } from 'vitest';
import { RecordingDiff } from '../compare/recordingDiff.ts';
import { csvTable } from '../export/csv.ts';
import { exportedRecording } from '../export/exportedRecording.ts';
import { pprofProfile } from '../export/pprof.ts';
import { judgeTrees } from '../gates/judgedTrees.ts';
import { parseTreeGate } from '../gates/treeGate.ts';
import { decodeSnapshot, encodeSnapshot } from '../recording/file/snapshotCodec.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { diffJson } from '../report/diffJson.ts';
import { diffText } from '../report/diffText.ts';
import { wholeDiffView } from '../report/diffView.ts';
import { reportJson } from '../report/reportJson.ts';
import { reportText } from '../report/reportText.ts';
import { wholeView } from '../report/reportView.ts';
import { exampleSnapshot } from './exampleSnapshot.ts';

vi.mock(import('../metrics/furtherMetrics.ts'), async (original) => {
  const real = await original();
  const ofMisses = { unit: 'count', isExact: true } as const;
  const misses = { ...ofMisses, id: 'misses', title: 'Cache Misses', errorId: 'missesError' };
  const error = { ...ofMisses, id: 'missesError', title: 'Cache Misses ±' };
  return { ...real, FURTHER_METRICS: [...real.FURTHER_METRICS, misses, error] };
});

/** A calls B, which has missed so often, give or take so many; read from its file. */
function recorded(misses: number, error: number): Snapshot {
  const snapshot = exampleSnapshot('main: 0>A 10>B 20<B 30<A');
  const ofB = (value: number): Float64Array => Float64Array.of(0, 0, value);
  const more = new Map([
    ['misses', ofB(misses)],
    ['missesError', ofB(error)],
  ]);
  const threads = snapshot.threads.map((thread) => ({ ...thread, table: { ...thread.table, more } }));
  return decodeSnapshot(encodeSnapshot({ ...snapshot, threads }));
}

const whole = (pieces: Iterable<string>): string => [...pieces].join('\n');

describe('a metric that has an entry in the registry', () => {
  const before = recorded(100, 4);
  const after = recorded(130, 7);
  const diff = new RecordingDiff({ name: 'a', snapshot: before }, { name: 'b', snapshot: after });

  it('is in reports and JSON, of contexts and of methods', () => {
    const text = whole(reportText(before, { view: wholeView('tree'), top: null, names: 'short' }));
    expect(text).toMatch(/Total Cache Misses +Self Cache Misses +Total Cache Misses ±/);
    expect(text).toMatch(/ 100 +100 +4 +Demo\.B\(\)/);
    const fields = '"misses":100,"totalMisses":100,"missesError":4,"totalMissesError":4';
    expect(whole(reportJson(before)).split(fields)).toHaveLength(3);
  });

  it('is compared, and fails a gate by more than the error of either side', () => {
    expect(whole(diffJson(diff))).toContain(
      '"missesA":100,"missesB":130,"totalMissesA":100,"totalMissesB":130',
    );
    expect(whole(diffText(diff, { view: wholeDiffView('tree'), top: 9, names: 'short' }))).toMatch(
      /Total Cache Misses A +Total Cache Misses B +Δ Total Cache Misses/,
    );
    const failures = (gate: string): readonly string[] =>
      judgeTrees(diff, [parseTreeGate(gate)]).map(({ sentence }) => sentence);
    expect(failures('misses>22')).toEqual([
      'misses>22: the recording as a whole: Self Cache Misses 100 -> 130 (+30.0 %, ± 7)',
    ]);
    expect(failures('misses/calls:**>23')).toEqual([]);
  });

  it('is exported', () => {
    const exported = exportedRecording(before);
    const [head, , ofB] = [...csvTable(exported)].join('').split('\r\n');
    expect(head).toMatch(/,misses,missesError$/);
    expect(ofB).toMatch(/,100,4$/);
    expect(Buffer.concat([...pprofProfile(exported)]).toString('latin1')).toContain('misses');
  });
});
