import { describe, expect, it } from 'vitest';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { deepTable } from '../testing/tableOf.ts';
import { reportText } from './reportText.ts';
import { TREE_VIEWS, type TreeViewName } from '../rows/views.ts';
import { parseValue } from '../metrics/value.ts';
import { wholeView } from './reportView.ts';
import type { ReportView } from './reportView.ts';
import type { Snapshot } from '../recording/snapshot.ts';

const SCRIPT = `
  main: 0>A 1000000>B 3000000<B 3000000>C 3500000<C 5000000<A
  worker: 0>C 5000000<C`;

const [B, C] = [17, 18];

describe('the text report of a view', () => {
  const script = 'main: 0>A 10>B 20>C 40<C 40<B 50>C 90<C 100<A\nworker: 0>C 30<C';
  const snapshot = exampleSnapshot(
    script,
    {},
    {
      A: { className: 'com.acme.Shop', name: 'order', descriptor: '()V' },
      B: { className: 'com.acme.Cart', name: 'add', descriptor: '()V' },
      C: { className: 'org.lib.Map', name: 'get', descriptor: '()V' },
    },
  );
  const table = (view: Partial<ReportView>, top?: number): string[] => {
    const text = lines(snapshot, { view, ...(top === undefined ? {} : { top }) });
    return text.slice(text.indexOf('') + 1, -1);
  };

  it.each(TREE_VIEWS.filter((kind) => kind !== 'flame'))(
    '%s says whose error ± is: that of the time before it',
    (kind) => {
      const text = lines(snapshot, { view: { kind, methods: [B] } });
      const [before = ''] = text.find((line) => line.includes(' Time ['))?.split('±') ?? [];
      const time = before.match(/(Total|Self) Time/g)?.at(-1);
      expect(text.join(' ')).toContain(`± is the bound of the error of ${time}.`);
    },
  );

  it('hot spots by class and by package', () => {
    expect(table({ kind: 'hot', by: 'packages' })).toEqual([
      'Total Time [ns]        %  Self Time [ns]        ±  Invocations  Contexts  Package',
      '             90   69.2 %              90    11 ns            3         3  org.lib',
      '            100   76.9 %              40     7 ns            2         2  com.acme',
    ]);
    expect(table({ kind: 'hot', by: 'classes', filter: { kind: 'contains', text: 'acme' } })).toEqual([
      'Total Time [ns]        %  Self Time [ns]        ±  Invocations  Contexts  Class',
      '            100   76.9 %              30     5 ns            1         1  com.acme.Shop',
      '             30   23.1 %              10     2 ns            1         1  com.acme.Cart',
    ]);
  });

  it('by a value: what has most of it first, siblings too', () => {
    const names = (view: Partial<ReportView>): string[] =>
      table(view)
        .slice(1)
        .map((line) => line.split('  ').at(-1)?.trim() ?? '');
    expect(names({ kind: 'hot', value: parseValue('selfNs') })).toEqual([
      'Map.get()',
      'Shop.order()',
      'Cart.add()',
    ]);
    expect(names({ kind: 'hot', value: parseValue('totalNs') })).toEqual([
      'Shop.order()',
      'Map.get()',
      'Cart.add()',
    ]);
    expect(names({ kind: 'threads', value: parseValue('calls') })).toEqual([
      'Thread "main" (1)',
      'Thread "worker" (2)',
    ]);
  });

  it('by a ratio, which has a column of its own', () => {
    expect(table({ kind: 'hot', by: 'packages', value: parseValue('selfNs/calls') })).toEqual([
      'Self Time / Invocations  Total Time [ns]        %  Self Time [ns]        ±  Invocations  Contexts  Package',
      '                  30 ns               90   69.2 %              90    11 ns            3         3  org.lib',
      '                  20 ns              100   76.9 %              40     7 ns            2         2  com.acme',
    ]);
    expect(table({ kind: 'tree', value: parseValue('calls/totalNs') })).toEqual([
      'All 2 threads together',
      'Invocations / Total Time  Total Time [ns]        %        ±  Self Time [ns]  Invocations  Call Tree',
      '           33,333.333/ms               30   23.1 %     4 ns              30            1  Map.get()',
      '           10,000.000/ms              100   76.9 %    15 ns              30            1  Shop.order()',
      '           33,333.333/ms               30   23.1 %     5 ns              10            1    Cart.add()',
      '           50,000.000/ms               20   15.4 %     3 ns              20            1      Map.get()',
      '           25,000.000/ms               40   30.8 %     5 ns              40            1    Map.get()',
    ]);
  });

  it('callers of a method, the heaviest first', () => {
    expect(table({ kind: 'callers', methods: [C] })).toEqual(
      [
        'Total Time [ns]        %  Self Time [ns]        ±  Invocations  Back Traces',
        '             90   69.2 %              90    11 ns            3  Map.get()',
        '… smaller rows are not shown',
      ].slice(0, 2),
    );
    expect(table({ kind: 'callers', methods: [C] }, 4)).toEqual([
      'Total Time [ns]        %  Self Time [ns]        ±  Invocations  Back Traces',
      '             90   69.2 %              90    11 ns            3  Map.get()',
      '             40   30.8 %              40     5 ns            1    Shop.order()',
      '             20   15.4 %              20     3 ns            1    Cart.add()',
      '             20   15.4 %              20     3 ns            1      Shop.order()',
    ]);
  });

  it('callees of a method, in percent of it', () => {
    expect(table({ kind: 'callees', methods: [B] })).toEqual([
      'All 2 threads together, 100 % = 30 ns',
      'Total Time [ns]        %        ±  Self Time [ns]  Invocations  Callees',
      '             30  100.0 %     5 ns              10            1  Cart.add()',
      '             20   66.7 %     3 ns              20            1    Map.get()',
    ]);
  });

  it('threads', () => {
    expect(table({ kind: 'threads' })).toEqual([
      'Total Time [ns]        %        ±  Invocations  Contexts  Thread',
      '            100   76.9 %    15 ns            4         4  Thread "main" (1)',
      '             30   23.1 %     4 ns            1         1  Thread "worker" (2)',
    ]);
  });

  it('one thread, after steps', () => {
    const steps: ReportView['steps'] = [{ kind: 'mergeMethods', methods: [B] }];
    expect(table({ kind: 'tree', threads: [1], steps })).toEqual([
      'Steps: Merge com.acme.Cart.add()',
      'Thread "main" (1), 100 % = 100 ns',
      'Total Time [ns]        %        ±  Self Time [ns]  Invocations  Call Tree',
      '            100  100.0 %    15 ns              40            1  Shop.order()',
      '             60   60.0 %     8 ns              60            2    Map.get()',
    ]);
  });
});

