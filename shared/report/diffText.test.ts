import { describe, expect, it } from 'vitest';
import { deepTable } from '../testing/tableOf.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { noteText } from '../messages/noteMessages.ts';
import { allocationSet } from '../recording/sets/allocationSet.ts';
import { diffJson } from './diffJson.ts';
import { FURTHER_METRICS } from '../metrics/furtherMetrics.ts';
import { formatChange } from '../naming/formatNumbers.ts';
import { diffRemarks } from './diffRemarks.ts';
import { diffText } from './diffText.ts';
import { wholeDiffView } from './diffView.ts';
import { RecordingDiff } from '../compare/recordingDiff.ts';
import type { Snapshot } from '../recording/snapshot.ts';

/** A calls B twice and C; afterwards B three times, each twice as long, and D instead of C. */
const before = exampleSnapshot('main: 0>A 10>B 20<B 20>B 30<B 40>C 60<C 100<A');
const after = exampleSnapshot('main: 0>A 10>B 30<B 30>B 50<B 50>B 70<B 80>D 85<D 145<A');

const linesOf = (a: Snapshot, b: Snapshot, view: 'tree' | 'hot', top = 100): string[] =>
  [
    ...diffText(new RecordingDiff({ name: 'a.sluice', snapshot: a }, { name: 'b.sluice', snapshot: b }), {
      view: wholeDiffView(view),
      top,
      names: 'short',
    }),
  ].slice(2);

