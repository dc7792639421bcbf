import { describe, expect, it } from 'vitest';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import type { TimelineSample } from '../recording/timeline.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { reportText } from '../report/reportText.ts';
import { wholeView } from '../report/reportView.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { namedTables, tablesIn } from './namedTables.ts';

const SCRIPT = `
  main: 0>A 1000000>B 3000000<B 3000000>C 3500000<C 5000000<A
  worker: 0>C 5000000<C`;
const CALIBRATION = { ...NO_CALIBRATION, innerNs: 10, outerNs: 15, spreadNs: 1, countNs: 2 };

/** The lines of a view behind the head of the report. */
function lines(id: string, snapshot: Snapshot, top: number | null = null): string[] {
  const all = report(id, snapshot, top);
  return all.slice(all.indexOf('') + 1);
}

function report(id: string, snapshot: Snapshot, top: number | null = null): string[] {
  const table = namedTables(snapshot, { names: 'shortened', top }).find((each) => each.id === id);
  const shown = table && { set: table.set(), value: null, filter: null };
  return shown ? [...table.lines(shown, top)] : [];
}

describe('the view instrumentation', () => {
  it('shows what was instrumented against what was called, and by class', () => {
    const snapshot = exampleSnapshot(
      SCRIPT,
      { instrumentedMethods: 3, instrumentation: { classes: 2, hotSwaps: 7, swapMs: 1234, analysisMs: 56 } },
      { C: { className: 'demo.Other', name: 'C', descriptor: '()V' } },
    );
    expect(lines('instrumentation', snapshot)).toEqual([
      '  Scheme  Instrumented  Called  Ratio  Invocations  Classes  Hot Swaps  Swapping  Analysis',
      'B (lazy)             3       3   1.00            4        2          7    1.23 s   56.0 ms',
      '',
      'Instrumentation',
      'Planned  Instrumented  Called  Class',
      '      2             2       2  demo.Demo',
      '      1             1       1  demo.Other',
      '',
    ]);
    const older = { ...snapshot, instrumentation: null };
    expect(lines('instrumentation', older)[1]).toMatch(/4 {8}\? {10}\? {9}\? {9}\?$/);
  });
});

describe('the view findings', () => {
  it('tells what stands out, with the row and the view that show it', () => {
    const script = `main: 0>A ${'1>B 2<B '.repeat(40)} 50<A`;
    const text = lines('findings', exampleSnapshot(script, { calibration: CALIBRATION }));
    expect(text).toEqual([
      'Findings: 1 by 2 rules that this recording has the numbers for',
      expect.stringMatching(
        /^- Probes took .*: switch it off, or leave it out\. Shown by d\.Demo\.B\(\) in --view overhead\.$/,
      ),
      '',
    ]);
  });

  it('says that nothing stands out, and how many rules have looked', () => {
    expect(lines('findings', exampleSnapshot('main: >A <A', { clock: 'none' }))).toEqual([
      'Findings: 0 by 1 rule that this recording has the numbers for',
      'Nothing is above its threshold (docs/findings.md).',
      '',
    ]);
  });
});

describe('the view overhead', () => {
  it('shows what probes cost by method, and what to do about it', () => {
    const script = 'main: 0>A 1000>B 1020<B 2000>B 2020<B +G 5000>C 9000<C 10000<A';
    expect(lines('overhead', exampleSnapshot(script, { calibration: CALIBRATION }), 3)).toEqual([
      "The probes took 102 ns beside the program's 9.91 µs: 1.0 % of both. 1 method took less than its probes.",
      "—: trivial methods, counted without times (2.0 ns a call); their time is their caller's own.",
      '',
      'Overhead',
      ' Share  Probes [ns]  Self Time [µs]  Invocations  Method      Advice',
      '49.0 %           50           0.020            2  d.Demo.B()  switch off',
      '24.5 %           25           5.903            1  d.Demo.A()',
      '24.5 %           25           3.990            1  d.Demo.C()',
      '… 1 smaller rows are not shown',
      '',
      'Switch off while it records (off PATTERN), or leave out the next time (--exclude PATTERN):',
      "  'demo.Demo::B()'",
      '',
    ]);
  });

  it('says whose probes cost more than they tell, of several methods', () => {
    const script = 'main: 0>A 1000>B 1010<B 2000>C 2010<C 5000000<A';
    expect(lines('overhead', exampleSnapshot(script, { calibration: CALIBRATION }))[0]).toMatch(
      / 2 methods took less than their probes\.$/,
    );
  });

  it('has nothing to tell where no clock ran', () => {
    const untimed = exampleSnapshot('main: >A <A', { clock: 'none' });
    const text = lines('overhead', untimed);
    expect(text[0]).toBe('Without a clock nobody knows what the probes cost: record with --clock nano.');
    expect(text).toContain('Nothing is in it.');
    expect(tablesIn(untimed).map(({ id }) => id)).toEqual(['findings', 'instrumentation']);
  });
});