describe('the text report', () => {
  it('shows a tree for each thread, its clock and what percentages are of', () => {
    const snapshot = exampleSnapshot(SCRIPT, {
      calibration: { ...NO_CALIBRATION, spreadNs: 0.8 },
      notes: ['demo.Late was loaded after the start'],
      refusals: ['demo.Demo::huge(): its code would be longer than 8,000 bytes'],
    });
    expect(lines(snapshot, { view: { kind: 'tree', threads: 'each' } })).toEqual([
      'demo.Demo (pid 4242), OpenJDK 64-Bit Server VM 17.0.15',
      'Roots: demo.Demo::A   Scheme: lazy   Recorded: 2.50 s',
      "Clock: nano. The probes' cost is taken out: 0.0 + 0.0 ns a call (± 0.8). ± is the bound of the error of Total Time.",
      'Percentages are of the total of all threads, 10.0 ms.',
      'Complete but for what is not measured, or in part (1): every other call was counted. 5 methods instrumented, 3 called.',
      '',
      'Thread "main" (1)',
      'Total Time [ms]        %        ±  Self Time [ms]  Invocations  Call Tree',
      '          5.000   50.0 %   469 µs           2.500            1  Demo.A()',
      '          2.000   20.0 %   188 µs           2.000            1    Demo.B()',
      '          0.500    5.0 %  46.9 µs           0.500            1    Demo.C()',
      '',
      'Thread "worker" (2)',
      'Total Time [ms]        %        ±  Self Time [ms]  Invocations  Call Tree',
      '          5.000   50.0 %   469 µs           5.000            1  Demo.C()',
      '',
      'Note: demo.Late was loaded after the start',
      'Not measured, or in part (1):',
      '  demo.Demo::huge(): its code would be longer than 8,000 bytes',
    ]);
  });

  it('tells what was left out, and what was switched off while it ran', () => {
    const snapshot = exampleSnapshot(SCRIPT, {
      ...{ includes: ['demo.**'], excludes: ['demo.Log', 'demo.Cache::get'], includeCore: true },
      switches: [
        { atMs: 1_000, on: false, pattern: 'demo.Demo::C', methods: 1 },
        { atMs: 2_000, on: true, pattern: 'demo.**', methods: 1_234 },
      ],
    });
    const report = lines(snapshot, { view: 'tree' });
    expect(report[2]).toBe('Only: demo.**   Left out: demo.Log, demo.Cache::get   Core classes: measured');
    expect(report.slice(-3)).toEqual([
      'Switched off and on while it ran (2):',
      '  1.00 s: off demo.Demo::C (1 method)',
      '  2.00 s: on demo.** (1,234 methods)',
    ]);
  });

  it.each(['tree', 'hot', 'threads'] as const)('says in the view %s that nothing is in it', (view) => {
    const empty = { ...exampleSnapshot(SCRIPT), threads: [] };
    expect(lines(empty, { view }).join('\n')).toContain('Empty: no root was called while it recorded.');
    expect(lines(exampleSnapshot(SCRIPT), { view }).join('\n')).not.toContain('Empty');
  });

  it('says of a program what the file tells of it, and nothing in place of what it does not', () => {
    const { target } = exampleSnapshot(SCRIPT);
    const unknown = { ...target, pid: 0, mainClass: '', vmName: '', javaVersion: '' };
    for (const [told, text] of [
      [{}, 'A program that the file does not name'],
      [{ pid: 7 }, 'A program that the file does not name (pid 7)'],
      [{ mainClass: 'demo.Shop' }, 'demo.Shop'],
      [{ mainClass: 'demo.Shop', javaVersion: '17.0.15' }, 'demo.Shop, 17.0.15'],
    ] as const)
      expect(lines({ ...exampleSnapshot(SCRIPT), target: { ...unknown, ...told } }, {})[0]).toBe(text);
  });

  it('shows the hot methods, by self time', () => {
    expect(lines(exampleSnapshot(SCRIPT), { view: 'hot', top: 2 }).slice(6)).toEqual([
      'Total Time [ms]        %  Self Time [ms]        ±  Invocations  Contexts  Method',
      '          5.500   55.0 %           5.500   516 µs            2         2  Demo.C()',
      '          5.000   50.0 %           2.500   234 µs            1         1  Demo.A()',
      '… 1 smaller rows are not shown',
      '',
    ]);
  });

  it('shows the largest rows only, with all that lead to them', () => {
    const script = 'main: 0>A 1>B 2>C 90<C 91<B 92>D 95<D 96>E 98<E 100<A';
    expect(names(exampleSnapshot(script), 3)).toEqual(['Demo.A()', '  Demo.B()', '    Demo.C()']);
    expect(names(exampleSnapshot(script), 4)).toEqual([
      'Demo.A()',
      '  Demo.B()',
      '    Demo.C()',
      '  Demo.D()',
    ]);
    expect(names(exampleSnapshot(script), 99)).toHaveLength(5);
  });

  it('marks methods that were only counted, and says whose time theirs is', () => {
    const snapshot = exampleSnapshot('main: 0>A +G +G 1000000>B +G 3000000<B 5000000<A');
    expect(lines(snapshot, { view: 'tree' }).slice(2)).toEqual([
      "Clock: nano. The probes' cost is taken out: 0.0 + 0.0 ns a call (± 0.0). ± is the bound of the error of Total Time.",
      "—: trivial methods, counted without times (0.0 ns a call); their time is their caller's own.",
      'Percentages are of the total of all threads, 5.00 ms.',
      'Complete: every call was counted. 5 methods instrumented, 3 called.',
      '',
      'Thread "main" (1)',
      'Total Time [ms]        %        ±  Self Time [ms]  Invocations  Call Tree',
      '          5.000  100.0 %   469 µs           3.000            1  Demo.A()',
      '          2.000   40.0 %   188 µs           2.000            1    Demo.B()',
      '              —        —        —               —            1      Demo.G()',
      '              —        —        —               —            2    Demo.G()',
      '',
    ]);
    expect(lines(snapshot, { view: 'hot' }).slice(7)).toEqual([
      'Total Time [ms]        %  Self Time [ms]        ±  Invocations  Contexts  Method',
      '          5.000  100.0 %           3.000   281 µs            1         1  Demo.A()',
      '          2.000   40.0 %           2.000   188 µs            1         1  Demo.B()',
      '              —        —               —        —            3         2  Demo.G()',
      '',
    ]);
  });

  it('tells no percentages of all threads where threads were chosen', () => {
    const chosen = { kind: 'threads', threads: [1] } as const;
    expect(lines(exampleSnapshot(SCRIPT), { view: chosen }).join()).not.toContain('Percentages');
    expect(lines(exampleSnapshot(SCRIPT), { view: 'threads' }).join()).toContain('Percentages');
  });

  it('ranks by the calls of a context and of all below it where there is no clock', () => {
    const snapshot = exampleSnapshot('main: >A >B <B >C <C >C <C <A', { clock: 'none' });
    expect(lines(snapshot, { view: 'tree' }).slice(2)).toEqual([
      'Clock: none, calls only. Percentages are of all calls.',
      'Complete: every call was counted. 5 methods instrumented, 3 called.',
      '',
      'Thread "main" (1)',
      'Calls, total        %  Invocations  Call Tree',
      '           4  100.0 %            1  Demo.A()',
      '           2   50.0 %            2    Demo.C()',
      '           1   25.0 %            1    Demo.B()',
      '',
    ]);
    expect(names(snapshot, 2)).toEqual(['Demo.A()', '  Demo.C()']);
  });

  it('says that a recording is incomplete, and that the correction does not fit', () => {
    const snapshot = exampleSnapshot('main: 0>A 10<A', {
      complete: false,
      losses: ['12,345 events were dropped', '1 wait at a first call ran out'],
      droppedEvents: 12_345,
      calibration: { ...NO_CALIBRATION, innerNs: 50, outerNs: 50, spreadNs: 1 },
    });
    const text = lines(snapshot, { view: 'tree' }).join('\n');
    expect(text).toContain(
      'INCOMPLETE: 12,345 events were dropped, 1 wait at a first call ran out; counts are lower bounds.',
    );
    expect(text).toContain("Warning: the probes' cost is larger than the measured time by 40 ns in all");
  });

  it('is written for a tree of 100,000 levels', () => {
    const snapshot = exampleSnapshot('main: 0>A 1>B 2<B 3<A');
    const thread = { ...snapshot.threads[0], table: deepTable(100_000, 2) };
    const report = [
      ...reportText(
        { ...snapshot, threads: [thread] },
        { view: wholeView('tree'), top: null, names: 'short' },
      ),
    ];
    expect(report.length).toBeGreaterThan(100_000);
    expect(report[report.length - 2]).toMatch(/ {60}\[99999\] Demo\.[AB]\(\)$/);
  });
});

interface ShownOptions {
  readonly view?: TreeViewName | Partial<ReportView>;
  readonly top?: number;
}

function lines(snapshot: Snapshot, { view = 'tree', top }: ShownOptions): string[] {
  const shown = typeof view === 'string' ? wholeView(view) : { ...wholeView(view.kind ?? 'tree'), ...view };
  return [...reportText(snapshot, { view: shown, top: top ?? null, names: 'short' })];
}

/** The names of a tree with one thread, with their indentation. */
function names(snapshot: Snapshot, top: number): string[] {
  return lines(snapshot, { top })
    .filter((line) => line.includes('Demo.') && !line.startsWith('demo') && !line.startsWith('Roots'))
    .map((line) => line.replace(/^.*?(?:\d|%) {2}(?= *Demo)/, ''));
}
