import { describe, expect, it } from 'vitest';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { walkedRecording } from '../testing/walkedRecording.ts';
import { collapsedStacks } from './collapsed.ts';
import { csvTable } from './csv.ts';
import type { ExportCut } from './exportCut.ts';
import { exportedRecording, SMALLER_ROWS } from './exportedRecording.ts';
import { exportNotes } from './exportNotes.ts';
import type { ExportedRecording } from './exportedRecording.ts';
import { pprofProfile } from './pprof.ts';
import { limitWarning } from './usualLimits.ts';
import { CALLS, SELF_TIME } from '../metrics/metric.ts';

/** In all 100 and 4 ns. */
const program = exampleSnapshot(`
  main: 0>A 1>B 31>C 33<C 61<B 61>C 65>B 66<B 66<C 66>D 69<D 100<A
  pool: 5>B 9<B`);

const cut = (changes: Partial<ExportCut>): ExportCut => ({ share: 0, topNodes: null, ...changes });
const stacksOf = (recording: ExportedRecording): string[] =>
  [...collapsedStacks(recording, { metric: SELF_TIME, isInverted: false })]
    .join('')
    .replaceAll(/demo\.Demo\.|\(\)/g, '')
    .trimEnd()
    .split('\n');

/** Of all threads: [self ns, calls, error ns]. */
const sums = ({ threads }: ExportedRecording): number[] =>
  (['selfNs', 'calls', 'errorNs'] as const).map((column) =>
    threads.reduce((sum, { rows }) => rows[column].reduce((a, b) => a + b, sum), 0),
  );

describe('what is cut', () => {
  it('is summed up below its caller, by its share of all threads', () => {
    expect(stacksOf(exportedRecording(program, cut({ share: 0.05 })))).toEqual([
      'main;A 32',
      'main;A;B 58',
      'main;A;B;(smaller rows) 2',
      'main;A;(smaller rows) 8',
      'pool;(smaller rows) 4',
    ]);
  });

  it.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [5, 5],
    [7, 7],
    [100, 7],
  ])('leaves at most %i rows', (topNodes, rows) => {
    const recording = exportedRecording(
      exampleSnapshot('main: 0>A 1>B 31>C 33<C 61<B 61>C 65>B 66<B 66<C 66>D 69<D 69>E 70<E 100<A'),
      cut({ topNodes }),
    );
    expect(stacksOf(recording).length).toBeLessThanOrEqual(rows);
    expect(recording.threads[0].rows.length).toBeLessThanOrEqual(topNodes);
    expect(sums(recording)[0]).toBe(100);
  });

  it('is told', () => {
    const recording = exportedRecording(program, cut({ share: 0.05 }));
    expect(recording.cutRows).toBe(5);
    expect(exportNotes(recording)).toContain(
      '5 smaller contexts are summed up below their callers as "(smaller rows)".',
    );
    expect(exportNotes(exportedRecording(program)).join()).not.toContain('smaller');
    expect([...csvTable(recording)].join('')).toContain('1,main,3,2,2,,(smaller rows),,1,true,nano,2,2,');
  });

  it('goes by calls where there is no clock', () => {
    const counts = exampleSnapshot('main: >A >B <B >B <B >B <B >C <C <A', { clock: 'none' });
    const recording = exportedRecording(counts, cut({ share: 0.25 }));
    expect([...collapsedStacks(recording, { metric: CALLS, isInverted: false })].join('')).toContain(
      'main;demo.Demo.A();(smaller rows) 1\n',
    );
  });
});

describe('a recording of 300,000 contexts', () => {
  const snapshot = walkedRecording(300_000, 2_000);
  const whole = exportedRecording(snapshot);

  it('fits what servers take, and has the same sums', () => {
    const recording = exportedRecording(snapshot, cut({ topNodes: 16_000 }));
    const rows = recording.threads.reduce((sum, thread) => sum + thread.rows.length, 0);
    expect(rows).toBeLessThanOrEqual(16_000);
    expect(rows).toBeGreaterThan(15_000);
    expect(sums(recording)).toEqual(sums(whole));
    const bytes = [...pprofProfile(recording)].reduce((sum, { length }) => sum + length, 0);
    expect(limitWarning('pprof', rows, bytes)).toBeNull();
    expect(Buffer.concat([...pprofProfile(recording)]).includes(SMALLER_ROWS)).toBe(true);
  });

  it('is told to be more than they take', () => {
    const rows = whole.threads.reduce((sum, thread) => sum + thread.rows.length, 0);
    expect(limitWarning('pprof', rows, 50 * 1024 ** 2)).toBe(
      `The file has ${rows.toLocaleString('en')} samples and 50.0 MiB before compression; servers usually take 16,000 and 4.0 MiB. ` +
        'Write less with --top-nodes 16000 or --hide-below 0.1: all sums stay.',
    );
    expect(limitWarning('csv', rows, 50 * 1024 ** 2)).toBeNull();
    expect(limitWarning('speedscope', 100, 5 * 1024 ** 2)).toMatch(/100 samples and 5\.0 MiB/);
  });
});