describe('the view timeline', () => {
  const NOTHING = { swapMs: 0, waitedMs: 0, coreWaitMs: 0, classLoads: 0, classLoadMs: 0, compilingMs: 0 };
  const sample = (fromMs: number, more: Partial<TimelineSample> = {}): TimelineSample => ({
    ...NOTHING,
    ...{ fromMs, toMs: fromMs + 1000, events: 2000, hotSwaps: 0, pausedMs: 0 },
    ...more,
  });
  const timeline = [
    sample(0, { hotSwaps: 1, swapMs: 40 }),
    sample(1000),
    sample(2000, { waitedMs: 300 }),
    sample(3000),
  ];

  it('has a row for each stretch, and no more than are wanted', () => {
    const snapshot = exampleSnapshot(SCRIPT, { timeline });
    expect(lines('timeline', snapshot)).toEqual([
      'Timeline of the recording from 0.0 s to 4.0 s: at most 2,000 events/s; 1 hot swap, 40.0 ms; threads waited 300 ms for Sluice',
      '',
      'Timeline',
      'Events/s  Hot Swaps  Swapping [ms]  JIT Compilers [ns]  Waits for Sluice [ms]  Class Loads [ns]  Waits for a Core [ns]  Paused [ns]  Time',
      '   2,000          1         40.000                   0                  0.000                 0                      0            0  0.0 s to 1.0 s',
      '   2,000          0          0.000                   0                  0.000                 0                      0            0  1.0 s to 2.0 s',
      '   2,000          0          0.000                   0                300.000                 0                      0            0  2.0 s to 3.0 s',
      '   2,000          0          0.000                   0                  0.000                 0                      0            0  3.0 s to 4.0 s',
      '',
    ]);
    expect(lines('timeline', snapshot, 2).filter((line) => /\d s$/.test(line))).toEqual([
      expect.stringMatching(/^ {3}2,000 .* 40\.000 .* 0\.0 s to 2\.0 s$/),
      expect.stringMatching(/^ {3}2,000 .* 300\.000 .* 2\.0 s to 4\.0 s$/),
    ]);
  });

  it('says that there is none yet', () => {
    expect(lines('timeline', exampleSnapshot(SCRIPT))[0]).toBe('Timeline of the recording: nothing yet');
  });
});

it.each(['instrumentation', 'overhead', 'timeline'])(
  'the view %s explains no percentages, errors and marks of methods, which it does not have',
  (id) => {
    const snapshot = exampleSnapshot('main: 0>A 10>B 20<B 5000000<A', {
      calibration: { ...NO_CALIBRATION, innerNs: 50, outerNs: 5, spreadNs: 1 },
    });
    const text = report(id, snapshot).join('\n');
    expect(text).toContain("The probes' cost is taken out: 50.0 + 5.0 ns a call (± 1.0).");
    expect(text).not.toMatch(/Percentages are|± is|~:/);
    const tree = [...reportText(snapshot, { view: wholeView('tree'), top: null, names: 'short' })];
    expect(tree.join('\n')).toMatch(/± is[^]*~:[^]*Percentages are/);
  },
);