describe('the comparison as text', () => {
  it('shows what differs and why, what is new and what is gone', () => {
    // ± of A in all: the clock's step, times the root of the stretches of A, B, C and D: 2 + 1.4 + 1 and 2.2 + 1.7 + 1.
    expect(linesOf(before, after, 'tree').slice(2)).toEqual([
      'Total A [ns]  Total B [ns]  Δ Total [ns]        Δ %        ±  By Calls  By Time  Calls A  Calls B  Δ Calls       Call Tree',
      '         100           145           +45    +45.0 %     9 ns        +5      +40        1        1        0       Demo.A()',
      '          20            60           +40   +200.0 %     3 ns       +20      +20        2        3       +1         Demo.B()',
      '          20             0           -20   -100.0 %     1 ns       -20        0        1        0       -1  gone   Demo.C()',
      '           0             5            +5        new     1 ns        +5        0        0        1       +1  new    Demo.D()',
    ]);
  });

  it('has the methods that changed most first, and says how many it leaves out', () => {
    const [, , , ...lines] = linesOf(before, after, 'hot', 2);
    expect(lines.map((line) => line.replace(/^.* {2}/, ''))).toEqual([
      'Demo.B()',
      'gone Demo.C()',
      '… 2 smaller rows are not shown',
    ]);
  });

  it('marks a difference that is no larger than its error', () => {
    const nearly = exampleSnapshot('main: 0>A 10>B 20<B 20>B 30<B 40>C 61<C 100<A');
    for (const view of ['tree', 'hot'] as const) {
      const lines = linesOf(before, nearly, view);
      expect(lines.find((line) => line.includes('Demo.C'))).toMatch(/^ +20 +21 +~\+1 +\+5\.0 %/);
    }
    expect(linesOf(before, after, 'hot').join()).not.toContain('~+');
  });

  it('names methods that are compared although their signature changed', () => {
    const paying = (descriptor: string): Snapshot =>
      exampleSnapshot(
        'main: 0>A 10>pay 90<pay 100<A',
        {},
        { pay: { className: 'demo.Shop', name: 'pay', descriptor } },
      );
    const lines = linesOf(paying('(I)V'), paying('(J)V'), 'tree');
    expect(lines.join()).toContain(
      'Taken for the same, with another signature: demo.Shop.pay(int) is demo.Shop.pay(long).',
    );
    expect(lines.some((line) => /gone|new /.test(line))).toBe(false);
  });

  it('compares calls only where one has no clock', () => {
    const counts = exampleSnapshot('main: >A >B <B <A', { clock: 'none' });
    const lines = linesOf(before, counts, 'tree');
    expect(lines).toContain(
      'Differences are B - A, as recorded. One of them has no clock: no times are compared.',
    );
    expect(lines.find((line) => line.includes('Demo.B'))).toMatch(/^ +2 +1 +-1 +-50\.0 % +Demo\.B\(\)$/);
  });

  it('warns of what cannot be compared well', () => {
    expect(diffRemarks(before, before)).toEqual([]);
    const other = { ...after, roots: ['demo.Demo::B'], complete: false, losses: ['12 events were dropped'] };
    expect(diffRemarks(before, other)).toEqual([
      'B is incomplete (12 events were dropped): its counts are lower bounds.',
      'They were recorded with other roots: A demo.Demo::A; B demo.Demo::B.',
    ]);
  });

  it('warns of a recording without a call, against which no gate on calls fails', () => {
    expect(diffRemarks(before, { ...before, threads: [] })).toEqual([
      'B is empty: no root was called while it recorded.',
    ]);
  });

  it('has no remark on a root method that is new where the same patterns were given', () => {
    const a = { ...before, roots: ['demo.**'] };
    const more = { ...a, methods: a.methods.map((method) => ({ ...method, root: true })) };
    expect(diffRemarks(a, more)).toEqual([]);
    // Of other patterns that find other methods there is one.
    expect(diffRemarks(before, { ...more, roots: ['demo.Demo::A()'] })).toHaveLength(1);
  });

  it('tells each fact of the JVMs in which they differ, and none that is not known', () => {
    const layout = { alignmentBytes: 8, referenceBytes: 4, arrayBaseBytes: 16, wideArrayBaseBytes: 16 };
    const on = (target: object, changes: object = {}): Snapshot => ({
      ...before,
      target: { ...before.target, collector: 'G1', processors: 8, ...target },
      layout,
      ...changes,
    });
    expect(diffRemarks(on({}), on({}))).toEqual([]);
    expect(diffRemarks(before, on({}))).toEqual([]);
    const other = { javaVersion: '25.0.3', vmName: 'Other VM', collector: 'Serial', processors: 2 };
    expect(diffRemarks(on({}), on(other, { layout: { ...layout, arrayBaseBytes: 24 } }))).toEqual([
      'They ran with other Java: A 17.0.15; B 25.0.3.',
      'They ran with other JVM: A OpenJDK 64-Bit Server VM; B Other VM.',
      'They ran with other garbage collectors: A G1; B Serial.',
      'They ran with other numbers of processors: A 8; B 2.',
      'They ran with other layouts of objects: A references of 4 bytes, arrays from 16, objects at multiples of 8; B references of 4 bytes, arrays from 24, objects at multiples of 8.',
    ]);
  });

  it('tells what neither table nor gate sees: calls on other threads, and what core classes allocate', () => {
    const note = noteText('calledOutside', { methods: 'demo.Demo.B()' });
    const outside = { ...before, notes: ['Something else.', note] };
    expect(diffRemarks(outside, outside)).toEqual([
      expect.stringMatching(
        /^A and B: Called on threads outside of the roots too.*demo\.Demo\.B\(\)\. With --follow-threads /,
      ),
    ]);
    expect(diffRemarks(before, outside)).toEqual([expect.stringMatching(/^B: Called on threads outside/)]);

    const allocating = (allocated: number): Snapshot => {
      const set = allocationSet(
        before.threads.map((thread) => ({
          ...thread,
          table: { ...thread.table, more: new Map([['bytes', Float64Array.of(0, 60)]]) },
          allocation: { rootCalls: 1, toldCalls: 1, allocatedBytes: allocated },
        })),
        { isCounted: true },
      );
      return { ...before, dataSets: set === null ? [] : [set] };
    };
    expect(diffRemarks(allocating(1_000), allocating(600))).toEqual([
      'Core, left-out and native code makes 94.0 % of what A allocates, 90.0 % of B: what core classes do is not compared, and --include-core shows it.',
    ]);
    expect(diffRemarks(allocating(61), allocating(61))).toEqual([]);
  });

  it('names what is equal in all rows, and has no column for it', () => {
    const counting = (snapshot: Snapshot, ofA: number, ofB: number): Snapshot => ({
      ...snapshot,
      threads: snapshot.threads.map((thread) => {
        const column = (value: number): Float64Array =>
          Float64Array.from(thread.table.calls, (_, node) => (node === 1 ? value : 0));
        const more = new Map([
          ['bytecodes', column(ofA)],
          ['objects', column(ofB)],
          ['bytes', column(16 * ofB)],
        ]);
        return { ...thread, table: { ...thread.table, more } };
      }),
    });
    const linesOfChange = (objects: number): readonly string[] =>
      linesOf(counting(before, 10, 5), counting(before, 10, objects), 'tree');
    const same = linesOfChange(5);
    expect(same).toContain('Equal in all rows shown: Total Bytecodes, Total Objects, Total Bytes.');
    expect(same.join('\n')).not.toContain('Bytecodes A');
    const changed = linesOfChange(6);
    expect(changed).toContain('Equal in all rows shown: Total Bytecodes.');
    // Of the first metric that changed both sides, of the others the change alone.
    expect(changed.join('\n')).toMatch(
      /Total Objects A +Total Objects B +Δ Total Objects +Δ % +Δ Total Bytes/,
    );
  });

  it('has one column for each metric beside the first, however many change', () => {
    const measured = FURTHER_METRICS.filter(({ isExact, title }) => isExact && !title.endsWith('±'));
    const having = (snapshot: Snapshot, value: number): Snapshot => ({
      ...snapshot,
      threads: snapshot.threads.map((thread) => {
        const column = Float64Array.from(thread.table.calls, (_, node) => (node === 1 ? value : 0));
        const more = new Map(measured.map(({ id }) => [id, column]));
        return { ...thread, table: { ...thread.table, more } };
      }),
    });
    const lines = linesOf(having(before, 5), having(before, 6), 'tree');
    const head = lines.find((line) => line.endsWith('Call Tree')) ?? '';
    expect(measured.length).toBeGreaterThan(4);
    for (const [i, { title }] of measured.entries())
      expect(head.split(`Total ${title}`)).toHaveLength(i === 0 ? 4 : 2);
    expect(head.length).toBeLessThan(347); // of two metrics alone, when each had four
  });

  it('has no remark on roots of which one spells out the parameters', () => {
    expect(diffRemarks(before, { ...before, roots: ['demo.Demo::A()'] })).toEqual([]);
  });

  it('shows all numbers per root call, and says so', () => {
    const once = exampleSnapshot('main: 0>A 10>B 30<B 40<A');
    const twice = exampleSnapshot('main: 0>A 10>B 30<B 40<A 40>A 50>B 80<B 120<A', { durationMs: 5_000 });
    const sides = [once, twice].map((snapshot) => ({ name: 'x', snapshot }));
    const options = { view: wholeDiffView('tree'), top: 9, names: 'short' } as const;
    const lines = [...diffText(new RecordingDiff(sides[0], sides[1], 'root-call'), options)].slice(2);
    expect(lines.map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
      'Warning: A ran for 2.50 s with 1 root call, B for 5.00 s with 2 root calls: all numbers are per root call.',
      'All numbers are per root call: those of A divided by 1, those of B by 2.',
      expect.stringMatching(/^Differences are B - A\. By Calls/),
      '',
      expect.stringContaining('Total A [ns] | Total B [ns] | Δ Total [ns]'),
      ' | 40 | 60 | +20 | +50.0 % | 4 ns | 0 | +20 | 1.000 | 1.000 | 0.000 | Demo.A()',
      ' | 20 | 25 | +5 | +25.0 % | 2 ns | 0 | +5 | 1.000 | 1.000 | 0.000 | Demo.B()',
    ]);
  });

  it('tells other filters in words', () => {
    const filter = { includes: ['demo.**', 'org.acme.**'], excludes: ['demo.Log'], includeCore: true };
    const wide = { includes: [], excludes: [], includeCore: false };
    expect(diffRemarks({ ...before, ...wide }, { ...before, ...filter })).toEqual([
      'They were recorded with other patterns of what is measured: A all classes; B demo.**, org.acme.**.',
      'They were recorded with other patterns of what is left out: A nothing more; B demo.Log.',
      'They were recorded with other treatment of core classes: A left out; B measured.',
    ]);
    expect(diffRemarks({ ...before, includes: null }, { ...before, ...wide })).toEqual([
      'They were recorded with other patterns of what is measured: A not known which; B all classes.',
    ]);
  });

  it.each([
    [100, 112, '+12.0 %'],
    [100, 0, '-100.0 %'],
    [0, 5, 'new'],
    [0, 0, '0.0 %'],
    [2, 100, 'x 50'],
  ])('%d to %d is %s', (a, b, text) => {
    expect(formatChange(a, b)).toBe(text);
  });
});

describe('the comparison as JSON', () => {
  const jsonOf = (a: Snapshot, b: Snapshot): unknown =>
    JSON.parse(
      [
        ...diffJson(new RecordingDiff({ name: 'a', snapshot: a }, { name: 'b', snapshot: b }), {
          failed: [],
        }),
      ].join(''),
    );

  it('has exactly this form', () => {
    const { target, roots, scheme, clock, complete, losses, startedAtMs, durationMs } = before;
    const side = { target, roots, scheme, clock, complete, losses, startedAtMs, durationMs };
    const name = (method: string): object => ({ class: 'demo.Demo', method, descriptor: '()V' });
    const numbers = (
      [callsA, callsB]: number[],
      [selfNsA, selfNsB]: number[],
      [totalNsA, totalNsB]: number[],
      [errorNsA, errorNsB, totalErrorNs]: number[],
      [selfByCallsNs, totalByCallsNs]: number[],
      changed: number,
    ): object => ({
      ...{ callsA, callsB, selfNsA, selfNsB, totalNsA, totalNsB, errorNsA, errorNsB, totalErrorNs },
      ...{ selfByCallsNs, totalByCallsNs, changed },
    });
    const b = { sides: 'both', ...numbers([2, 3], [20, 60], [20, 60], [2, 2, 4], [20, 20], 40) };
    const c = { sides: 'a', ...numbers([1, 0], [20, 0], [20, 0], [1, 0, 1], [-20, -20], 20) };
    const d = { sides: 'b', ...numbers([0, 1], [0, 5], [0, 5], [0, 1, 1], [5, 5], 5) };
    const a = (changed: number): object => ({
      sides: 'both',
      ...numbers([1, 1], [60, 80], [100, 145], [2, 3, 10], [0, 5], changed),
    });
    expect(jsonOf(before, after)).toEqual({
      format: 'sluice-diff',
      version: 2,
      a: { file: 'a', ...side },
      b: { file: 'b', ...side },
      timed: true,
      per: { basis: 'recording', unitsA: 1, unitsB: 1 },
      remarks: [],
      failed: [],
      tree: {
        ...{ class: '', method: '', descriptor: '', sides: 'both' },
        ...numbers([0, 0], [0, 0], [100, 145], [0, 0, 10], [0, 5], 85),
        children: [
          {
            ...{ ...name('A'), ...a(85) },
            children: [
              { ...name('B'), ...b, children: [] },
              { ...name('C'), ...c, children: [] },
              { ...name('D'), ...d, children: [] },
            ],
          },
        ],
      },
      methods: [
        { ...name('A'), ...a(20) },
        { ...name('B'), ...b },
        { ...name('C'), ...c },
        { ...name('D'), ...d },
      ],
    });
  });

  it('says of which side no more is known than that its time is small', () => {
    const short = exampleSnapshot('main: 0>A 10>B 20<B 20>B 30<B 40>C 41<C 100<A');
    const { methods } = jsonOf(before, short) as { methods: { method: string }[] };
    const c = methods.find(({ method }) => method === 'C');
    expect(c).toMatchObject({ selfNsB: 1, errorNsB: 1, uncertainB: true });
    expect(c).not.toHaveProperty('uncertainA');
  });

  it('is written for trees of 100,000 levels', { tags: 'slow' }, () => {
    const deep = { ...before, threads: [{ ...before.threads[0], table: deepTable(100_000, 2) }] };
    const named = { name: 'a', snapshot: deep };
    const text = [...diffJson(new RecordingDiff(named, named))].join('');
    expect(text.match(/"children":\[/g)).toHaveLength(100_001);
  });
});
